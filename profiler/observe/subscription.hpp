// Our subscription to CUPTI, its only one unless there may be several, and which calls of the driver have callbacks.
#pragma once

#include <cupti.h>

#include <atomic>
#include <memory>

#include "profiler/config/profile_config.hpp"
#include "profiler/cupti/api.hpp"
#include "profiler/observe/logbook.hpp"

namespace rooflens::inject {

class Subscription {
 public:
  /// Beside others where `api` has what that takes and CUPTI agrees, else alone.
  /// Nothing, and a note that names who has it, where another tool in the process keeps CUPTI's only place.
  [[nodiscard]] static std::unique_ptr<Subscription> begin(std::shared_ptr<const collect::cupti::Api> api,
                                                           CUpti_CallbackFunc listener, Logbook& logbook);
  /// What CUPTI is called through: with the subscriber where there may be others.
  [[nodiscard]] const std::shared_ptr<const collect::cupti::Api>& api() const { return api_; }
  /// All callbacks that this configuration wants come; or those stay away that come often.
  void enable(const collect::ProfileConfig& config);
  void rest();
  /// A callback comes for each module that is loaded from now on.
  void hear_of_modules();
  /// Callbacks of launches come or stay away.
  void enable_launches(bool enabled);
  /// Gives the place back.
  void end();

 private:
  Subscription(std::shared_ptr<const collect::cupti::Api> api, CUpti_SubscriberHandle handle)
      : api_(std::move(api)), handle_(handle) {}
  void enable_driver(CUpti_CallbackId call, bool enabled);
  void enable_others();

  std::shared_ptr<const collect::cupti::Api> api_;
  CUpti_SubscriberHandle handle_;
  std::atomic<bool> modules_{false};
  bool every_call_ = false;  ///< of the driver has callbacks
};

}  // namespace rooflens::inject

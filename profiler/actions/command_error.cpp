#include "profiler/actions/command_error.hpp"

#include <exception>
#include <new>

#include "profiler/cupti/unavailable.hpp"
#include "profiler/doctor/permission_help.hpp"

namespace rooflens::actions {

CommandError error_in_flight() {
  try {
    throw;
  } catch (const CommandError& error) {
    return error;
  } catch (const collect::PermissionDenied& error) {
    const std::string why = error.what();
    return {kNoDevice, "the driver does not permit this user to read counters: " + why,
            std::string(doctor::kPermissionHelp)};
  } catch (const collect::UnknownChip& error) {
    return {kUsage, error.what(), error.remedy()};
  } catch (const collect::Unavailable& error) {
    return {kNoDevice, error.what(), error.remedy()};
  } catch (const models::Trouble& error) {
    return {kFailure, error.what(), error.remedy()};
  } catch (const std::bad_alloc&) {
    return {kFailure, "out of memory", "fewer or smaller kernels at a time need less"};
  } catch (const std::exception& error) {
    return {kFailure, error.what()};
  }
}

}  // namespace rooflens::actions

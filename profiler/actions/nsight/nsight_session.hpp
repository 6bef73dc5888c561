// A recorded session where `nsight` takes kernels or an application: a mistake, answered with what to type instead.
#pragma once

#include <string>

namespace rooflens::actions {

/// Does nothing where `word` is no file, or one that is no session. Throws CommandError (kUsage) for a session, with
/// the command line for what was recorded in it, and SessionError for a *.rlens that cannot be read.
void refuse_session(const std::string& word, const std::string& tool);

}  // namespace rooflens::actions

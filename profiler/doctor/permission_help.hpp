// What to do when the driver does not let this user read counters. The one home of that text.
#pragma once

#include <string_view>

namespace rooflens::doctor {

inline constexpr std::string_view kPermissionHelp =
    "one of these allows it:\n"
    "  1. run as root, or give the process CAP_PERFMON (driver 565 and later) or CAP_SYS_ADMIN\n"
    "  2. for every user: put `options nvidia NVreg_RestrictProfilingToAdminUsers=0` into a file in /etc/modprobe.d,\n"
    "     rebuild the initramfs and reboot\n"
    "  3. in a container: start it with `--cap-add=SYS_ADMIN` (or CAP_PERFMON) on a host that allows it\n"
    "`--no-counters` records times without counters; https://developer.nvidia.com/ERR_NVGPUCTRPERM says more";

}  // namespace rooflens::doctor

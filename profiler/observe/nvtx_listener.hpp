// Takes the place of the functions behind NVTX's header, so that every range of the application is known without CUPTI
// and before CUDA starts.
#pragma once

namespace rooflens::inject {

class NvtxRanges;

/// Fills NVTX's function tables. `export_table` is what NVTX passes to InitializeInjectionNvtx2. `ranges` must live as
/// long as the process. Returns whether the tables were there.
[[nodiscard]] bool listen_to_nvtx(const void* (*export_table)(unsigned), NvtxRanges& ranges);

}  // namespace rooflens::inject

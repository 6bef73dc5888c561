# Finds CUDA. Sets ROOFLENS_HAS_CUDA; without a CUDA compiler what is built reads
# sessions, and can run, time and profile nothing.
set(ROOFLENS_HAS_CUDA OFF)
set(ROOFLENS_MINIMUM_CUDA 13.0)

# nvcc from PATH or from where NVIDIA's packages put it; an older one (a distribution's, say) is passed over.
function(rooflens_nvcc_is_recent result nvcc)
  execute_process(COMMAND "${nvcc}" --version OUTPUT_VARIABLE text ERROR_QUIET)
  if(NOT text MATCHES "release ([0-9]+\\.[0-9]+)" OR CMAKE_MATCH_1 VERSION_LESS ROOFLENS_MINIMUM_CUDA)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

if(ROOFLENS_CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    find_program(ROOFLENS_NVCC nvcc HINTS ENV CUDACXX ENV CUDA_HOME PATHS /usr/local/cuda PATH_SUFFIXES bin
                 VALIDATOR rooflens_nvcc_is_recent)
    if(ROOFLENS_NVCC)
      set(ENV{CUDACXX} "${ROOFLENS_NVCC}")
      include(CheckLanguage)
      check_language(CUDA)
    endif()
  endif()
  if(CMAKE_CUDA_COMPILER)
    if(NOT CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 90a-real)
    endif()
    enable_language(CUDA)
    # CMake before 3.25.2 does not know the flag of nvcc 12 and later for C++20, and silently leaves it out.
    if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION OR CMAKE_CUDA20_STANDARD_COMPILE_OPTION STREQUAL "")
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA20_COMPILE_FEATURES cuda_std_20)
      list(APPEND CMAKE_CUDA_COMPILE_FEATURES cuda_std_20)
    endif()
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    # CMake before 3.25.2 stops at a property of this target, which CUDA 13 no longer has.
    if(NOT TARGET CUDA::nvToolsExt)
      add_library(CUDA::nvToolsExt INTERFACE IMPORTED)
    endif()
    find_package(CUDAToolkit ${ROOFLENS_MINIMUM_CUDA} REQUIRED)
    # A full toolkit keeps CUPTI apart from the other headers; a packaged one keeps it with them.
    find_path(ROOFLENS_CUPTI_INCLUDE cupti_range_profiler.h
              HINTS ${CUDAToolkit_INCLUDE_DIRS} ${CUDAToolkit_LIBRARY_ROOT}/extras/CUPTI/include REQUIRED)
    set(ROOFLENS_HAS_CUDA ON)
  else()
    message(STATUS "No CUDA compiler of version ${ROOFLENS_MINIMUM_CUDA} or newer: "
                   "what is built reads sessions, and can run, time and profile nothing")
  endif()
endif()

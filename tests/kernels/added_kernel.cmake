# A kernel that nobody knows of, made at configure time from nothing but its device code, its description and a line of
# catalogue.def: what added_kernel_test.cpp finds proves that no more is needed.
set(original "${PROJECT_SOURCE_DIR}/kernels")
set(added "${CMAKE_CURRENT_BINARY_DIR}/added/kernels")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  "${original}/catalogue.def" "${original}/triad/one_d.cu" "${original}/triad/family.cpp")
file(READ "${original}/triad/one_d.cu" text)
string(REPLACE "one_d" "added" text "${text}")
file(CONFIGURE OUTPUT "${added}/triad/added.cu" CONTENT "${text}" @ONLY)
file(READ "${original}/triad/family.cpp" text)
string(REGEX REPLACE "extern constexpr Kernel float4 =[^;]*;\n" "" text "${text}")
string(REPLACE "one_d" "added" text "${text}")
string(REPLACE "one-d" "added" text "${text}")
file(CONFIGURE OUTPUT "${added}/triad/added.cpp" CONTENT "${text}" @ONLY)
file(READ "${original}/catalogue.def" text)
file(CONFIGURE OUTPUT "${added}/catalogue.def" CONTENT "${text}ROOFLENS_KERNEL(triad, added)\n" @ONLY)

set(sources "${original}/catalogue.cpp" "${added}/triad/added.cpp")
set(halves rooflens_kernels)
if(ROOFLENS_HAS_CUDA)
  list(APPEND sources "${original}/device/find_prepare.cpp" "${added}/triad/added.cu")
  set(halves rooflens_kernels_device)
endif()
# The catalogues compiled here are found before those of the libraries.
rooflens_test(added_kernel_test LABEL unit
  SOURCES added_kernel_test.cpp ${sources}
  DEPENDS rooflens_awkward_problems ${halves})
target_include_directories(added_kernel_test BEFORE PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/added")
target_compile_definitions(added_kernel_test PRIVATE ROOFLENS_HAS_CUDA=$<BOOL:${ROOFLENS_HAS_CUDA}>)

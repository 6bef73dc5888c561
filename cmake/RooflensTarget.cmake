# rooflens_library(name SOURCES ... DEPENDS ...): a room as a static library, with the include root and the warnings.
add_library(rooflens_settings INTERFACE)
target_include_directories(rooflens_settings INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(rooflens_settings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wsign-conversion;-Wnon-virtual-dtor;-Wold-style-cast>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra;--expt-relaxed-constexpr>)
if(ROOFLENS_WERROR)
  target_compile_options(rooflens_settings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings;-Xcompiler=-Werror>)
endif()

function(rooflens_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS")
  add_library(rooflens_${name} STATIC ${arg_SOURCES})
  target_link_libraries(rooflens_${name} PUBLIC rooflens_settings ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS})
endfunction()

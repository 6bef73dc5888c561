# The kinds of target there are: rooms (static libraries), the executable, and the library that is injected into
# applications. One place for the include root, the warnings and the way things are linked.
add_library(rooflens_settings INTERFACE)
target_include_directories(rooflens_settings INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(rooflens_settings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wsign-conversion;-Wnon-virtual-dtor;-Wold-style-cast;
    -Wno-restrict>  # GCC 12 warns of it in std::string itself (GCC bug 105651)
  # Compressed, device code and its line tables take a ninth of the room.
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra;--expt-relaxed-constexpr;--compress-mode=size>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC collects its garbage only beyond half a gigabyte, which saves a twelfth of the CPU time.
  target_compile_options(rooflens_settings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
endif()
if(ROOFLENS_WERROR)
  target_compile_options(rooflens_settings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings;-Xcompiler=-Werror>)
endif()

# rooflens_library(name UNIT kilobytes SOURCES ... DEPENDS ... PRIVATE_DEPENDS ...): a room as the static library
# rooflens_<name>, compiled in units of 60 kB or of that size.
function(rooflens_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "UNIT" "SOURCES;DEPENDS;PRIVATE_DEPENDS")
  if(NOT arg_UNIT)
    set(arg_UNIT 60)
  endif()
  add_library(rooflens_${name} STATIC ${arg_SOURCES})
  set(sources ${arg_SOURCES})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  rooflens_unite(rooflens_${name} ${arg_UNIT} ${sources})
  target_link_libraries(rooflens_${name} PUBLIC rooflens_settings ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS})
endfunction()

# Static libstdc++ and expat ask glibc 2.36 for random numbers; an object answers instead, so that 2.35 is enough. What is
# linked with glibc 2.34 or later asks for that version of most functions; with ROOFLENS_OLD_GLIBC others answer, so that
# 2.28 is.
if(ROOFLENS_STATIC)
  add_library(rooflens_arc4random OBJECT "${PROJECT_SOURCE_DIR}/cmake/arc4random.cpp")
  target_link_libraries(rooflens_arc4random PRIVATE rooflens_settings)
  set(rooflens_lowers_glibc OFF)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    set(rooflens_lowers_glibc ${ROOFLENS_OLD_GLIBC})
    foreach(part old_glibc old_glibc_start)
      add_library(rooflens_${part} OBJECT EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/cmake/${part}.cpp")
      target_compile_options(rooflens_${part} PRIVATE -ffunction-sections -fdata-sections)
      target_link_libraries(rooflens_${part} PRIVATE rooflens_settings)
    endforeach()
  endif()
endif()

# rooflens_lower_glibc(target): glibc 2.28 is enough for it.
function(rooflens_lower_glibc target)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:rooflens_old_glibc>)
  # Where glibc 2.28 has what later ones have in libc; they keep the names.
  target_link_options(${target} PRIVATE LINKER:--push-state,--no-as-needed,-l:libpthread.so.0,-l:libdl.so.2,--pop-state)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:rooflens_old_glibc_start>)
    target_link_options(${target} PRIVATE LINKER:--push-state,--no-as-needed,-l:librt.so.1,--pop-state)
  endif()
endfunction()

# rooflens_link_self_contained(target): nothing but glibc's own libraries are needed at run time (see tests/packaging).
# The linker language is named because CUDA's would bypass these options.
function(rooflens_link_self_contained target)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX SKIP_BUILD_RPATH ON)
  target_link_options(${target} PRIVATE LINKER:--as-needed,--gc-sections,-z,relro,-z,now
                      $<$<CONFIG:Release>:LINKER:--strip-all>)
  if(ROOFLENS_STATIC)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc LINKER:--exclude-libs,ALL)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:rooflens_arc4random>)
    if(rooflens_lowers_glibc)
      rooflens_lower_glibc(${target})
    endif()
  endif()
endfunction()

# rooflens_relink_for_old_glibc(target): <target>-old-glibc, the same objects as `./run wheel` links them, in <build>/old-glibc.
function(rooflens_relink_for_old_glibc target)
  set(again ${target}-old-glibc)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    add_executable(${again} $<TARGET_OBJECTS:${target}>)
  else()
    add_library(${again} MODULE $<TARGET_OBJECTS:${target}>)
  endif()
  foreach(property IN ITEMS LINK_LIBRARIES LINK_OPTIONS LINK_DEPENDS)
    get_target_property(value ${target} ${property})
    if(value)
      set_target_properties(${again} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  set(folder "${PROJECT_BINARY_DIR}/old-glibc")
  set_target_properties(${again} PROPERTIES LINKER_LANGUAGE CXX SKIP_BUILD_RPATH ON OUTPUT_NAME ${target}
    RUNTIME_OUTPUT_DIRECTORY "${folder}" LIBRARY_OUTPUT_DIRECTORY "${folder}")
  target_sources(${again} PRIVATE $<TARGET_OBJECTS:rooflens_arc4random>)
  rooflens_lower_glibc(${again})
endfunction()

# rooflens_executable(name SOURCES ... DEPENDS ...): the command-line program, in <build>/bin.
function(rooflens_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE rooflens_settings ${arg_DEPENDS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  rooflens_link_self_contained(${name})
endfunction()

# rooflens_injected_library(name SOURCES ... DEPENDS ... EXPORTS symbol ...): lib<name>.so in <build>/lib, which shows a
# stranger's process the named symbols and hides everything else.
function(rooflens_injected_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;EXPORTS")
  add_library(${name} MODULE ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE rooflens_settings ${arg_DEPENDS})
  list(JOIN arg_EXPORTS "; " symbols)
  set(map "${CMAKE_CURRENT_BINARY_DIR}/${name}.map")
  file(CONFIGURE OUTPUT "${map}" CONTENT "{ global: ${symbols}; local: *; };\n" @ONLY)
  target_link_options(${name} PRIVATE "LINKER:--version-script=${map}" LINKER:--no-undefined)
  set_target_properties(${name} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib" LINK_DEPENDS "${map}" ROOFLENS_EXPORTS "${arg_EXPORTS}")
  rooflens_link_self_contained(${name})
endfunction()

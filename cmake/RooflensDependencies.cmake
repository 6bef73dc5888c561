# Third-party libraries, statically where asked for. pkg-config --static is unusable here (it drags in -lm static), so the
# link sets are written out.
if(ROOFLENS_STATIC)
  set(Boost_USE_STATIC_LIBS ON)
  set(rooflens_saved_suffixes ${CMAKE_FIND_LIBRARY_SUFFIXES})
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
endif()

find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(Threads REQUIRED)

function(rooflens_import_library name header)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LIBRARIES;SUFFIX")
  find_path(ROOFLENS_${name}_INCLUDE ${header} PATH_SUFFIXES ${arg_SUFFIX} REQUIRED)
  add_library(rooflens::${name} INTERFACE IMPORTED)
  target_include_directories(rooflens::${name} SYSTEM INTERFACE ${ROOFLENS_${name}_INCLUDE})
  foreach(library IN LISTS arg_LIBRARIES)
    find_library(ROOFLENS_LIBRARY_${library} ${library} REQUIRED)
    target_link_libraries(rooflens::${name} INTERFACE ${ROOFLENS_LIBRARY_${library}})
  endforeach()
endfunction()

rooflens_import_library(sqlite sqlite3.h LIBRARIES sqlite3)
rooflens_import_library(cairo cairo.h SUFFIX cairo
  LIBRARIES cairo pixman-1 fontconfig freetype png16 expat z brotlidec brotlicommon)
find_path(ROOFLENS_FREETYPE_INCLUDE ft2build.h PATH_SUFFIXES freetype2 REQUIRED)
target_include_directories(rooflens::cairo SYSTEM INTERFACE ${ROOFLENS_FREETYPE_INCLUDE})
target_link_libraries(rooflens::cairo INTERFACE Threads::Threads ${CMAKE_DL_LIBS} m)
target_link_libraries(rooflens::sqlite INTERFACE Threads::Threads ${CMAKE_DL_LIBS} m)

# {fmt}: header only in Debian's package has no static library, so one translation unit of ours instantiates it.
find_path(ROOFLENS_FMT_INCLUDE fmt/core.h REQUIRED)
add_library(rooflens_fmt STATIC "${PROJECT_SOURCE_DIR}/cmake/fmt.cpp")
target_include_directories(rooflens_fmt SYSTEM PUBLIC ${ROOFLENS_FMT_INCLUDE})
add_library(rooflens::fmt ALIAS rooflens_fmt)

if(ROOFLENS_STATIC)
  set(CMAKE_FIND_LIBRARY_SUFFIXES ${rooflens_saved_suffixes})
endif()

# rooflens_read_catalogue(FILE PREFIX): from the lines of a catalogue.def to <PREFIX>_families (vector_add, ...) and
# <PREFIX>_variants (vector_add/float4, ...).
function(rooflens_read_catalogue file prefix)
  file(STRINGS "${file}" lines REGEX "^ROOFLENS_KERNEL\\(")
  set(families "")
  set(variants "")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^ROOFLENS_KERNEL\\(([a-z0-9_]+), ([a-z0-9_]+)\\)$")
      message(FATAL_ERROR "${file}: cannot read '${line}'")
    endif()
    list(APPEND families "${CMAKE_MATCH_1}")
    list(APPEND variants "${CMAKE_MATCH_1}/${CMAKE_MATCH_2}")
  endforeach()
  list(REMOVE_DUPLICATES families)
  set(${prefix}_families "${families}" PARENT_SCOPE)
  set(${prefix}_variants "${variants}" PARENT_SCOPE)
endfunction()

# rooflens_unite_cuda(result NAME source...): a file that includes the sources. Three front ends read the headers of each
# .cu file, which takes most of its time; CMake before 3.28 has no unity build for CUDA.
function(rooflens_unite_cuda result name)
  set(text "")
  foreach(source IN LISTS ARGN)
    string(APPEND text "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${source}\"\n")
  endforeach()
  set(file "${CMAKE_CURRENT_BINARY_DIR}/Unity/${name}.cu")
  file(GENERATE OUTPUT "${file}" CONTENT "${text}")
  set(${result} "${file}" PARENT_SCOPE)
endfunction()

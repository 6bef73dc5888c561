# The man page and the completion of shells: the executable writes them from its own table of options.
set(pages "${PROJECT_BINARY_DIR}/pages")
set(rooflens_pages)
# rooflens_page(FILE DESTINATION ARGUMENT...): what `rooflens ARGUMENT...` prints, installed under its name.
function(rooflens_page file destination)
  add_custom_command(OUTPUT "${pages}/${file}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${pages}"
    COMMAND rooflens ${ARGN} > "${pages}/${file}"
    DEPENDS rooflens COMMENT "Writing ${file}" VERBATIM)
  get_filename_component(name "${file}" NAME)
  install(FILES "${pages}/${file}" DESTINATION "${CMAKE_INSTALL_DATADIR}/${destination}")
  set(rooflens_pages ${rooflens_pages} "${pages}/${file}" PARENT_SCOPE)
endfunction()
rooflens_page(rooflens.1 man/man1 man)
rooflens_page(rooflens bash-completion/completions completion bash)
rooflens_page(_rooflens zsh/site-functions completion zsh)
rooflens_page(rooflens.fish fish/vendor_completions.d completion fish)
add_custom_target(rooflens_pages ALL DEPENDS ${rooflens_pages})

# Files that travel inside a program.

find_package(Python3 REQUIRED COMPONENTS Interpreter)

# bfclx_embed(<target> HEADER <include path> FUNCTION <name> ROOT <folder> FILES <file> ...)
# A library whose function `bfclx::<name>`, declared in <header>, gives the files in the order of the
# list, by their paths relative to ROOT. The source is written into the build folder.
set(BFCLX_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/embed-files.py")
function(bfclx_embed target)
  cmake_parse_arguments(ARG "" "HEADER;FUNCTION;ROOT" "FILES" ${ARGN})
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp")
  add_custom_command(
    OUTPUT "${source}"
    COMMAND "${Python3_EXECUTABLE}" "${BFCLX_EMBED_SCRIPT}" --header "${ARG_HEADER}"
            --function "${ARG_FUNCTION}" --root "${ARG_ROOT}" --output "${source}" ${ARG_FILES}
    DEPENDS "${BFCLX_EMBED_SCRIPT}" ${ARG_FILES}
    COMMENT "Embedding files of ${target}"
    VERBATIM)
  add_library(${target} STATIC "${source}")
  target_link_libraries(${target} PUBLIC bfclx_flags)
endfunction()

# Libraries that the project builds on; README.md says why each is there.

find_package(Threads REQUIRED)
if(BFCLX_BUILD_TESTS)
  if(EMSCRIPTEN)
    # Compiled along: a library of the system is none for wasm.
    set(BFCLX_GOOGLETEST /usr/src/googletest CACHE PATH "Sources of GoogleTest")
    set(gtest_disable_pthreads ON CACHE INTERNAL "")
    set(INSTALL_GTEST OFF CACHE INTERNAL "")
    add_subdirectory("${BFCLX_GOOGLETEST}" googletest EXCLUDE_FROM_ALL)
    find_program(BFCLX_NODE node REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  else()
    find_package(GTest REQUIRED)
    include(GoogleTest)
  endif()
endif()

# What programs link for their heap: mimalloc in place of the C library's where it is installed. The
# sanitizers have a heap of their own.
add_library(bfclx_heap INTERFACE)
if(NOT BFCLX_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  find_library(MIMALLOC_LIBRARY mimalloc)
  if(MIMALLOC_LIBRARY)
    # Nothing calls it by name.
    target_link_libraries(bfclx_heap INTERFACE
      -Wl,--push-state,--no-as-needed "${MIMALLOC_LIBRARY}" -Wl,--pop-state)
  else()
    message(STATUS "mimalloc is missing: programs use the C library's heap")
  endif()
endif()

# Off: a build without the Java and JavaScript grammars (the small wasm module). Whoever links
# bfclx_languages then provides parse_java_call and parse_javascript_call.
option(BFCLX_WITH_GRAMMARS "Build the tree-sitter grammars of Java and JavaScript" ON)

# bfclx_c_library(<target> FOLDER <dir> SOURCES ... INCLUDES ... [PRIVATE_INCLUDES ...])
# C sources that tools/get-third-party has put into third_party/, compiled as they are: no warnings,
# optimised and without assertions in debug builds too.
function(bfclx_c_library target)
  cmake_parse_arguments(ARG "" "FOLDER" "SOURCES;INCLUDES;PRIVATE_INCLUDES" ${ARGN})
  set(root "${PROJECT_SOURCE_DIR}/third_party/${ARG_FOLDER}")
  foreach(source IN LISTS ARG_SOURCES)
    if(NOT EXISTS "${root}/${source}")
      message(FATAL_ERROR "third_party/${ARG_FOLDER}/${source} is missing: run tools/get-third-party "
                          "(or configure with -DBFCLX_WITH_GRAMMARS=OFF)")
    endif()
  endforeach()
  list(TRANSFORM ARG_SOURCES PREPEND "${root}/")
  list(TRANSFORM ARG_INCLUDES PREPEND "${root}/")
  list(TRANSFORM ARG_PRIVATE_INCLUDES PREPEND "${root}/")
  add_library(${target} STATIC ${ARG_SOURCES})
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
  target_compile_options(${target} PRIVATE -w $<$<CONFIG:Debug>:-O2>)
  target_compile_definitions(${target} PRIVATE NDEBUG)
  target_include_directories(${target} SYSTEM PUBLIC ${ARG_INCLUDES})
  target_include_directories(${target} PRIVATE ${ARG_PRIVATE_INCLUDES})
endfunction()

if(BFCLX_WITH_GRAMMARS)
  bfclx_c_library(bfclx_tree_sitter
    FOLDER tree-sitter
    SOURCES tree_sitter/core/lib/src/lib.c
    INCLUDES tree_sitter/core/lib/include
    PRIVATE_INCLUDES tree_sitter/core/lib/src)
  bfclx_c_library(bfclx_tree_sitter_java
    FOLDER tree-sitter-java
    SOURCES src/parser.c
    PRIVATE_INCLUDES src)
  bfclx_c_library(bfclx_tree_sitter_javascript
    FOLDER tree-sitter-javascript
    SOURCES src/parser.c src/scanner.c
    PRIVATE_INCLUDES src)
endif()

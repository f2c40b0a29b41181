# Flags in one INTERFACE target, and the helpers that make the project's targets.

add_library(bfclx_flags INTERFACE)
target_compile_features(bfclx_flags INTERFACE cxx_std_20)
target_include_directories(bfclx_flags INTERFACE "${PROJECT_SOURCE_DIR}")
# Floating point is the same in every build: no fused multiply-add that CPython does not do.
target_compile_options(bfclx_flags INTERFACE -ffp-contract=off)
# The module is optimized as a whole when it is linked, and is a tenth quicker and 4 to 7 % smaller for it.
set(BFCLX_WASM_LTO OFF)
if(EMSCRIPTEN AND NOT BFCLX_BUILD_TESTS AND CMAKE_BUILD_TYPE STREQUAL "Release")
  set(BFCLX_WASM_LTO ON)
  target_compile_options(bfclx_flags INTERFACE -flto)
  target_link_options(bfclx_flags INTERFACE -flto)
endif()
# Clang holds precompiled headers to the very definitions of each target, so only GCC has them. A
# compiler cache takes them when it is told so alone (tools/setup.sh does).
set(precompile OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
   (NOT CMAKE_CXX_COMPILER_LAUNCHER OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES "pch_defines"))
  set(precompile ON)
endif()
option(BFCLX_PRECOMPILE_HEADERS "Precompile the standard headers (GCC)" ${precompile})
set(BFCLX_WARNINGS -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in `"text" + std::string` that are none (its bug 105651), and
  # overflows behind inlined reference counts of values that own nothing.
  list(APPEND BFCLX_WARNINGS -Wno-restrict -Wno-stringop-overflow)
endif()
if(BFCLX_PRECOMPILE_HEADERS)
  # GCC forgets that what it has precompiled is a library's, and warns of its inside.
  list(APPEND BFCLX_WARNINGS -Wno-array-bounds)
  # Preprocessed text says which file was used, for compiler caches.
  target_compile_options(bfclx_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()
if(BFCLX_WERROR)
  list(APPEND BFCLX_WARNINGS -Werror)
endif()
if(BFCLX_SANITIZE)
  target_compile_options(bfclx_flags INTERFACE
    -fsanitize=${BFCLX_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all
    # Checks of dynamic types need the type information that the core is built without.
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:BFCLX_CORE_MODULE>>>:-fno-sanitize=vptr>)
  target_link_options(bfclx_flags INTERFACE -fsanitize=${BFCLX_SANITIZE})
  # Hundreds of thousands of addresses need no change when a program starts: a sixth of the time of a start.
  if(NOT BFCLX_BUILD_PYTHON)
    target_link_options(bfclx_flags INTERFACE -no-pie)
  endif()
endif()

# bfclx_precompile(<target> <kind>)
# The target's sources see the standard headers precompiled, once for all targets of a kind: their
# flags must be the same. `core` is without RTTI, `program` with, `core_for_size` and `command` are for size, `test` has
# GoogleTest too. Headers are two thirds of what GCC does here; sources include what they use all the
# same, and the other compilers hold them to it.
set(BFCLX_PRECOMPILED <algorithm> <cstddef> <cstdint> <functional> <map> <memory> <optional> <set>
    <span> <string> <string_view> <unordered_map> <utility> <vector>)
function(bfclx_precompile target kind)
  if(NOT BFCLX_PRECOMPILE_HEADERS)
    return()
  endif()
  set(owner bfclx_${kind}_headers)
  if(NOT TARGET ${owner})
    set(source "${PROJECT_BINARY_DIR}/${owner}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "")
    add_library(${owner} OBJECT "${source}")
    target_link_libraries(${owner} PRIVATE bfclx_flags)
    target_compile_options(${owner} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>)
    set(headers ${BFCLX_PRECOMPILED})
    if(kind STREQUAL "test")
      target_link_libraries(${owner} PRIVATE GTest::gtest_main)
      list(APPEND headers <gtest/gtest.h>)
    endif()
    target_precompile_headers(${owner} PRIVATE ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# bfclx_unity(<target> [COMMANDS])
# The target's sources are compiled some together, where BFCLX_UNITY is ON: half the time with sanitizers, as headers
# and templates are seen once. cmake/unity-batches.py keeps those apart whose anonymous
# namespaces hold the same name. Builds for work on the code have but the command lines so, half of each of which is
# CLI11: a change of anything else compiles one source. OFF: every source has a compile command of its own.
set(BFCLX_UNITY COMMANDS CACHE STRING "Which sources are compiled together: ON (all), COMMANDS or OFF")
function(bfclx_unity target)
  if(NOT BFCLX_UNITY STREQUAL "ON" AND NOT "${BFCLX_UNITY}" IN_LIST ARGN)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^[^/$]+([/][^/]+)*[.]cpp$")  # none that are generated
  execute_process(
    COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/cmake/unity-batches.py" 8 ${sources}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE batches COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" batches "${batches}")
  foreach(line IN LISTS batches)
    string(REGEX MATCH "^([0-9]+)\t(.+)$" line "${line}")
    set_source_files_properties("${CMAKE_MATCH_2}" PROPERTIES UNITY_GROUP ${target}_${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# bfclx_module(<name> [FOR_SIZE] SOURCES ... [DEPENDS <module> ...])
# One library of the core: target bfclx_<name>, without RTTI. It throws and catches nothing. As
# WebAssembly it is without exceptions altogether; natively those of an allocation that fails pass
# through it, and its objects are destroyed on the way. FOR_SIZE: what waits for servers or is read by people,
# in programs and the Python module; wasm/CMakeLists.txt has its own choice.
function(bfclx_module name)
  cmake_parse_arguments(ARG "FOR_SIZE" "" "SOURCES;DEPENDS;LINKS" ${ARGN})
  set(kind core)
  if(ARG_FOR_SIZE AND NOT EMSCRIPTEN)
    set(kind core_for_size)
  endif()
  bfclx_module_library(bfclx_${name} ${kind} ${ARG_SOURCES})
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(bfclx_${name} PUBLIC bfclx_${dependency})
  endforeach()
  target_link_libraries(bfclx_${name} PRIVATE ${ARG_LINKS})
endfunction()

function(bfclx_module_library target kind)
  add_library(${target} STATIC ${ARGN})
  set_target_properties(${target} PROPERTIES BFCLX_CORE_MODULE ON)
  target_link_libraries(${target} PUBLIC bfclx_flags)
  target_compile_options(${target} PRIVATE ${BFCLX_WARNINGS}
    $<$<COMPILE_LANGUAGE:CXX>:$<$<BOOL:${EMSCRIPTEN}>:-fno-exceptions> -fno-rtti>)
  if(kind STREQUAL "core_for_size")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Os>)
  endif()
  bfclx_precompile(${target} ${kind})
  bfclx_unity(${target})
endfunction()

# bfclx_shared_code(<source> ...)
# Sources with variables of a thread or of the C library, which the Python extension can only hold as
# -fPIC. Everything else it takes as it is compiled for programs (cmake/BfclxPython.cmake).
function(bfclx_shared_code)
  if(NOT EMSCRIPTEN)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -fPIC SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# bfclx_core_first(<target>)
# The core's objects stand first on the linker's line. Of a template's instances that are in several objects the
# first is taken: so none of what is compiled for size, as fast as the core is compiled.
function(bfclx_core_first target)
  foreach(module run decode check dataset simulators languages python value base)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:bfclx_${module}>)
  endforeach()
endfunction()

# What WebAssembly can make different: words of 32 bits, libc++ and musl (hashing, sorting, texts of numbers,
# mathematics, random numbers), the depth of the stack. These programs hold what rests on that; of the rest the
# native tests say the same, and tests/wasm asks the module itself. `all`: every unit test and the replay of the
# official generator's recordings (tools/test --full).
set(BFCLX_WASM_TESTS base_test value_test python_test statistics_test simulators_test golden_test
    CACHE STRING "Unit tests to build as wasm, or all")

# bfclx_test(<name> SOURCES ... LINKS ...)
# One GoogleTest program, registered with ctest as one test a case (discovered when ctest runs). As
# wasm the program is one test, under node with the file system of the machine. The test's own code is
# compiled quickly: what it calls is as fast as ever.
function(bfclx_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  if(EMSCRIPTEN AND NOT BFCLX_WASM_TESTS STREQUAL "all" AND NOT name IN_LIST BFCLX_WASM_TESTS)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    return()
  endif()
  target_link_libraries(${name} PRIVATE bfclx_flags ${ARG_LINKS} GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${BFCLX_WARNINGS} $<$<CONFIG:Release>:-O1>)
  bfclx_precompile(${name} test)
  bfclx_unity(${name})
  if(EMSCRIPTEN)
    set(before "${PROJECT_SOURCE_DIR}/cmake/wasm-test-pre.js")
    target_link_options(${name} PRIVATE -O1 -sNODERAWFS -sEXIT_RUNTIME -sENVIRONMENT=node
      -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=${BFCLX_WASM_STACK} "SHELL:--pre-js ${before}")
    set_target_properties(${name} PROPERTIES LINK_DEPENDS "${before}")
    if(NOT TARGET bfclx_unit_tests)
      add_custom_target(bfclx_unit_tests)
    endif()
    add_dependencies(bfclx_unit_tests ${name})
    add_test(NAME wasm.${name}
             COMMAND "${BFCLX_NODE}" --stack-size=900 $<TARGET_FILE:${name}> --gtest_brief=1
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    return()
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endfunction()

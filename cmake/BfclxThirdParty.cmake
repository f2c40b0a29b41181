# Libraries that the project builds on; README.md says why each is there.

find_package(Threads REQUIRED)
if(BFCLX_BUILD_TESTS)
  if(EMSCRIPTEN)
    # Compiled from source: WebAssembly cannot link a library of the system.
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

# What programs link for their heap: mimalloc in place of the C library's where it is installed, and
# allocations that throw where they fail. The sanitizers have a heap of their own.
add_library(bfclx_heap INTERFACE)
if(NOT BFCLX_SANITIZE AND (BFCLX_STATIC OR NOT CMAKE_CROSSCOMPILING))
  target_sources(bfclx_heap INTERFACE "${PROJECT_SOURCE_DIR}/tools/bfclx/heap.cpp")
  find_library(MIMALLOC_LIBRARY mimalloc)
  if(MIMALLOC_LIBRARY AND BFCLX_STATIC)
    target_link_libraries(bfclx_heap INTERFACE "${MIMALLOC_LIBRARY}")
  elseif(MIMALLOC_LIBRARY)
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
  # Exceptions of an allocation that fails pass through.
  target_compile_options(${target} PRIVATE -w $<$<CONFIG:Debug>:-O2>
    $<$<NOT:$<BOOL:${EMSCRIPTEN}>>:-fexceptions> $<$<BOOL:${BFCLX_WASM_LTO}>:-flto>)
  target_compile_definitions(${target} PRIVATE NDEBUG)
  target_include_directories(${target} SYSTEM PUBLIC ${ARG_INCLUDES})
  target_include_directories(${target} PRIVATE ${ARG_PRIVATE_INCLUDES})
endfunction()

# Replaces what must stand once in a file of tree-sitter.
function(bfclx_replace_once variable old new)
  set(content "${${variable}}")
  string(FIND "${content}" "${old}" first)
  string(FIND "${content}" "${old}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "tree-sitter's sources do not hold `${old}` once: adapt bfclx_bound_parser")
  endif()
  string(REPLACE "${old}" "${new}" content "${content}")
  set(${variable} "${content}" PARENT_SCOPE)
endfunction()

# bfclx_bound_parser(<source folder> <folder>)
# Copies parser.c of tree-sitter's runtime, with two questions added whether a parse has taken too many
# steps or too much memory (core/languages/parse_bounds.h): the recovery from syntax errors can take
# minutes and more for a response of a hundred bytes, and gigabytes. Within the bounds everything is parsed
# as ever.
function(bfclx_bound_parser source folder)
  file(READ "${source}/parser.c" text)
  # ts_parser__do_all_potential_reductions, where the versions of the stack may multiply; and
  # ts_parser__advance, which then gives up.
  bfclx_replace_once(text "version >= version_count) break"
    "version >= version_count || bfclx_parse_step(version_count)) break")
  bfclx_replace_once(text "self->operation_count == 0 &&"
    "bfclx_parse_step(0) || self->operation_count == 0 &&")
  # Its walk over all symbols and that of ts_parser__handle_error, most of the time of a response that is
  # prose: a state's table is read once, not searched for each symbol. Symbols that are passed over have
  # no action.
  bfclx_replace_once(text "static bool ts_parser__do_all_potential_reductions("
    "// By token: 0 where the state has no action for it. NULL: of more tokens than `listed` holds.
static const uint16_t *bfclx_actions_of(
  const TSLanguage *language, TSStateId state, uint16_t listed[512]
) {
  if (language->token_count > 512) return NULL;
  if (state < language->large_state_count) {
    return &language->parse_table[state * language->symbol_count];
  }
  const uint16_t *data = &language->small_parse_table[
    language->small_parse_table_map[state - language->large_state_count]];
  memset(listed, 0, sizeof *listed * language->token_count);
  for (uint16_t groups = *data++; groups > 0; groups--) {
    const uint16_t action = *data++;
    for (uint16_t symbols = *data++; symbols > 0; symbols--, data++) {
      if (*data < language->token_count) listed[*data] = action;
    }
  }
  return listed;
}

static bool ts_parser__do_all_potential_reductions(")
  bfclx_replace_once(text
    "    for (TSSymbol symbol = first_symbol; symbol < end_symbol; symbol++) {
      TableEntry entry;
      ts_language_table_entry(self->language, state, symbol, &entry);"
    "    uint16_t listed[512];
    const uint16_t *actions =
      lookahead_symbol == 0 ? bfclx_actions_of(self->language, state, listed) : NULL;
    for (TSSymbol symbol = first_symbol; symbol < end_symbol; symbol++) {
      if (actions != NULL && actions[symbol] == 0) continue;
      TableEntry entry;
      if (actions != NULL) {
        const TSParseActionEntry *listed_entry = &self->language->parse_actions[actions[symbol]];
        entry.action_count = listed_entry->entry.count;
        entry.actions = (const TSParseAction *)(listed_entry + 1);
      } else {
        ts_language_table_entry(self->language, state, symbol, &entry);
      }")
  bfclx_replace_once(text
    "      TSStateId state = ts_stack_state(self->stack, v);
      for (
        TSSymbol missing_symbol = 1;
        missing_symbol < (uint16_t)self->language->token_count;
        missing_symbol++
      ) {"
    "      TSStateId state = ts_stack_state(self->stack, v);
      uint16_t listed[512];
      const uint16_t *actions = bfclx_actions_of(self->language, state, listed);
      for (
        TSSymbol missing_symbol = 1;
        missing_symbol < (uint16_t)self->language->token_count;
        missing_symbol++
      ) {
        if (actions != NULL && actions[missing_symbol] == 0) continue;")
  # Nobody reads the log of a parser, which is a part of its code.
  bfclx_replace_once(text "#define SYM_NAME(symbol)" "#undef LOG
#undef LOG_LOOKAHEAD
#undef LOG_STACK
#undef LOG_TREE
#define LOG(...)
#define LOG_LOOKAHEAD(symbol_name, size)
#define LOG_STACK()
#define LOG_TREE(tree)

#define SYM_NAME(symbol)")
  file(WRITE "${folder}/parser.c.new" "${text}")
  configure_file("${folder}/parser.c.new" "${folder}/parser.c" COPYONLY)
  # stack__iter, which follows all the ways through a stack of many versions. It ends with the way that
  # is at its end, and lets go of the others; the parse is then given up.
  file(READ "${source}/stack.c" text)
  bfclx_replace_once(text "while (self->iterators.size > 0) {" "while (self->iterators.size > 0) {
    if (self->slices.size > 0 && bfclx_parse_is_over()) {
      for (uint32_t k = 0; k < self->iterators.size; k++) {
        if (include_subtrees) {
          ts_subtree_array_delete(self->subtree_pool, &self->iterators.contents[k].subtrees);
        }
      }
      array_clear(&self->iterators);
      break;
    }")
  file(WRITE "${folder}/stack.c.new" "${text}")
  configure_file("${folder}/stack.c.new" "${folder}/stack.c" COPYONLY)
  file(READ "${source}/lexer.c" text)
  bfclx_replace_once(text "static const int32_t BYTE_ORDER_MARK" "#undef LOG
#define LOG(message, character)

static const int32_t BYTE_ORDER_MARK")
  file(WRITE "${folder}/lexer.c.new" "${text}")
  configure_file("${folder}/lexer.c.new" "${folder}/lexer.c" COPYONLY)
  # Its #include of lexer.c, parser.c and stack.c takes the one beside it; all others are found in the include folder.
  configure_file("${source}/lib.c" "${folder}/lib.c" COPYONLY)
endfunction()

# bfclx_lean_grammar(<language>): its parser.c without the table that only queries read, which packs badly.
function(bfclx_lean_grammar language)
  set(source "${PROJECT_SOURCE_DIR}/third_party/tree-sitter-${language}/src/parser.c")
  set(lean "${PROJECT_BINARY_DIR}/tree_sitter/${language}/parser.c")
  file(READ "${source}" text)
  bfclx_replace_once(text ".primary_state_ids = ts_primary_state_ids," "")
  file(WRITE "${lean}.new" "${text}")
  configure_file("${lean}.new" "${lean}" COPYONLY)
  get_target_property(sources bfclx_tree_sitter_${language} SOURCES)
  list(TRANSFORM sources REPLACE "^${source}$" "${lean}")
  set_target_properties(bfclx_tree_sitter_${language} PROPERTIES SOURCES "${sources}")
endfunction()

if(BFCLX_WITH_GRAMMARS)
  bfclx_c_library(bfclx_tree_sitter
    FOLDER tree-sitter
    SOURCES tree_sitter/core/lib/src/lib.c
    INCLUDES tree_sitter/core/lib/include
    PRIVATE_INCLUDES tree_sitter/core/lib/src)
  set(source "${PROJECT_SOURCE_DIR}/third_party/tree-sitter/tree_sitter/core/lib/src")
  set(folder "${PROJECT_BINARY_DIR}/tree_sitter")
  bfclx_bound_parser("${source}" "${folder}")
  set_target_properties(bfclx_tree_sitter PROPERTIES SOURCES "${folder}/lib.c")
  target_compile_definitions(bfclx_tree_sitter PRIVATE
    ts_malloc=bfclx_parse_malloc ts_calloc=bfclx_parse_calloc ts_realloc=bfclx_parse_realloc
    ts_free=bfclx_parse_free)
  if(NOT EMSCRIPTEN)
    set_target_properties(bfclx_tree_sitter PROPERTIES POSITION_INDEPENDENT_CODE ON)  # it names stderr
  endif()
  target_compile_options(bfclx_tree_sitter PRIVATE
    -include "${PROJECT_SOURCE_DIR}/core/languages/parse_bounds.h")
  bfclx_c_library(bfclx_tree_sitter_java
    FOLDER tree-sitter-java
    SOURCES src/parser.c
    PRIVATE_INCLUDES src)
  bfclx_c_library(bfclx_tree_sitter_javascript
    FOLDER tree-sitter-javascript
    SOURCES src/parser.c src/scanner.c
    PRIVATE_INCLUDES src)
  if(EMSCRIPTEN)
    bfclx_lean_grammar(java)
    bfclx_lean_grammar(javascript)
  endif()
endif()

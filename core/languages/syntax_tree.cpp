#include "core/languages/syntax_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "core/base/encodable.h"
#include "core/languages/parse_bounds.h"

namespace {

using bfclx::languages::kMaxParseBytes;

// What is left to the parse that runs on this thread.
thread_local std::uint64_t steps_left = 0;
thread_local std::size_t bytes_taken = 0;

// In front of each piece of memory: how much of it there is, and its neighbours among the pieces
// that one parse has taken.
struct alignas(std::max_align_t) Header {
  Header* previous;
  Header* next;
  std::size_t size;
};
// The last piece of the parse that runs on this thread.
thread_local Header* newest = nullptr;

Header* header_of(void* memory) { return static_cast<Header*>(memory) - 1; }

void take(std::size_t bytes) {
  bytes_taken += bytes;
  if (bytes_taken > kMaxParseBytes) steps_left = 0;
}

void free_all(Header* piece) {
  while (piece != nullptr) {
    Header* const next = piece->next;
    ::operator delete(piece);
    piece = next;
  }
}

// The memory of a parse. When an allocation ends it by an exception, that passes over what its C
// would have freed.
class ParseMemory {
 public:
  ParseMemory() { newest = nullptr; }
  ParseMemory(const ParseMemory&) = delete;
  ParseMemory& operator=(const ParseMemory&) = delete;
  ~ParseMemory() { free_all(take()); }
  // What is left at the end is the tree's.
  static Header* take() { return std::exchange(newest, nullptr); }
};

}  // namespace

extern "C" {

bool bfclx_parse_step(std::uint32_t versions) {
  steps_left -= std::min<std::uint64_t>(steps_left, 1 + versions);
  return steps_left == 0;
}

bool bfclx_parse_is_over() { return steps_left == 0; }

void* bfclx_parse_malloc(std::size_t size) {
  take(size);
  auto* const header = new (::operator new(sizeof(Header) + size)) Header{nullptr, newest, size};
  if (newest != nullptr) newest->previous = header;
  newest = header;
  return header + 1;
}

void* bfclx_parse_calloc(std::size_t count, std::size_t size) {
  return std::memset(bfclx_parse_malloc(count * size), 0, count * size);
}

void* bfclx_parse_realloc(void* memory, std::size_t size) {
  if (memory == nullptr) return bfclx_parse_malloc(size);
  void* const larger = bfclx_parse_malloc(size);
  std::memcpy(larger, memory, std::min(size, header_of(memory)->size));
  bfclx_parse_free(memory);
  return larger;
}

void bfclx_parse_free(void* memory) {
  if (memory == nullptr) return;
  Header* const header = header_of(memory);
  bytes_taken -= std::min(bytes_taken, header->size);
  if (header == newest) newest = header->next;
  if (header->previous != nullptr) header->previous->next = header->next;
  if (header->next != nullptr) header->next->previous = header->previous;
  ::operator delete(header);
}

}  // extern "C"

namespace bfclx::languages {
namespace {

constexpr TSSymbol kErrorSymbol = static_cast<TSSymbol>(-1);

// White space is none, a run of letters, digits and whatever is not ASCII is one token.
bool has_too_many_tokens(std::string_view source) {
  if (source.size() <= kMaxSourceTokens) return false;
  std::size_t count = 0;
  bool in_word = false;
  for (const char c : source) {
    const bool word = static_cast<unsigned char>(c) >= 0x80 || (c >= '0' && c <= '9') ||
                      (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    const bool space = c == ' ' || (c >= '\t' && c <= '\r');
    if (word ? !in_word : !space) ++count;
    in_word = word;
  }
  return count > kMaxSourceTokens;
}

}  // namespace

bool is_too_long(std::string_view source) {
  return source.size() > kMaxSourceBytes || has_too_many_tokens(source);
}

Result<SyntaxTree> SyntaxTree::parse(const TSLanguage* language, std::string_view source) {
  BFCLX_RETURN_IF_ERROR(check_encodable(source));
  if (is_too_long(source)) {
    return Error{"Limit", "the source code is too long to be parsed"};
  }
  const ParseMemory memory;
  TSParser* parser = ts_parser_new();
  ts_parser_set_language(parser, language);
  steps_left = kMaxParseSteps;
  bytes_taken = 0;
  TSTree* tree = ts_parser_parse_string(parser, nullptr, source.data(),
                                        static_cast<std::uint32_t>(source.size()));
  ts_parser_delete(parser);
  // A tree of a part of the ways through the stack counts as none.
  if (tree == nullptr || steps_left == 0)
    return Error{"Limit", "the source code takes too many steps to be parsed"};
  return SyntaxTree(tree, ParseMemory::take());
}

SyntaxTree::~SyntaxTree() {
  // ts_tree_delete may allocate.
  free_all(static_cast<Header*>(memory_));
}

bool SyntaxTree::prints_error() const {
  const TSNode top = root();
  if (!ts_node_has_error(top)) return false;
  TSTreeCursor cursor = ts_tree_cursor_new(top);
  bool found = false;
  for (bool more = true; more && !found;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    found = ts_node_symbol(node) == kErrorSymbol;
    more = ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor);
    while (!more) {
      more = ts_tree_cursor_goto_next_sibling(&cursor);
      if (!more && !ts_tree_cursor_goto_parent(&cursor)) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}

Result<TSNode> child_at(TSNode node, std::size_t index) {
  for (Children child(node); child; child.next()) {
    if (index-- == 0) return child.node();
  }
  return Error{"IndexError", "list index out of range"};
}

Error repeated_argument() {
  return Error{"Exception", "Error: Multiple arguments with the same name are not supported."};
}

}  // namespace bfclx::languages

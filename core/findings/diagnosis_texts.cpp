// How a response's text ends: in the middle of a call, in a loop, or as it was meant to.
#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/base/text_search.h"
#include "core/dataset/json_scanner.h"
#include "core/findings/diagnosis_parts.h"

namespace bfclx::diagnosis {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

struct Tag {
  std::string_view open;
  std::string_view close;
};
constexpr Tag kCallTags[] = {
    {"<tool_call>", "</tool_call>"},
    {"<TOOLCALL>", "</TOOLCALL>"},
    {"<|tool_call_start|>", "<|tool_call_end|>"},
};
constexpr Tag kThought = {"<think>", "</think>"};

// What follows the last opening tag; nothing where a closing one comes after it, or there is none.
bool is_open(std::string_view text, const Tag& tag, std::string_view& inside) {
  const std::size_t open = text.rfind(tag.open);
  if (open == std::string_view::npos) return false;
  inside = text.substr(open + tag.open.size());
  return inside.find(tag.close) == std::string_view::npos;
}

// The last byte that is not blank is one of these.
bool ends_with_one_of(std::string_view text, std::string_view bytes) {
  const std::size_t last = text.find_last_not_of(kBlanks);
  return last != std::string_view::npos && bytes.find(text[last]) != std::string_view::npos;
}

constexpr std::string_view kClosing = "]})";

// A bracket that closes, a sentence or a fence: the text was written to its end, if badly.
bool has_an_end(std::string_view text) {
  constexpr std::string_view kFence = "```";
  const std::size_t size = text.find_last_not_of(kBlanks) + 1;  // 0: there is none
  const bool fence = size > kFence.size() && text.substr(size - kFence.size(), 3) == kFence;
  return fence || ends_with_one_of(text, kClosing) || ends_with_one_of(text, ".!?");
}

bool ends_inside_brackets(std::string_view text) {
  if (has_an_end(text)) return false;
  std::size_t open = 0;
  QuoteReader quotes;
  for (const char c : text) {
    if (!quotes.is_code(c)) continue;
    if (c == '[' || c == '{' || c == '(') {
      ++open;
    } else if ((c == ']' || c == '}' || c == ')') && open > 0) {
      --open;
    }
  }
  return open > 0;
}

// Whether the last opening tag stands where a closing one belongs, as some models write it: a call
// came before, and the text since the last tag is whole.
bool closes_something(std::string_view text, const Tag& tag) {
  const std::string_view before = text.substr(0, text.rfind(tag.open));
  const std::size_t open = before.rfind(tag.open);
  if (open == std::string_view::npos) return false;
  const std::size_t close = before.rfind(tag.close);
  const std::size_t begin = close != std::string_view::npos && close > open
                                ? close + tag.close.size()
                                : open + tag.open.size();
  const std::string_view passage = before.substr(begin);
  return passage.find_first_not_of(kBlanks) != std::string_view::npos &&
         !ends_inside_brackets(passage);
}

// Calls or an object begin here: brackets and quotes are code, not prose.
bool begins_as_code(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n`");
  return first != std::string_view::npos && (text[first] == '[' || text[first] == '{');
}

// The shortest period of the text, by the borders of its reverse.
std::size_t period_of(std::string_view text) {
  const auto at = [&](std::size_t i) { return text[text.size() - 1 - i]; };
  std::vector<std::size_t> border(text.size(), 0);
  for (std::size_t i = 1, length = 0; i < text.size(); ++i) {
    while (length > 0 && at(i) != at(length)) length = border[length - 1];
    if (at(i) == at(length)) ++length;
    border[i] = length;
  }
  return text.size() - border.back();
}

// How many different passages of eight bytes the text has.
std::size_t different_passages(std::string_view text) {
  std::unordered_set<std::uint64_t> seen;
  for (std::size_t i = 0; i + sizeof(std::uint64_t) <= text.size(); ++i) {
    std::uint64_t passage = 0;
    std::memcpy(&passage, text.data() + i, sizeof passage);
    seen.insert(passage);
  }
  return seen.size();
}

}  // namespace

bool ends_in_a_loop(std::string_view text) {
  constexpr std::size_t kFewestBytes = 64;
  constexpr std::size_t kTimes = 4;
  // A loop that varies (a number that counts up, blanks) needs more text to be told from a list.
  constexpr std::size_t kFewestVarying = 512;
  constexpr std::size_t kMostVarying = std::size_t{1} << 16;
  const std::string_view half = text.substr(text.size() - text.size() / 2);
  if (half.size() < kFewestBytes) return false;
  if (period_of(half) * kTimes <= half.size()) return true;
  // A bracket, a fence or a tag that closes: a long list.
  if (half.size() < kFewestVarying || ends_with_one_of(text, "]})`>")) return false;
  const std::string_view end = half.substr(half.size() - std::min(half.size(), kMostVarying));
  return different_passages(end) * kTimes <= end.size();
}

bool looks_cut(std::string_view text) {
  std::string_view inside;
  if (is_open(text, kThought, inside)) return true;
  for (const Tag& tag : kCallTags) {
    if (!is_open(text, tag, inside)) continue;
    const bool is_bare = inside.find_first_not_of(kBlanks) == std::string_view::npos;
    if (is_bare ? !closes_something(text, tag) : ends_inside_brackets(inside)) return true;
  }
  return begins_as_code(text) && ends_inside_brackets(text);
}

JsonEnd json_end(std::string_view text) {
  bool at_end = false;
  const ReadBytes read = [&](std::uint64_t offset, char* buffer, std::size_t size) {
    at_end = offset >= text.size();
    return at_end ? std::size_t{0} : text.substr(offset).copy(buffer, size);
  };
  // A window of the size of the text: the usual one takes longer to clear than most texts to read.
  JsonScanner scanner(read, 0, std::min(text.size(), JsonScanner::kWindow));
  if (!scanner.value(JsonScanner::Form::kSkip).ok()) {
    return at_end ? JsonEnd::kTruncated : JsonEnd::kMalformed;
  }
  const std::string_view rest = text.substr(scanner.offset());
  return rest.find_first_not_of(kBlanks) == std::string_view::npos ? JsonEnd::kWhole
                                                                   : JsonEnd::kMalformed;
}

}  // namespace bfclx::diagnosis

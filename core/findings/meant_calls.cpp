#include "core/findings/meant_calls.h"

#include <algorithm>
#include <string>

#include "core/base/text_search.h"
#include "core/findings/diagnosis_parts.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

bool is_name_char(char c) {
  return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

// f(x=1) or f("x"), and not f() or f(momentum), which sentences about a function have too.
bool is_called_at(std::string_view text, std::size_t end) {
  constexpr std::size_t kLongestArgument = 80;
  while (end < text.size() && text[end] == ' ') ++end;
  if (end >= text.size() || text[end] != '(') return false;
  const std::string_view arguments = text.substr(end + 1, kLongestArgument);
  return arguments.substr(0, arguments.find(')')).find_first_of("=\"'") != std::string_view::npos;
}

// "name": "f", or {"f": ...}; `at` is where f stands between quotes.
bool is_member_at(std::string_view text, std::size_t at, std::size_t end) {
  constexpr std::string_view kKeys[] = {"name", "function", "tool_name"};
  const std::size_t before = text.find_last_not_of(" \n", at - 2);
  if (at < 2 || before == std::string_view::npos) return false;
  if (text[before] == ':') {
    const std::string_view key = text.substr(0, text.find_last_not_of(" \n\"'", before - 1) + 1);
    for (const std::string_view one : kKeys) {
      if (key.size() >= one.size() && key.substr(key.size() - one.size()) == one) return true;
    }
    return false;
  }
  const std::size_t after = text.find_first_not_of(" \n", end + 1);
  return text[before] == '{' && after != std::string_view::npos && text[after] == ':';
}

bool is_quoted(std::string_view text, std::size_t begin, std::size_t end) {
  return begin > 0 && end < text.size() && (text[begin - 1] == '"' || text[begin - 1] == '\'') &&
         text[end] == text[begin - 1];
}

// def f(x="a"): the text defines the function, as sample code does.
bool is_defined_at(std::string_view text, std::size_t at) {
  constexpr std::string_view kWords[] = {"def ", "function ", "class "};
  const std::string_view before = text.substr(0, at);
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
    return before.size() >= word.size() && before.substr(before.size() - word.size()) == word;
  });
}

// Where `name` is called in the text from `from` on; npos when it is not.
std::size_t call_of(std::string_view text, std::string_view name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ';
    const std::size_t end = at + name.size();
    if (is_quoted(text, at, end)
            ? is_member_at(text, at, end)
            : !is_name_char(before) && is_called_at(text, end) && !is_defined_at(text, at)) {
      return at;
    }
  }
  return std::string_view::npos;
}

// Behind the bracket that closes the one at `open`; the end of the text where none does.
std::size_t closed_at(std::string_view text, std::size_t open) {
  std::size_t depth = 0;
  QuoteReader quotes;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (!quotes.is_code(text[i])) continue;
    const bool opens = text[i] == '(' || text[i] == '[' || text[i] == '{';
    const bool closes = text[i] == ')' || text[i] == ']' || text[i] == '}';
    if (opens) ++depth;
    if (closes && --depth == 0) return i + 1;
  }
  return text.size();
}

// The brace that is open at `at`, searched for backwards; `at` where there is none.
std::size_t opened_before(std::string_view text, std::size_t at) {
  std::size_t closed = 0;
  for (std::size_t i = at; i-- > 0;) {
    if (text[i] == '}') ++closed;
    if (text[i] == '{' && closed-- == 0) return i;
  }
  return at;
}

bool is_word_char(char c) { return is_name_char(c) || c == '\''; }

// Three words in a row, or so many letters of a script that has no spaces: what calls, keys, labels
// and language tags do not have.
bool is_sentence(std::string_view text) {
  constexpr std::size_t kWords = 3;
  constexpr std::size_t kForeign = 12;  // bytes
  std::size_t words = 0;
  std::size_t foreign = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (static_cast<unsigned char>(text[i]) >= 0x80) {
      if (++foreign >= kForeign) return true;
      ++i;
      continue;
    }
    foreign = 0;
    if (is_word_char(text[i])) {
      while (i < text.size() && is_word_char(text[i])) ++i;
      if (++words >= kWords) return true;
    } else {
      const bool joins = text[i] == ' ' || text[i] == '\n' || text[i] == ',' || text[i] == '`';
      if (!joins) words = 0;
      ++i;
    }
  }
  return false;
}

// Where the call ends whose brackets open at `open`: one that is left open is cut, unless
// sentences come behind its name.
std::size_t end_of(std::string_view text, std::size_t open, std::size_t name_end) {
  const std::size_t end = closed_at(text, open);
  const bool stays_open = end == text.size() && text.find_last_of(")]}") != text.size() - 1;
  return stays_open && is_sentence(text.substr(name_end)) ? name_end : end;
}

CallRegion region_at(std::string_view text, std::size_t name, std::size_t size) {
  const std::size_t name_end = name + size;
  if (!is_quoted(text, name, name_end)) {
    return {name, name, end_of(text, text.find('(', name_end), name_end)};
  }
  const std::size_t begin = opened_before(text, name);
  return {name, begin, begin == name ? name_end : end_of(text, begin, name_end)};
}

// The region repeats what the entry says of the function: its doc, and no call of it.
bool is_doc(const Entry& entry, std::string_view region) {
  if (!entry.functions().is_list()) return false;
  for (const Value& function : entry.functions().items()) {
    const Value* text = function.is_dict() ? function.as_dict().find("description") : nullptr;
    if (text == nullptr || !text->is_str() || text->as_str().empty()) continue;
    if (region.find(text->as_str()) != std::string_view::npos) return true;
  }
  return false;
}

// The marks with which chat templates begin tool calls.
constexpr std::string_view kMarks[] = {
    "<tool_call>",    "<tool_calls>",  "<function_call>",     "<TOOLCALL>", "[TOOL_CALLS]",
    "<|python_tag|>", "<|tool_call|>", "<|tool_call_start|>", "<function=", "functools",
};

// The first call that a mark stands before, and no sentence between them; nullptr where there is
// none. A mark that has a sentence behind it marks no later call either, so each is looked at once.
const CallRegion* first_marked(std::string_view text, const std::vector<CallRegion>& calls) {
  auto first = calls.end();
  for (const std::string_view mark : kMarks) {
    std::size_t next = text.find(mark);
    for (auto call = calls.begin(); call != first; ++call) {
      std::size_t behind = std::string_view::npos;
      while (next != std::string_view::npos && next + mark.size() <= call->begin) {
        behind = next + mark.size();
        next = text.find(mark, next + 1);
      }
      if (behind == std::string_view::npos) continue;
      if (!is_sentence(text.substr(behind, call->begin - behind))) first = call;
      if (first == call) break;
    }
  }
  return first != calls.end() ? &*first : nullptr;
}

// Words of a text that gives a call as an example, or in place of an answer: it refuses, or it asks
// for what is missing.
constexpr std::string_view kExplaining[] = {
    "cannot",
    "can't",
    "unable to",
    "not able to",
    "do not have",
    "don't have",
    "none of the",
    "no function",
    "not suitable",
    "not relevant",
    "not related",
    "not applicable",
    "for your reference",
    "not provided",
    "is missing",
    "for example",
    "an example",
    "please provide",
    "please specify",
    "please share",
    "please let",
    "please confirm",
    "more information",
    "more details",
    "additional information",
    "would look like",
    "you can ",
    "you could ",
    "if you ",
};

bool explains(std::string_view prose) {
  const std::string lower = lower_ascii(prose);
  return std::any_of(std::begin(kExplaining), std::end(kExplaining),
                     [&lower](std::string_view words) { return contains(lower, words); });
}

// What is said of a call stands beside it.
constexpr std::size_t kBeside = 400;  // bytes

// Calls that no sentence stands between belong together.
bool belong_together(std::string_view text, const CallRegion& a, const CallRegion& b) {
  return !is_sentence(text.substr(a.end, b.begin - a.end));
}

std::string_view prose_behind(std::string_view text, const std::vector<CallRegion>& calls) {
  std::size_t last = 0;
  while (last + 1 < calls.size() && belong_together(text, calls[last], calls[last + 1])) ++last;
  return text.substr(calls[last].end, kBeside);
}

// The sentence that leads to the last calls, or the heading above them.
std::string_view lead_of(std::string_view text, const std::vector<CallRegion>& calls) {
  std::size_t first = calls.size() - 1;
  while (first > 0 && belong_together(text, calls[first - 1], calls[first])) --first;
  const std::size_t end = calls[first].begin;
  std::string_view lead = text.substr(end - std::min(end, kBeside), std::min(end, kBeside));
  const auto trim = [&] {
    while (!lead.empty() && !is_word_char(lead.back()) &&
           static_cast<unsigned char>(lead.back()) < 0x80) {
      lead.remove_suffix(1);
    }
  };
  trim();
  // The language of a fence is no word of a sentence.
  constexpr std::string_view kFence = "```";
  const std::size_t fence = lead.rfind(kFence);
  if (fence != std::string_view::npos &&
      std::all_of(lead.begin() + static_cast<std::ptrdiff_t>(fence + kFence.size()), lead.end(),
                  is_name_char)) {
    lead = lead.substr(0, fence);
    trim();
  }
  for (const std::string_view ends : {"\n\n", ". ", ".\n", "! ", "? "}) {
    const std::size_t at = lead.rfind(ends);
    if (at != std::string_view::npos) lead.remove_prefix(at + ends.size());
  }
  return lead;
}

// Calls of one spelling that are looked at: each may be read to the end of the text.
constexpr std::size_t kMostCalls = 100;

}  // namespace

std::vector<CallRegion> call_regions(const Entry& entry, std::string_view text) {
  std::vector<CallRegion> all;
  for (const std::string_view name : diagnosis::offered_names(entry)) {
    std::string underscored(name);
    std::replace(underscored.begin(), underscored.end(), '.', '_');
    const bool has_dots = underscored != name;
    for (const std::string_view spelling : {name, std::string_view(underscored)}) {
      if (spelling != name && !has_dots) continue;
      std::size_t at = call_of(text, spelling, 0);
      for (std::size_t i = 0; i < kMostCalls && at != std::string_view::npos; ++i) {
        all.push_back(region_at(text, at, spelling.size()));
        at = call_of(text, spelling, std::max(at + 1, all.back().end));
      }
      if (!has_dots) break;
    }
  }
  std::sort(all.begin(), all.end(),
            [](const CallRegion& a, const CallRegion& b) { return a.begin < b.begin; });
  std::vector<CallRegion> apart;
  for (const CallRegion& one : all) {
    if (!apart.empty() && one.begin < apart.back().end) continue;
    if (!is_doc(entry, text.substr(one.begin, one.end - one.begin))) apart.push_back(one);
  }
  return apart;
}

std::optional<std::size_t> meant_call(const Entry& entry, std::string_view text, bool text_calls) {
  constexpr std::string_view kThought = "</think>";
  const std::size_t thought = text.rfind(kThought);
  const std::size_t begin = thought == std::string_view::npos ? 0 : thought + kThought.size();
  const std::string_view answer = text.substr(begin);
  if (answer.find("<think>") != std::string_view::npos) return std::nullopt;  // it never ends
  const std::vector<CallRegion> calls = call_regions(entry, answer);
  if (calls.empty()) return std::nullopt;
  if (const CallRegion* marked = first_marked(answer, calls)) return begin + marked->name;
  if (!is_sentence(answer.substr(0, calls.front().begin))) {
    if (explains(prose_behind(answer, calls))) return std::nullopt;
    return begin + calls.front().name;
  }
  if (!text_calls || is_sentence(answer.substr(calls.back().end))) return std::nullopt;
  if (explains(lead_of(answer, calls))) return std::nullopt;
  return begin + calls.back().name;
}

}  // namespace bfclx

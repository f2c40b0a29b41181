#include "core/audit/meaning.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/check/agentic.h"
#include "core/check/ast_checker.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr int kMaxDepth = 64;
constexpr double kExactInteger = 9007199254740992.0;  // 2^53

std::string canonical_at(const Value& value, int depth);

std::string canonical_number(const Value& value) {
  if (value.is_float()) {
    const double number = value.as_float();
    if (number == std::floor(number) && std::fabs(number) <= kExactInteger) {
      return std::to_string(static_cast<std::int64_t>(number));
    }
  }
  return repr(value);
}

std::string joined(const std::vector<std::string>& parts, char open, char close) {
  std::string out(1, open);
  for (const std::string& part : parts) {
    if (out.size() > 1) out += ',';
    out += part;
  }
  return out + close;
}

std::string canonical_items(const Value& value, int depth) {
  std::vector<std::string> parts;
  for (const Value& item : value.items()) parts.push_back(canonical_at(item, depth + 1));
  return joined(parts, '[', ']');
}

std::string canonical_dict(const Value& value, int depth) {
  std::vector<std::string> parts;
  for (const auto& [key, item] : value.as_dict()) {
    parts.push_back((key.is_str() ? std::string(key.as_str()) : canonical_at(key, depth + 1)) +
                    ":" + canonical_at(item, depth + 1));
  }
  std::sort(parts.begin(), parts.end());
  return joined(parts, '{', '}');
}

std::string canonical_at(const Value& value, int depth) {
  if (depth > kMaxDepth) return "...";
  if (value.is_str()) return "\"" + standardize_string(value.as_str()) + "\"";
  if (value.is_int() || value.is_float()) return canonical_number(value);
  if (value.is_sequence()) return canonical_items(value, depth);
  if (value.is_dict()) return canonical_dict(value, depth);
  if (value.is_set()) {
    std::vector<std::string> parts;
    for (const Value& item : value.as_set()) parts.push_back(canonical_at(item, depth + 1));
    std::sort(parts.begin(), parts.end());
    return joined(parts, '<', '>');
  }
  return repr(value);
}

}  // namespace

std::string canonical_value(const Value& value) { return canonical_at(value, 0); }

std::string canonical_calls(const Value& calls) {
  if (!is_function_calling_format(calls)) return canonical_value(calls);
  std::vector<std::string> parts;
  for (const Value& call : calls.items()) {
    for (const auto& [name, arguments] : call.as_dict()) {
      parts.push_back((name.is_str() ? standardize_string(name.as_str()) : canonical_value(name)) +
                      canonical_value(arguments));
    }
  }
  std::sort(parts.begin(), parts.end());
  return joined(parts, '[', ']');
}

std::string normalized_call(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
    out += c == '"' ? '\'' : c;
  }
  return out;
}

std::uint64_t meaning_of(std::string_view canonical) {
  const std::uint64_t hash = hash_of_str(canonical);
  return hash == 0 ? 1 : hash;  // 0 is "none"
}

std::uint64_t meaning_of_calls(const Value& calls) {
  return is_empty_output(calls) ? meaning_of("no calls") : meaning_of(canonical_calls(calls));
}

std::uint64_t meaning_of_message(std::string_view message) {
  return meaning_of(standardize_agentic(message));
}

std::string_view stated_answer(std::string_view message) {
  static constexpr std::string_view kAnswer = "answer";
  static constexpr std::string_view kContext = "context";
  const std::size_t begin = message.find(kAnswer);
  if (begin == std::string_view::npos) return message;
  const std::size_t end = message.find(kContext, begin);
  if (end == std::string_view::npos) return message;
  return message.substr(begin + kAnswer.size(), end - begin - kAnswer.size());
}

std::string short_text(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  std::size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string short_value(const Value& value, std::size_t limit) {
  return short_text(repr(value), limit);
}

std::string short_calls(const Value& calls, std::size_t limit, std::string_view separator) {
  if (!is_function_calling_format(calls)) return short_value(calls, limit);
  std::string out;
  for (const Value& call : calls.items()) {
    for (const auto& [name, arguments] : call.as_dict()) {
      if (out.size() > limit) return short_text(out, limit);
      if (!out.empty()) out += separator;
      out += name.is_str() ? std::string(name.as_str()) : repr(name);
      out += '(';
      if (!arguments.is_dict()) {
        out += short_value(arguments, limit) + ")";
        continue;
      }
      bool first = true;
      for (const auto& [parameter, value] : arguments.as_dict()) {
        if (!first) out += ", ";
        first = false;
        out += (parameter.is_str() ? std::string(parameter.as_str()) : repr(parameter)) + "=" +
               short_value(value, limit);
        if (out.size() > limit) return short_text(out, limit);
      }
      out += ')';
    }
  }
  return short_text(out.empty() ? "(no call)" : out, limit);
}

}  // namespace bfclx

#include "core/check/javascript_types.h"

#include <optional>
#include <utility>

#include "core/base/float_text.h"
#include "core/base/unicode.h"
#include "core/check/findings.h"
#include "core/check/literal_text.h"
#include "core/value/dict.h"
#include "core/value/number_text.h"

namespace bfclx {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

bool is_quoted(std::string_view text) {
  return is_enclosed(text, '"', '"') || is_enclosed(text, '\'', '\'');
}

// parse_js_value
Value untyped_value(std::string_view text) {
  text = strip(text);
  if (text == "true") return Value::boolean(true);
  if (text == "false") return Value::boolean(false);
  if (is_quoted(text)) return Value::str(without_ends(text));
  if (std::optional<Value> number = int_or_float(text)) return std::move(*number);
  return Value::str(text);
}

// Behind `\bnew\s+Array\(` at the start of the text.
std::optional<std::size_t> skip_new_array(std::string_view text) {
  const auto after = skip_text(text, 0, "new");
  if (!after) return std::nullopt;
  const std::size_t name = skip_space(text, *after);
  if (name == *after) return std::nullopt;
  return skip_text(text, name, "Array(");
}

// The text that `\[\s*\[.*?\]\s*(,\s*\[.*?\]\s*)*\]` matches, or the same with `new Array(` and `)`
// around. Python's engine tries every split of the text into brackets; yet where a bracket is
// followed by `, [`, whatever it could find beyond is found from there as well, so one pass does.
std::optional<std::string_view> nested_array_text(std::string_view text) {
  std::optional<std::size_t> begin = skip_text(text, 0, "[");
  const char closing = begin ? ']' : ')';
  if (!begin) begin = skip_new_array(text);
  if (!begin) return std::nullopt;
  std::optional<std::size_t> inner = skip_text(text, skip_space(text, *begin), "[");
  if (!inner) return std::nullopt;
  NextOccurrence line_feed(text, "\n");
  std::size_t at = *inner;
  while (true) {
    const std::size_t bracket = text.find(']', at);
    if (bracket == kNone || line_feed.from(at) < bracket) return std::nullopt;
    const std::size_t after = skip_space(text, bracket + 1);
    if (after < text.size() && text[after] == closing) return text.substr(0, after + 1);
    at = bracket + 1;
    if (const auto comma = skip_text(text, after, ",")) {
      if (const auto next = skip_text(text, skip_space(text, *comma), "[")) at = *next;
    }
  }
}

// \[(.*?)\] at successive places.
Value nested_array(std::string_view text) {
  List rows;
  NextOccurrence closing(text, "]");
  NextOccurrence line_feed(text, "\n");
  std::size_t at = 0;
  while (true) {
    const std::size_t open = text.find('[', at);
    if (open == kNone) break;
    const std::size_t close = closing.from(open + 1);
    if (close == kNone) break;
    const std::size_t line_end = line_feed.from(open + 1);
    if (line_end < close) {
      at = line_end;  // a later bracket in this line does not reach further
      continue;
    }
    std::string_view row = strip(text.substr(open + 1, close - open - 1));
    // The first match begins at the outer bracket.
    if (rows.empty() && row.starts_with('[')) row.remove_prefix(1);
    List elements;
    for (const std::string_view part : split_on_commas(row)) {
      elements.push_back(untyped_value(part));
    }
    rows.push_back(Value::list(std::move(elements)));
    at = close + 1;
  }
  return Value::list(std::move(rows));
}

// The elements' text of `\[(.*?)\]|\bnew\s+Array\((.*?)\)`.
std::optional<std::string_view> array_elements(std::string_view text) {
  std::optional<std::size_t> begin = skip_text(text, 0, "[");
  const char closing = begin ? ']' : ')';
  if (!begin) begin = skip_new_array(text);
  if (!begin) return std::nullopt;
  const std::size_t end = text.find(closing, *begin);
  if (end == kNone || text.find('\n', *begin) < end) return std::nullopt;
  return strip(text.substr(*begin, end - *begin));
}

// Where an element does not convert, the whole array stays text.
Result<Value> array(std::string_view text, std::string_view nested_type) {
  const std::string_view code = strip(text);
  if (const auto nested = nested_array_text(code)) return nested_array(*nested);
  const auto listed = array_elements(code);
  if (!listed) return Value::str(code);
  List elements;
  if (listed->empty()) return Value::list();
  for (const std::string_view part : split_on_commas(*listed)) {
    if (nested_type.empty()) {
      elements.push_back(untyped_value(part));
      continue;
    }
    Result<Value> element = javascript_value(part, nested_type, {});
    if (!element.ok()) return Value::str(code);
    elements.push_back(std::move(element).value());
  }
  return Value::list(std::move(elements));
}

// ([^:]+):\s*(.*?)(?:,\s*(?=[^,]+:)|$) at successive places of a text in one line: a value ends at
// the first comma behind which another key comes.
class PairScanner {
 public:
  explicit PairScanner(std::string_view content)
      : content_(content), colon_(content, ":"), comma_(content, ",") {}

  struct Pair {
    std::string_view key;
    std::string_view value;
  };

  std::optional<Pair> next() {
    while (at_ < content_.size() && content_[at_] == ':') ++at_;
    const std::size_t colon = colon_.from(at_);
    if (at_ >= content_.size() || colon == kNone) return std::nullopt;
    const std::string_view key = content_.substr(at_, colon - at_);
    const std::size_t begin = skip_space(content_, colon + 1);
    std::size_t end = content_.size();
    at_ = end;
    for (std::size_t comma = comma_.from(begin); comma != kNone; comma = comma_.from(comma + 1)) {
      if (const auto next_key = key_behind(comma)) {
        end = comma;
        at_ = *next_key;
        break;
      }
    }
    return Pair{strip(key), strip(content_.substr(begin, end - begin))};
  }

 private:
  // Where the next pair begins, when `,\s*(?=[^,]+:)` matches at `comma`: one character at least
  // before a colon, without a comma between.
  std::optional<std::size_t> key_behind(std::size_t comma) {
    const std::size_t begin = skip_space(content_, comma + 1);
    if (begin >= content_.size()) return std::nullopt;
    const std::size_t limit = comma_.from(begin);
    const std::size_t colon = colon_.from(begin);
    if (colon == kNone || colon > limit) return std::nullopt;
    if (colon > begin) return begin;
    // A colon comes at once. White space before it serves as the key, all but the last of it
    // given to \s*; else the colon itself does, when there is a second one.
    const std::size_t second = content_.find(':', begin + 1);
    if (second < limit) return begin;
    if (begin == comma + 1) return std::nullopt;
    return last_space_before(begin);
  }

  std::size_t last_space_before(std::size_t end) const {
    do {
      --end;
    } while ((static_cast<unsigned char>(content_[end]) & 0xc0) == 0x80);
    return end;
  }

  std::string_view content_;
  NextOccurrence colon_;
  NextOccurrence comma_;
  std::size_t at_ = 0;
};

Result<Value> dict(std::string_view text, std::string_view) {
  const std::string_view code = strip(text);
  if (code == "{}") return Value::dict();
  const std::size_t close = code.find('}');
  if (!code.starts_with('{') || close == kNone || code.find('\n') < close) return Value::str(code);
  Dict entries;
  PairScanner pairs(code.substr(1, close - 1));
  while (const auto pair = pairs.next()) {
    const std::string_view key = strip_chars(pair->key, "'\"");
    if (is_enclosed(pair->value, '[', ']')) {
      BFCLX_ASSIGN_OR_RETURN(Value elements, array(pair->value, {}));
      entries.set(key, std::move(elements));
    } else {
      // No dict can stand here: the text ends before the first closing brace.
      entries.set(key, untyped_value(strip_chars(pair->value, "'\"")));
    }
  }
  return Value::dict(std::move(entries));
}

Result<Value> quoted_text(std::string_view text, std::string_view) {
  return Value::str(is_quoted(text) ? without_ends(text) : text);
}

Result<Value> plain_text(std::string_view text, std::string_view) { return Value::str(text); }

Result<Value> integer(std::string_view text, std::string_view) {
  if (const auto digits = match_number(text, {})) return python_int(*digits);
  return Value::str(text);
}

Result<Value> real(std::string_view text, std::string_view) {
  const auto digits = match_number(text, {.fraction = true});
  if (!digits) return Value::str(text);
  BFCLX_ASSIGN_OR_RETURN(const double number, python_float(*digits));
  return Value::real(number);
}

// The last character goes before int() reads the rest: where that is a line feed, the n stays.
Result<Value> big_integer(std::string_view text, std::string_view) {
  if (!match_number(text, {.suffixes = "n"})) return Value::str(text);
  return python_int(text.substr(0, text.size() - 1));
}

Result<Value> boolean(std::string_view text, std::string_view) {
  if (text == "true" || text == "false") return Value::boolean(text == "true");
  return Value::str(text);
}

struct Converter {
  std::string_view type;
  Result<Value> (*convert)(std::string_view text, std::string_view nested_type);
};

constexpr Converter kConverters[] = {
    {"String", quoted_text}, {"any", plain_text}, {"integer", integer},    {"dict", dict},
    {"array", array},        {"float", real},     {"Bigint", big_integer}, {"Boolean", boolean},
};

}  // namespace

Result<Value> javascript_value(std::string_view text, std::string_view type,
                               std::string_view nested_type) {
  for (const Converter& converter : kConverters) {
    if (converter.type == type) return converter.convert(text, nested_type);
  }
  return Error{"ValueError", concat({"Unsupported type: ", type})};
}

}  // namespace bfclx

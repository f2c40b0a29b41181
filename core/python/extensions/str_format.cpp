// As Objects/stringlib/unicode_format.h.
#include "core/python/extensions/str_format.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/extensions/format.h"
#include "core/python/objects/methods.h"
#include "core/python/objects/operators.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

constexpr int kMostNesting = 2;  // of format specifications

// A number in the name of a field: nullopt for a text.
Result<std::optional<std::int64_t>> number_in(std::string_view text) {
  constexpr std::int64_t kMost = INT64_MAX;
  if (text.empty()) return std::optional<std::int64_t>();
  std::int64_t number = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const int digit = decimal_value(next_code_point(text, offset));
    if (digit < 0) return std::optional<std::int64_t>();
    if (number > (kMost - digit) / 10) {
      return value_error("Too many decimal digits in format string");
    }
    number = number * 10 + digit;
  }
  return std::optional<std::int64_t>(number);
}

struct Field {
  std::string_view name;
  char32_t conversion = 0;
  std::string_view spec;
  bool nested = false;  // the specification has fields
};

class Formatter {
 public:
  // `positional` is nullptr for format_map.
  Formatter(const List* positional, const Value& keywords, const Arguments& arguments)
      : positional_(positional), keywords_(keywords), arguments_(arguments) {}

  Result<std::string> format(std::string_view text, int nesting);

 private:
  static Result<Field> read_field(std::string_view text, std::size_t& at);
  Result<std::string> format_field(const Field& field, int nesting);
  Result<Value> object_of(std::string_view name);
  Result<Value> first_of(std::string_view name);
  static Result<Value> part_of(const Value& object, std::string_view name, std::size_t& at);

  const List* positional_;
  const Value& keywords_;
  const Arguments& arguments_;
  enum class Numbering : std::uint8_t { kNone, kAutomatic, kManual } numbering_ = Numbering::kNone;
  std::int64_t next_ = 0;
};

Result<std::string> Formatter::format(std::string_view text, int nesting) {
  if (nesting == 0) return value_error("Max string recursion exceeded");
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t brace = std::min(text.find_first_of("{}", at), text.size());
    out += text.substr(at, brace - at);
    if (brace == text.size()) break;
    at = brace + 1;
    const bool doubled = at < text.size() && text[at] == text[brace];
    if (doubled) {
      out += text[at++];
      continue;
    }
    if (text[brace] == '}') return value_error("Single '}' encountered in format string");
    if (at == text.size()) return value_error("Single '{' encountered in format string");
    BFCLX_ASSIGN_OR_RETURN(const Field field, read_field(text, at));
    BFCLX_ASSIGN_OR_RETURN(const std::string shown, format_field(field, nesting));
    out += shown;
    if (out.size() > arguments_.max_bytes) return Error{"Limit", "result is too large"};
  }
  return out;
}

// `at` is behind the opening brace, then behind the closing one.
Result<Field> Formatter::read_field(std::string_view text, std::size_t& at) {
  Field field;
  const std::size_t begin = at;
  char c = '\0';
  for (; at < text.size() && c == '\0'; ++at) {
    if (text[at] == '{') return value_error("unexpected '{' in field name");
    if (text[at] == '[') {
      while (at + 1 < text.size() && text[at + 1] != ']') ++at;
    } else if (text[at] == '}' || text[at] == ':' || text[at] == '!') {
      c = text[at];
    }
  }
  if (c == '\0') return value_error("expected '}' before end of string");
  field.name = text.substr(begin, at - 1 - begin);
  if (c == '}') return field;
  if (c == '!') {
    if (at >= text.size()) {
      return value_error("end of string while looking for conversion specifier");
    }
    field.conversion = next_code_point(text, at);
    if (at < text.size()) {
      c = text[at++];
      if (c == '}') return field;
      if (c != ':') return value_error("expected ':' after conversion specifier");
    }
  }
  const std::size_t spec = at;
  for (int open = 1; at < text.size(); ++at) {
    if (text[at] == '{') {
      field.nested = true;
      ++open;
    } else if (text[at] == '}' && --open == 0) {
      field.spec = text.substr(spec, at++ - spec);
      return field;
    }
  }
  return value_error("unmatched '{' in format spec");
}

Result<std::string> Formatter::format_field(const Field& field, int nesting) {
  BFCLX_ASSIGN_OR_RETURN(Value object, object_of(field.name));
  if (arguments_.run != nullptr) {
    BFCLX_RETURN_IF_ERROR(arguments_.run->meter->pay_for_all(object));
  }
  if (field.conversion != 0) BFCLX_RETURN_IF_ERROR(check_digits(object));
  switch (field.conversion) {
    case 0:
      break;
    case 's':
      object = Value::str(str(object));
      break;
    case 'r':
      object = Value::str(repr(object));
      break;
    case 'a':
      object = Value::str(ascii_of(object));
      break;
    default: {
      std::string shown;
      if (field.conversion > 32 && field.conversion < 127) {
        shown = static_cast<char>(field.conversion);
      } else {
        shown = "\\x" + Value::integer(field.conversion).as_bigint().to_hex();
      }
      return value_error("Unknown conversion specifier " + shown);
    }
  }
  if (!field.nested) return format_value(object, field.spec);
  BFCLX_ASSIGN_OR_RETURN(const std::string spec, format(field.spec, nesting - 1));
  return format_value(object, spec);
}

Result<Value> Formatter::object_of(std::string_view name) {
  std::size_t at = std::min(name.find_first_of(".["), name.size());
  BFCLX_ASSIGN_OR_RETURN(Value object, first_of(name.substr(0, at)));
  while (at < name.size()) {
    BFCLX_ASSIGN_OR_RETURN(object, part_of(object, name, at));
  }
  return object;
}

Result<Value> Formatter::first_of(std::string_view name) {
  BFCLX_ASSIGN_OR_RETURN(std::optional<std::int64_t> number, number_in(name));
  const bool automatic = name.empty();
  if (automatic || number) {
    if (numbering_ == Numbering::kNone) {
      numbering_ = automatic ? Numbering::kAutomatic : Numbering::kManual;
    }
    if (automatic != (numbering_ == Numbering::kAutomatic)) {
      return value_error(automatic ? "cannot switch from manual field specification to automatic "
                                     "field numbering"
                                   : "cannot switch from automatic field numbering to manual "
                                     "field specification");
    }
  }
  if (automatic) number = next_++;
  if (!number) return subscript(keywords_, Value::str(name));
  if (positional_ == nullptr) {
    return value_error("Format string contains positional fields");
  }
  if (static_cast<std::size_t>(*number) >= positional_->size()) {
    return Error{"IndexError", "Replacement index " + std::to_string(*number) +
                                   " out of range for positional args tuple"};
  }
  return (*positional_)[static_cast<std::size_t>(*number)];
}

// object.name or object[name], where `at` is at the point or at the bracket.
Result<Value> Formatter::part_of(const Value& object, std::string_view name, std::size_t& at) {
  const char how = name[at++];
  if (how != '.' && how != '[') {
    return value_error("Only '.' or '[' may follow ']' in format field specifier");
  }
  const std::size_t begin = at;
  at = std::min(name.find_first_of(how == '.' ? ".[" : "]", at), name.size());
  const std::string_view part = name.substr(begin, at - begin);
  if (how == '[') {
    if (at == name.size()) return value_error("Missing ']' in format string");
    ++at;
  }
  if (part.empty()) return value_error("Empty attribute in format string");
  if (how == '.') return attribute(object, part);
  BFCLX_ASSIGN_OR_RETURN(const std::optional<std::int64_t> number, number_in(part));
  return subscript(object, number ? Value::integer(*number) : Value::str(part));
}

Result<Value> formatted(const Value& self, Formatter formatter) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, formatter.format(self.as_str(), kMostNesting));
  return Value::str(text);
}

}  // namespace

Result<Value> str_format(const Value& self, Arguments& arguments) {
  const Value keywords = Value::dict(arguments.keywords);
  return formatted(self, Formatter(&arguments.positional, keywords, arguments));
}

Result<Value> str_format_map(const Value& self, Arguments& arguments) {
  return formatted(self, Formatter(nullptr, arguments.positional[0], arguments));
}

}  // namespace bfclx::python

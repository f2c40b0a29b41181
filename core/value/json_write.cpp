#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/float_text.h"
#include "core/base/utf8.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

enum class Escaping : std::uint8_t {
  kAscii,        // ensure_ascii=True
  kPlain,        // ensure_ascii=False
  kNoSurrogate,  // as that, except that surrogates are escaped
};

void append_hex_escape(std::string& out, std::uint32_t unit) {
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out.push_back(kHex[(unit >> shift) & 15]);
}

void append_code_point_escape(std::string& out, char32_t c) {
  if (c < 0x10000) {
    append_hex_escape(out, c);
    return;
  }
  append_hex_escape(out, 0xD800 + ((c - 0x10000) >> 10));
  append_hex_escape(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
}

void append_control(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\b':
      out += "\\b";
      break;
    case '\f':
      out += "\\f";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      append_hex_escape(out, static_cast<std::uint8_t>(c));
  }
}

bool stays(char c, Escaping escaping) {
  const auto byte = static_cast<std::uint8_t>(c);
  if (byte < 0x20 || c == '"' || c == '\\') return false;
  if (byte < 0x7F) return true;
  if (escaping == Escaping::kAscii) return false;
  // 0xED leads every surrogate, and other code points.
  return escaping == Escaping::kPlain || byte != 0xED;
}

void append_string(std::string& out, std::string_view text, Escaping escaping) {
  out.push_back('"');
  std::size_t plain = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    if (stays(text[at], escaping)) {
      ++at;
      continue;
    }
    const std::size_t start = at;
    const char32_t c = next_code_point(text, at);
    const bool kept = escaping == Escaping::kNoSurrogate && c > 0x7F && (c < 0xD800 || c > 0xDFFF);
    if (kept) continue;
    out.append(text, plain, start - plain);
    plain = at;
    if (c < 0x7F) {
      append_control(out, static_cast<char>(c));
    } else {
      append_code_point_escape(out, c);
    }
  }
  out.append(text, plain, text.size() - plain);
  out.push_back('"');
}

void append_float(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value < 0 ? "-Infinity" : "Infinity";
  } else {
    append_float_repr(out, value);
  }
}

class JsonWriter {
 public:
  JsonWriter(std::string& out, const JsonStyle& style, Escaping escaping)
      : out_(out), style_(style), escaping_(escaping) {
    item_separator_ = style.item_separator;
    // json.dumps(x, indent=n) ends its lines with a bare comma.
    if (style.indent >= 0 && item_separator_ == ", ") item_separator_ = ",";
  }

  Status write(const Value& value) {
    switch (value.kind()) {
      case Value::Kind::kNone:
        out_ += "null";
        return {};
      case Value::Kind::kBool:
        out_ += value.as_bool() ? "true" : "false";
        return {};
      case Value::Kind::kInt:
        return write_int(value);
      case Value::Kind::kFloat:
        append_float(out_, value.as_float());
        return {};
      case Value::Kind::kStr:
        append_string(out_, value.as_str(), escaping_);
        return {};
      case Value::Kind::kList:
      case Value::Kind::kTuple:
        return write_container(value, "list");
      case Value::Kind::kDict:
        return write_container(value, "dict");
      default:
        return write_other(value);
    }
  }

 private:
  Status write_int(const Value& value) {
    const std::size_t start = out_.size();
    append_int(out_, value);
    const std::size_t digits = out_.size() - start - (out_[start] == '-' ? 1 : 0);
    if (digits > BigInt::kMaxStrDigits && !style_.lenient) {
      return Error{"ValueError",
                   "Exceeds the limit (4300 digits) for integer string conversion; use "
                   "sys.set_int_max_str_digits() to increase the limit"};
    }
    return {};
  }

  Status write_other(const Value& value) {
    if (style_.lenient) {
      append_string(out_, str(value), escaping_);
      return {};
    }
    return Error{"TypeError",
                 "Object of type " + std::string(type_name(value)) + " is not JSON serializable"};
  }

  Status write_container(const Value& value, std::string_view type) {
    const bool circular =
        value.shared() && std::find(open_.begin(), open_.end(), value.identity()) != open_.end();
    if (circular || depth_ >= kMaxJsonDepth) {
      if (style_.lenient) {
        out_ += "\"...\"";
        return {};
      }
      if (circular) return Error{"ValueError", "Circular reference detected"};
      return Error{"RecursionError", "maximum recursion depth exceeded while encoding a JSON " +
                                         std::string(type == "dict" ? "object" : "array")};
    }
    if (value.shared()) open_.push_back(value.identity());
    ++depth_;
    Status status = value.is_dict() ? write_dict(value.as_dict()) : write_list(value.items());
    --depth_;
    if (value.shared()) open_.pop_back();
    return status;
  }

  void new_line() {
    if (style_.indent < 0) return;
    out_.push_back('\n');
    out_.append(static_cast<std::size_t>(style_.indent) * depth_, ' ');
  }

  void close(char bracket) {
    --depth_;
    new_line();
    ++depth_;
    out_.push_back(bracket);
  }

  Status write_list(const List& items) {
    if (items.empty()) {
      out_ += "[]";
      return {};
    }
    out_.push_back('[');
    bool first = true;
    for (const Value& item : items) {
      if (!first) out_ += item_separator_;
      first = false;
      new_line();
      BFCLX_RETURN_IF_ERROR(write(item));
    }
    close(']');
    return {};
  }

  Status write_dict(const Dict& dict) {
    if (dict.empty()) {
      out_ += "{}";
      return {};
    }
    out_.push_back('{');
    bool first = true;
    if (!style_.sort_keys) {
      for (const Dict::Entry& entry : dict) BFCLX_RETURN_IF_ERROR(write_entry(entry, first));
    } else {
      std::vector<const Dict::Entry*> sorted;
      BFCLX_RETURN_IF_ERROR(sort_entries(dict, sorted));
      for (const Dict::Entry* entry : sorted) BFCLX_RETURN_IF_ERROR(write_entry(*entry, first));
    }
    close('}');
    return {};
  }

  // sorted(dict.items()) where all keys are str, or all are numbers. UTF-8 sorts as code points do.
  Status sort_entries(const Dict& dict, std::vector<const Dict::Entry*>& sorted) const {
    for (const Dict::Entry& entry : dict) sorted.push_back(&entry);
    const auto is_number = [](const Dict::Entry* e) { return e->key.is_real_number(); };
    const auto is_text = [](const Dict::Entry* e) { return e->key.is_str(); };
    if (std::all_of(sorted.begin(), sorted.end(), is_text)) {
      std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
        return a->key.as_str() < b->key.as_str();
      });
    } else if (std::all_of(sorted.begin(), sorted.end(), is_number)) {
      std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
        return compare_numbers(a->key, b->key) == -1;
      });
    } else if (!style_.lenient && sorted.size() > 1) {
      return unorderable(sorted);
    }
    return {};
  }

  static Error unorderable(const std::vector<const Dict::Entry*>& entries) {
    const auto kind = [](const Value& key) {
      return key.is_real_number() ? 1 : key.is_str() ? 2 : 3;
    };
    std::size_t at = 1;
    while (at + 1 < entries.size() && kind(entries[at]->key) != 3 &&
           kind(entries[at]->key) == kind(entries[at - 1]->key)) {
      ++at;
    }
    return {"TypeError", "'<' not supported between instances of '" +
                             std::string(type_name(entries[at]->key)) + "' and '" +
                             std::string(type_name(entries[at - 1]->key)) + "'"};
  }

  Status write_entry(const Dict::Entry& entry, bool& first) {
    if (!first) out_ += item_separator_;
    first = false;
    new_line();
    BFCLX_RETURN_IF_ERROR(write_key(entry.key));
    out_ += style_.key_separator;
    return write(entry.value);
  }

  // Scalars become the text that they are as values; what is no scalar is refused.
  Status write_key(const Value& key) {
    switch (key.kind()) {
      case Value::Kind::kStr:
        append_string(out_, key.as_str(), escaping_);
        return {};
      case Value::Kind::kNone:
      case Value::Kind::kBool:
      case Value::Kind::kInt:
      case Value::Kind::kFloat: {
        out_.push_back('"');
        BFCLX_RETURN_IF_ERROR(write(key));
        out_.push_back('"');
        return {};
      }
      default:
        if (style_.lenient) {
          append_string(out_, str(key), escaping_);
          return {};
        }
        return Error{"TypeError", "keys must be str, int, float, bool or None, not " +
                                      std::string(type_name(key))};
    }
  }

  std::string& out_;
  const JsonStyle& style_;
  const Escaping escaping_;
  std::string_view item_separator_;
  std::size_t depth_ = 0;
  std::vector<const void*> open_;  // shared containers around
};

}  // namespace

Result<std::string> json_dumps(const Value& value, const JsonStyle& style) {
  std::string out;
  JsonWriter writer(out, style, style.ensure_ascii ? Escaping::kAscii : Escaping::kPlain);
  BFCLX_RETURN_IF_ERROR(writer.write(value));
  return out;
}

void append_json(std::string& out, const Value& value) {
  JsonStyle style;
  style.ensure_ascii = false;
  style.lenient = true;
  const Status status = JsonWriter(out, style, Escaping::kNoSurrogate).write(value);
  assert(status.ok());
  static_cast<void>(status);
}

void append_json_str(std::string& out, std::string_view text) {
  append_string(out, text, Escaping::kNoSurrogate);
}

}  // namespace bfclx

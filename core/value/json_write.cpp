#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "core/base/float_text.h"
#include "core/base/utf8.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/known_texts.h"
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

constexpr bool stays(std::uint8_t byte, Escaping escaping) {
  if (byte < 0x20 || byte == '"' || byte == '\\') return false;
  if (byte < 0x7F) return true;
  if (escaping == Escaping::kAscii) return false;
  // 0xED leads every surrogate, and other code points.
  return escaping == Escaping::kPlain || byte != 0xED;
}

using StayingBytes = std::array<bool, 256>;
constexpr StayingBytes staying_bytes(Escaping escaping) {
  StayingBytes table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = stays(static_cast<std::uint8_t>(i), escaping);
  }
  return table;
}
constexpr std::array<StayingBytes, 3> kStaying = {staying_bytes(Escaping::kAscii),
                                                  staying_bytes(Escaping::kPlain),
                                                  staying_bytes(Escaping::kNoSurrogate)};

// Past the bytes from `at` on, eight at a time, that are ASCII and stay as they are in any string.
std::size_t skip_plain_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHigh = 0x8080808080808080;
  const auto zero_bytes = [](std::uint64_t word) { return (word - kOnes) & ~word & kHigh; };
  while (at + 8 <= text.size()) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    const std::uint64_t special =
        zero_bytes(word ^ (kOnes * '"')) | zero_bytes(word ^ (kOnes * '\\'));
    const std::uint64_t control = (word - kOnes * 0x20) & ~word & kHigh;
    const std::uint64_t from_7f = (word + kOnes) & kHigh;
    if (((special | control | from_7f) | (word & kHigh)) != 0) break;
    at += 8;
  }
  return at;
}

// How many bytes each byte of a text becomes; those of a code point are counted with its first.
using EscapedSizes = std::array<std::uint8_t, 256>;
constexpr EscapedSizes escaped_sizes(Escaping escaping) {
  EscapedSizes table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(i);
    const bool continues = byte >= 0x80 && byte < 0xC0;
    const bool escaped = escaping == Escaping::kAscii && byte >= 0x7F;
    if (stays(byte, escaping)) {
      table[i] = 1;
    } else if (escaped) {
      table[i] = continues ? 0 : byte < 0xF0 ? 6 : 12;
    } else {
      table[i] =
          byte == '"' || byte == '\\' || (byte >= '\b' && byte <= '\r' && byte != '\v') ? 2 : 6;
    }
  }
  return table;
}

// Room for long texts is made before they are written: growing by doubling takes up to three times
// their size.
constexpr std::size_t kLongText = std::size_t{64} << 10;
std::size_t escaped_size(std::string_view text, Escaping escaping) {
  static constexpr std::array<EscapedSizes, 3> kSizes = {escaped_sizes(Escaping::kAscii),
                                                         escaped_sizes(Escaping::kPlain),
                                                         escaped_sizes(Escaping::kNoSurrogate)};
  const EscapedSizes& sizes = kSizes[static_cast<std::size_t>(escaping)];
  std::size_t size = 2;
  for (const char c : text) size += sizes[static_cast<std::uint8_t>(c)];
  return size;
}

void append_string(std::string& out, std::string_view text, Escaping escaping) {
  out.push_back('"');
  const StayingBytes& staying = kStaying[static_cast<std::size_t>(escaping)];
  std::size_t plain = 0;
  std::size_t at = 0;
  while (true) {
    at = skip_plain_ascii(text, at);
    while (at < text.size() && staying[static_cast<std::uint8_t>(text[at])]) ++at;
    if (at == text.size()) break;
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
  // Texts of `known` must be of this style.
  JsonWriter(std::string& out, const JsonStyle& style, Escaping escaping,
             const KnownTexts* known = nullptr)
      : out_(out), style_(style), escaping_(escaping), known_(known) {
    item_separator_ = style.item_separator;
    // json.dumps(x, indent=n) ends its lines with a bare comma.
    if (style.indent >= 0 && item_separator_ == ", ") item_separator_ = ",";
  }

  // False where Python would raise: error() says what.
  bool write(const Value& value) {
    switch (value.kind()) {
      case Value::Kind::kNone:
        out_ += "null";
        return true;
      case Value::Kind::kBool:
        out_ += value.as_bool() ? "true" : "false";
        return true;
      case Value::Kind::kInt:
        return write_int(value);
      case Value::Kind::kFloat:
        append_float(out_, value.as_float());
        return true;
      case Value::Kind::kStr:
        write_text(value.as_str());
        return true;
      case Value::Kind::kList:
      case Value::Kind::kTuple:
        return write_container(value, "list");
      case Value::Kind::kDict:
        return write_container(value, "dict");
      default:
        return write_other(value);
    }
  }

  Error& error() { return error_; }

  // Leaves long texts out; what they will take. The rest is written as ever.
  void leave_out_long_texts() { leaves_out_ = true; }
  std::size_t left_out() const { return left_out_; }

 private:
  void write_text(std::string_view text) {
    if (leaves_out_ && text.size() >= kLongText) {
      left_out_ += escaped_size(text, escaping_);
    } else {
      append_string(out_, text, escaping_);
    }
  }

  bool write_int(const Value& value) {
    const std::size_t start = out_.size();
    append_int(out_, value);
    const std::size_t digits = out_.size() - start - (out_[start] == '-' ? 1 : 0);
    if (digits > BigInt::kMaxStrDigits && !style_.lenient) return fail(too_many_digits());
    return true;
  }

  bool write_other(const Value& value) {
    if (style_.lenient) {
      write_text(str(value));
      return true;
    }
    return fail({"TypeError",
                 "Object of type " + std::string(type_name(value)) + " is not JSON serializable"});
  }

  bool write_container(const Value& value, std::string_view type) {
    if (known_ != nullptr) {
      if (const KnownTexts::Texts* texts = known_->find(value)) {
        if (!texts->json.ok()) return fail(texts->json.error());
        out_ += *texts->json;
        return true;
      }
    }
    const bool shared = value.shared();  // asked once: other threads take and drop references
    const bool circular =
        shared && std::find(open_.begin(), open_.end(), value.identity()) != open_.end();
    if (circular || depth_ >= kMaxJsonDepth) {
      if (style_.lenient) {
        out_ += "\"...\"";
        return true;
      }
      if (circular) return fail({"ValueError", "Circular reference detected"});
      return fail({"RecursionError", "maximum recursion depth exceeded while encoding a JSON " +
                                         std::string(type == "dict" ? "object" : "array")});
    }
    if (shared) open_.push_back(value.identity());
    ++depth_;
    const bool good = value.is_dict() ? write_dict(value.as_dict()) : write_list(value.items());
    --depth_;
    if (shared) open_.pop_back();
    return good;
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

  bool write_list(const List& items) {
    if (items.empty()) {
      out_ += "[]";
      return true;
    }
    out_.push_back('[');
    bool first = true;
    for (const Value& item : items) {
      if (!first) out_ += item_separator_;
      first = false;
      new_line();
      if (!write(item)) return false;
    }
    close(']');
    return true;
  }

  bool write_dict(const Dict& dict) {
    if (dict.empty()) {
      out_ += "{}";
      return true;
    }
    out_.push_back('{');
    bool first = true;
    if (!style_.sort_keys) {
      for (const Dict::Entry& entry : dict) {
        if (!write_entry(entry, first)) return false;
      }
    } else {
      std::vector<const Dict::Entry*> sorted;
      if (!sort_entries(dict, sorted)) return false;
      for (const Dict::Entry* entry : sorted) {
        if (!write_entry(*entry, first)) return false;
      }
    }
    close('}');
    return true;
  }

  // sorted(dict.items()) where all keys are str, or all are numbers. UTF-8 sorts as code points do.
  bool sort_entries(const Dict& dict, std::vector<const Dict::Entry*>& sorted) {
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
      return fail(unorderable(sorted));
    }
    return true;
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

  bool write_entry(const Dict::Entry& entry, bool& first) {
    if (!first) out_ += item_separator_;
    first = false;
    new_line();
    if (!write_key(entry.key)) return false;
    out_ += style_.key_separator;
    return write(entry.value);
  }

  // Scalars become the text that they are as values; what is no scalar is refused.
  bool write_key(const Value& key) {
    switch (key.kind()) {
      case Value::Kind::kStr:
        write_text(key.as_str());
        return true;
      case Value::Kind::kNone:
      case Value::Kind::kBool:
      case Value::Kind::kInt:
      case Value::Kind::kFloat: {
        out_.push_back('"');
        if (!write(key)) return false;
        out_.push_back('"');
        return true;
      }
      default:
        if (style_.lenient) {
          write_text(str(key));
          return true;
        }
        return fail({"TypeError", "keys must be str, int, float, bool or None, not " +
                                      std::string(type_name(key))});
    }
  }

  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }

  std::string& out_;
  const JsonStyle& style_;
  const Escaping escaping_;
  const KnownTexts* const known_;
  std::string_view item_separator_;
  std::size_t depth_ = 0;
  std::vector<const void*> open_;  // shared containers around
  bool leaves_out_ = false;
  std::size_t left_out_ = 0;
  Error error_{};
};

}  // namespace

Result<std::string> json_dumps(const Value& value, const JsonStyle& style) {
  const Escaping escaping = style.ensure_ascii ? Escaping::kAscii : Escaping::kPlain;
  std::string out;
  JsonWriter writer(out, style, escaping);
  writer.leave_out_long_texts();
  if (!writer.write(value)) return std::move(writer.error());
  if (writer.left_out() == 0) return out;
  const std::size_t size = out.size() + writer.left_out();
  out.clear();
  out.reserve(size);
  JsonWriter(out, style, escaping).write(value);
  return out;
}

Status append_json(std::string& out, const Value& value, const KnownTexts* known) {
  const JsonStyle style;
  JsonWriter writer(out, style, Escaping::kAscii, known);
  if (!writer.write(value)) return std::move(writer.error());
  return {};
}

void append_json(std::string& out, const Value& value) {
  JsonStyle style;
  style.ensure_ascii = false;
  style.lenient = true;
  const bool good = JsonWriter(out, style, Escaping::kNoSurrogate).write(value);
  assert(good);
  static_cast<void>(good);
}

void append_json_str(std::string& out, std::string_view text) {
  if (text.size() >= kLongText) {
    const std::size_t needed = out.size() + escaped_size(text, Escaping::kNoSurrogate) + 64;
    if (needed > out.capacity()) out.reserve(std::max(needed, 2 * out.capacity()));
  }
  append_string(out, text, Escaping::kNoSurrogate);
}

}  // namespace bfclx

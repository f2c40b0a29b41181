#include "core/value/repr.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "core/base/float_text.h"
#include "core/base/utf8.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/known_texts.h"

namespace bfclx {

namespace {

// A part of a complex number: as a float, yet without ".0".
void append_complex_part(std::string& out, double value) {
  append_float_repr(out, value);
  if (out.size() >= 2 && out.compare(out.size() - 2, 2, ".0") == 0) out.resize(out.size() - 2);
}

// Objects/complexobject.c: complex_repr.
void append_complex(std::string& out, Complex value) {
  if (value.real == 0 && !std::signbit(value.real)) {
    append_complex_part(out, value.imag);
    out.push_back('j');
    return;
  }
  out.push_back('(');
  append_complex_part(out, value.real);
  if (!std::signbit(value.imag) || std::isnan(value.imag)) out.push_back('+');
  append_complex_part(out, value.imag);
  out += "j)";
}

class ReprWriter {
 public:
  explicit ReprWriter(std::string& out, const KnownTexts* known = nullptr,
                      std::size_t enough = std::string::npos)
      : out_(out), known_(known), enough_(enough) {}

  void write(const Value& value) {
    switch (value.kind()) {
      case Value::Kind::kNone:
        out_ += "None";
        break;
      case Value::Kind::kBool:
        out_ += value.as_bool() ? "True" : "False";
        break;
      case Value::Kind::kInt:
        append_int(out_, value);
        break;
      case Value::Kind::kFloat:
        append_float_repr(out_, value.as_float());
        break;
      case Value::Kind::kComplex:
        append_complex(out_, value.as_complex());
        break;
      case Value::Kind::kEllipsis:
        out_ += "Ellipsis";
        break;
      case Value::Kind::kStr:
        write_str(value.as_str());
        break;
      case Value::Kind::kBytes:
        append_repr_bytes(out_, value.as_bytes());
        break;
      case Value::Kind::kOpaque:
        out_ += value.as_opaque().repr;
        break;
      default:
        write_container(value);
    }
  }

 private:
  bool is_full() const { return out_.size() >= enough_; }

  void write_str(std::string_view text) {
    if (text.size() <= enough_) return append_repr_str(out_, text);
    // The quotes that follow choose those around.
    std::string begin(text.substr(0, byte_offset_of(text, enough_)));
    if (begin.size() == text.size()) return append_repr_str(out_, text);
    for (const char quote : {'\'', '"'}) {
      if (text.find(quote) != std::string_view::npos) begin += quote;
    }
    append_repr_str(out_, begin);
  }

  // What a container prints as inside itself.
  static std::string_view recursion_mark(Value::Kind kind) {
    switch (kind) {
      case Value::Kind::kList:
        return "[...]";
      case Value::Kind::kTuple:
        return "(...)";
      case Value::Kind::kDict:
        return "{...}";
      default:
        return "set(...)";
    }
  }

  void write_container(const Value& value) {
    if (known_ != nullptr) {
      const KnownTexts::Texts* texts = known_->find(value);
      if (texts != nullptr && !texts->repr.empty()) {
        out_ += texts->repr;
        return;
      }
    }
    const bool shared = value.shared();
    if (shared) {
      if (std::find(open_.begin(), open_.end(), value.identity()) != open_.end()) {
        out_ += recursion_mark(value.kind());
        return;
      }
      open_.push_back(value.identity());
    }
    switch (value.kind()) {
      case Value::Kind::kList:
        write_items('[', value.items(), "]");
        break;
      case Value::Kind::kTuple:
        write_items('(', value.items(), value.items().size() == 1 ? ",)" : ")");
        break;
      case Value::Kind::kDict:
        write_dict(value.as_dict());
        break;
      default:
        write_set(value.as_set());
    }
    if (shared) open_.pop_back();
  }

  void write_items(char open, const List& items, std::string_view close) {
    out_.push_back(open);
    bool first = true;
    for (const Value& item : items) {
      if (is_full()) return;
      if (!first) out_ += ", ";
      first = false;
      write(item);
    }
    out_ += close;
  }

  void write_dict(const Dict& dict) {
    out_.push_back('{');
    bool first = true;
    for (const Dict::Entry& entry : dict) {
      if (is_full()) return;
      if (!first) out_ += ", ";
      first = false;
      write(entry.key);
      out_ += ": ";
      write(entry.value);
    }
    out_.push_back('}');
  }

  void write_set(const Set& set) {
    if (set.empty()) {
      out_ += "set()";
    } else {
      write_items('{', set.ordered_items(), "}");
    }
  }

  std::string& out_;
  const KnownTexts* const known_;
  const std::size_t enough_;
  std::vector<const void*> open_;  // shared containers around
};

}  // namespace

std::string repr_begin(const Value& value, std::size_t size) {
  std::string text;
  ReprWriter(text, nullptr, size).write(value);
  return text;
}

void append_int(std::string& out, const Value& value) {
  if (!value.is_small_int()) {
    out += value.as_bigint().to_decimal();
    return;
  }
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, value.as_int64()).ptr);
}

// Objects/bytesobject.c: PyBytes_Repr.
void append_repr_bytes(std::string& out, std::string_view octets) {
  constexpr char kHex[] = "0123456789abcdef";
  const bool single = octets.find('\'') != std::string_view::npos;
  const char quote = single && octets.find('"') == std::string_view::npos ? '"' : '\'';
  out.push_back('b');
  out.push_back(quote);
  for (const char c : octets) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (c == quote || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (byte < 0x20 || byte >= 0x7F) {
      out += "\\x";
      out.push_back(kHex[byte >> 4]);
      out.push_back(kHex[byte & 15]);
    } else {
      out.push_back(c);
    }
  }
  out.push_back(quote);
}

void append_repr(std::string& out, const Value& value) { ReprWriter(out).write(value); }

void append_repr(std::string& out, const Value& value, const KnownTexts* known) {
  ReprWriter(out, known).write(value);
}

std::string repr(const Value& value) {
  std::string out;
  append_repr(out, value);
  return out;
}

std::string str(const Value& value) {
  if (value.is_str()) return std::string(value.as_str());
  if (value.kind() == Value::Kind::kOpaque) return value.as_opaque().str;
  return repr(value);
}

namespace {

// Whether there is anything in it for check_digits to look at.
bool may_hold_ints(const Value& value) {
  return value.is_sequence() || value.is_dict() || value.is_set() ||
         (value.is_int() && !value.is_small_int());
}

bool has_too_many_digits(const Value& number) {
  const BigInt integer = number.as_bigint();
  // An int of more than 4300 digits has at least 14285 bits.
  if (integer.bit_length() < 14285) return false;
  const std::size_t sign = integer.negative() ? 1 : 0;
  return integer.to_decimal().size() - sign > BigInt::kMaxStrDigits;
}

}  // namespace

Error too_many_digits() {
  return {"ValueError",
          "Exceeds the limit (4300 digits) for integer string conversion; use "
          "sys.set_int_max_str_digits() to increase the limit"};
}

Status check_digits(const Value& value) {
  // Containers may hold themselves, and one object many times.
  std::unordered_set<const void*> seen;
  std::vector<const Value*> pending;
  const auto enter = [&](const Value& item) {
    if (!may_hold_ints(item)) return;
    if (item.shared() && !seen.insert(item.identity()).second) return;
    pending.push_back(&item);
  };
  enter(value);
  while (!pending.empty()) {
    const Value& next = *pending.back();
    pending.pop_back();
    if (next.is_int()) {
      if (!has_too_many_digits(next)) continue;
      return too_many_digits();
    }
    if (next.is_dict()) {
      for (const Dict::Entry& entry : next.as_dict()) {
        enter(entry.key);
        enter(entry.value);
      }
    } else if (next.is_set()) {
      for (const Value& item : next.as_set()) enter(item);
    } else {
      for (const Value& item : next.items()) enter(item);
    }
  }
  return {};
}

}  // namespace bfclx

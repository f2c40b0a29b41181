#include "core/dataset/json_scanner.h"

#include <algorithm>

#include "core/base/fnv.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr std::size_t kFlushSize = std::size_t{1} << 16;

// Of a key; no hash is wanted of other strings.
void mix(std::uint64_t* hash, string_view text) {
  if (hash != nullptr) *hash = fnv1a(text, *hash);
}

// What a string may hold without a closer look.
bool is_plain(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

}  // namespace

JsonScanner::JsonScanner(const ReadBytes& read, std::uint64_t offset, std::size_t window)
    : read_(read), window_offset_(offset) {
  buffer_.resize(std::max<std::size_t>(window, 1));
}

bool JsonScanner::refill() {
  if (ended_) return false;
  window_offset_ += size_;
  at_ = 0;
  size_ = read_(window_offset_, buffer_.data(), buffer_.size());
  ended_ = size_ == 0;
  return !ended_;
}

void JsonScanner::skip_space() {
  for (int c = peek(); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peek()) {
    if (form_ == Form::kRaw) pending_.push_back(static_cast<char>(c));
    ++at_;
  }
}

void JsonScanner::give(string_view text) {
  if (form_ == Form::kSkip) return;
  pending_ += text;
  if (pending_.size() >= kFlushSize) flush();
}

void JsonScanner::flush() {
  if (sink_ != nullptr && !pending_.empty()) (*sink_)(pending_);
  pending_.clear();
}

Status JsonScanner::error(string_view what) const {
  return Error{"JSONDecodeError", std::string(what), static_cast<std::size_t>(offset())};
}

bool JsonScanner::Keys::insert(std::uint64_t hash) {
  if (!many.empty()) return many.insert(hash).second;
  if (std::find(few.begin(), few.end(), hash) != few.end()) return false;
  few.push_back(hash);
  if (few.size() > kLinearKeys) many.insert(few.begin(), few.end());
  return true;
}

Status JsonScanner::value(Form form, const TextSink* sink) {
  skip_space();
  form_ = form;
  sink_ = sink;
  repeated_key_ = false;
  Status status = read_value(0);
  flush();
  form_ = Form::kSkip;
  sink_ = nullptr;
  return status;
}

Result<Value> JsonScanner::built() {
  std::string text;
  const TextSink sink = [&text](string_view part) { text += part; };
  BFCLX_RETURN_IF_ERROR(value(Form::kRaw, &sink));
  return json_loads(text);
}

Status JsonScanner::open_object() {
  skip_space();
  if (peek() != '{') return error("expected an object");
  ++at_;
  first_key_ = true;
  return {};
}

Result<bool> JsonScanner::next_key(std::string& key) {
  skip_space();
  const int c = peek();
  if (c == '}') {
    ++at_;
    return false;
  }
  if (!first_key_) {
    if (c != ',') return error("expected a comma or a closing bracket").error();
    ++at_;
    skip_space();
  }
  first_key_ = false;
  if (peek() != '"') return error("expected a key in double quotes").error();
  key.clear();
  const TextSink sink = [&key](string_view text) { key += text; };
  form_ = Form::kRaw;
  sink_ = &sink;
  Status status = read_string(nullptr);
  flush();
  form_ = Form::kSkip;
  sink_ = nullptr;
  BFCLX_RETURN_IF_ERROR(status);
  Result<Value> decoded = json_loads(key);
  if (!decoded.ok() || !decoded->is_str()) return error("expected a key").error();
  key = decoded->as_str();
  skip_space();
  if (peek() != ':') return error("expected a colon behind the key").error();
  ++at_;
  return true;
}

Status JsonScanner::read_value(int depth) {
  if (depth > static_cast<int>(kMaxJsonDepth)) {
    return Error{"RecursionError", "nested too deeply", static_cast<std::size_t>(offset())};
  }
  switch (const int c = peek()) {
    case '{':
      return read_object(depth);
    case '[':
      return read_array(depth);
    case '"':
      return read_string(nullptr);
    case 't':
      return read_word("true");
    case 'f':
      return read_word("false");
    case 'n':
      return read_word("null");
    case 'N':
      return read_word("NaN");
    case 'I':
      return read_word("Infinity");
    default:
      if (c == '-' || is_digit(c)) return read_number();
      return error(c < 0 ? "the text ends within a value" : "expected a value");
  }
}

Status JsonScanner::read_object(int depth) {
  ++at_;
  give("{");
  skip_space();
  if (peek() == '}') {
    ++at_;
    give("}");
    return {};
  }
  const bool rewritten = form_ == Form::kRewritten;
  Keys keys;
  while (true) {
    if (peek() != '"') return error("expected a key in double quotes");
    std::uint64_t hash = kFnvStart;
    BFCLX_RETURN_IF_ERROR(read_string(&hash));
    if (!keys.insert(hash)) repeated_key_ = true;
    skip_space();
    if (peek() != ':') return error("expected a colon behind the key");
    ++at_;
    give(rewritten ? ": " : ":");
    skip_space();
    BFCLX_RETURN_IF_ERROR(read_value(depth + 1));
    skip_space();
    const int c = peek();
    if (c != ',' && c != '}') return error("expected a comma or a closing bracket");
    ++at_;
    give(c == '}' ? "}" : rewritten ? ", " : ",");
    if (c == '}') return {};
    skip_space();
  }
}

Status JsonScanner::read_array(int depth) {
  ++at_;
  give("[");
  skip_space();
  if (peek() == ']') {
    ++at_;
    give("]");
    return {};
  }
  const bool rewritten = form_ == Form::kRewritten;
  while (true) {
    BFCLX_RETURN_IF_ERROR(read_value(depth + 1));
    skip_space();
    const int c = peek();
    if (c != ',' && c != ']') return error("expected a comma or a closing bracket");
    ++at_;
    give(c == ']' ? "]" : rewritten ? ", " : ",");
    if (c == ']') return {};
    skip_space();
  }
}

Status JsonScanner::read_string(std::uint64_t* hash) {
  ++at_;
  give("\"");
  key_hash_ = hash;
  while (true) {
    const int c = peek();
    if (c < 0) return error("the text ends within a string");
    if (c == '"') break;
    if (c < 0x20) return error("a control character in a string");
    if (c == '\\') {
      BFCLX_RETURN_IF_ERROR(read_escape());
    } else if (c >= 0x80) {
      BFCLX_RETURN_IF_ERROR(read_multibyte());
    } else {
      read_plain();
    }
  }
  ++at_;
  give("\"");
  return {};
}

// A run of plain characters, as far as the window goes.
void JsonScanner::read_plain() {
  const std::size_t from = at_;
  while (at_ < size_ && is_plain(buffer_[at_])) ++at_;
  const string_view run = string_view(buffer_).substr(from, at_ - from);
  mix(key_hash_, run);
  give(run);
}

Status JsonScanner::read_multibyte() {
  const int lead = peek();
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  std::string bytes;
  for (std::size_t i = 0; i < length && peek() >= 0x80; ++i, ++at_) {
    bytes.push_back(static_cast<char>(peek()));
  }
  if (bytes.size() < length || find_invalid_utf8(bytes).has_value()) {
    return error("invalid UTF-8; save the file as UTF-8");
  }
  mix(key_hash_, bytes);
  give(bytes);
  return {};
}

// The next byte, gone past; as it is given out in the raw form.
int JsonScanner::take() {
  const int c = peek();
  if (c < 0) return c;
  ++at_;
  if (form_ == Form::kRaw) pending_.push_back(static_cast<char>(c));
  return c;
}

Result<char32_t> JsonScanner::read_hex() {
  char32_t unit = 0;
  for (int i = 0; i < 4; ++i) {
    const int c = take();
    const int letter = c | 0x20;
    if (is_digit(c)) {
      unit = unit * 16 + static_cast<char32_t>(c - '0');
    } else if (letter >= 'a' && letter <= 'f') {
      unit = unit * 16 + static_cast<char32_t>(letter - 'a' + 10);
    } else {
      return error("expected four hexadecimal digits behind \\u").error();
    }
  }
  return unit;
}

Status JsonScanner::read_escape() {
  const auto is_high = [](char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; };
  take();
  int letter = take();
  while (letter == 'u') {
    BFCLX_ASSIGN_OR_RETURN(const char32_t unit, read_hex());
    char32_t high = 0;
    char32_t last = unit;
    letter = 0;
    while (is_high(last) && peek() == '\\') {
      take();
      letter = take();
      if (letter != 'u') break;
      letter = 0;
      high = last;
      BFCLX_ASSIGN_OR_RETURN(last, read_hex());
      if (last >= 0xDC00 && last < 0xE000) {
        give_code_point(0x10000 + ((high - 0xD800) << 10) + (last - 0xDC00));
        return {};
      }
      give_code_point(high);
    }
    give_code_point(last);
    if (letter == 0) return {};
  }
  constexpr string_view kLetters = "\"\\/bfnrt";
  constexpr string_view kMeant = "\"\\/\b\f\n\r\t";
  const std::size_t which =
      letter < 0 ? string_view::npos : kLetters.find(static_cast<char>(letter));
  if (which == string_view::npos) return error("invalid escape");
  give_code_point(static_cast<char32_t>(kMeant[which]));
  return {};
}

// One that stood as an escape.
void JsonScanner::give_code_point(char32_t code_point) {
  std::string text;
  append_utf8(text, code_point);
  mix(key_hash_, text);
  if (form_ != Form::kRewritten) return;
  std::string quoted;
  append_json_str(quoted, text);
  give(string_view(quoted).substr(1, quoted.size() - 2));
}

Status JsonScanner::read_word(string_view word) {
  for (const char expected : word) {
    if (peek() != static_cast<std::uint8_t>(expected)) return error("expected a value");
    ++at_;
  }
  give(word);
  return {};
}

Status JsonScanner::read_number() {
  constexpr std::size_t kMaxLength = std::size_t{1} << 20;
  const auto is_part = [](int c) {
    return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
  };
  std::string text;
  while (is_part(peek()) && text.size() < kMaxLength) {
    text.push_back(static_cast<char>(peek()));
    ++at_;
  }
  if (text == "-" && peek() == 'I') {
    give("-");
    return read_word("Infinity");
  }
  // Most numbers are written as they will be: digits without a zero before them.
  const bool plain = !text.empty() && text.size() < 19 && is_digit(text[0]) && text[0] != '0' &&
                     std::all_of(text.begin(), text.end(), is_digit);
  if (plain) {
    give(text);
    return {};
  }
  Result<Value> number = json_loads(text);
  if (!number.ok()) {
    const bool limit = number.error().kind == "ValueError";
    if (!limit) return error("invalid number");
    return Error{"ValueError", number.error().message, static_cast<std::size_t>(offset())};
  }
  if (form_ == Form::kRaw) {
    give(text);
  } else if (form_ == Form::kRewritten) {
    std::string rewritten;
    append_json(rewritten, *number);
    give(rewritten);
  }
  return {};
}

}  // namespace bfclx

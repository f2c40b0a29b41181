#include "core/base/utf8.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace bfclx {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return static_cast<std::uint8_t>(text[i]);
}

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

// Length of the sequence that starts with `lead`, 0 when none does.
std::size_t sequence_length(std::uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

// Whether `second` may follow `lead`: no overlong forms, no surrogates, nothing past U+10FFFF.
bool valid_second(std::uint8_t lead, std::uint8_t second) {
  switch (lead) {
    case 0xE0:
      return second >= 0xA0 && second <= 0xBF;
    case 0xED:
      return second >= 0x80 && second <= 0x9F;
    case 0xF0:
      return second >= 0x90 && second <= 0xBF;
    case 0xF4:
      return second >= 0x80 && second <= 0x8F;
    default:
      return is_continuation(second);
  }
}

struct Scan {
  std::size_t length;  // of the valid sequence, or of the maximal invalid subpart (at least 1)
  bool valid;
};

Scan scan_sequence(std::string_view bytes, std::size_t at) {
  const std::uint8_t lead = byte_at(bytes, at);
  const std::size_t wanted = sequence_length(lead);
  if (wanted == 0) return {1, false};
  std::size_t length = 1;
  while (length < wanted) {
    if (at + length >= bytes.size()) return {length, false};
    const std::uint8_t next = byte_at(bytes, at + length);
    if (length == 1 ? !valid_second(lead, next) : !is_continuation(next)) return {length, false};
    ++length;
  }
  return {length, true};
}

// Number of bytes from `at` on that are ASCII, at least eight at a time.
std::size_t ascii_run(std::string_view text, std::size_t at) {
  const std::size_t start = at;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    if ((word & 0x8080808080808080U) != 0) break;
  }
  while (at < text.size() && byte_at(text, at) < 0x80) ++at;
  return at - start;
}

}  // namespace

void append_utf8(std::string& out, char32_t code_point) {
  const auto c = static_cast<std::uint32_t>(code_point);
  assert(c <= kLastCodePoint);
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
    return;
  }
  char bytes[4];
  std::size_t length = 0;
  if (c < 0x800) {
    bytes[length++] = static_cast<char>(0xC0 | (c >> 6));
  } else if (c < 0x10000) {
    bytes[length++] = static_cast<char>(0xE0 | (c >> 12));
    bytes[length++] = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
  } else {
    bytes[length++] = static_cast<char>(0xF0 | (c >> 18));
    bytes[length++] = static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    bytes[length++] = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
  }
  bytes[length++] = static_cast<char>(0x80 | (c & 0x3F));
  out.append(bytes, length);
}

char32_t next_code_point(std::string_view text, std::size_t& offset) {
  assert(offset < text.size());
  const std::uint8_t lead = byte_at(text, offset++);
  if (lead < 0x80) return lead;
  const int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
  std::uint32_t result = lead & (0x3FU >> more);
  for (int i = 0; i < more && offset < text.size(); ++i) {
    result = (result << 6) | (byte_at(text, offset++) & 0x3FU);
  }
  return result <= kLastCodePoint ? result : kReplacementCharacter;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t continuations = 0;
  for (const char c : text) continuations += is_continuation(static_cast<std::uint8_t>(c)) ? 1 : 0;
  return text.size() - continuations;
}

std::size_t byte_offset_of(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  while (index > 0 && at < text.size()) {
    if (const std::size_t run = std::min(ascii_run(text, at), index); run > 0) {
      at += run;
      index -= run;
      continue;
    }
    next_code_point(text, at);
    --index;
  }
  return at;
}

std::string_view slice_code_points(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin >= end) return {};
  const std::size_t first = byte_offset_of(text, begin);
  const std::string_view rest = text.substr(first);
  return rest.substr(0, byte_offset_of(rest, end - begin));
}

std::string first_code_points(std::string_view text, std::size_t most) {
  const std::string_view shown = slice_code_points(text, 0, most);
  return std::string(shown) + (shown.size() < text.size() ? " ..." : "");
}

std::optional<std::size_t> find_invalid_utf8(std::string_view bytes) {
  std::size_t at = 0;
  while ((at += ascii_run(bytes, at)) < bytes.size()) {
    const Scan scan = scan_sequence(bytes, at);
    if (!scan.valid) return at;
    at += scan.length;
  }
  return std::nullopt;
}

std::string sanitize_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  std::size_t at = 0;
  while (at < bytes.size()) {
    if (const std::size_t run = ascii_run(bytes, at); run > 0) {
      out.append(bytes, at, run);
      at += run;
      continue;
    }
    const Scan scan = scan_sequence(bytes, at);
    out.append(scan.valid ? bytes.substr(at, scan.length) : kReplacement);
    at += scan.length;
  }
  return out;
}

std::string_view without_byte_order_mark(std::string_view bytes) {
  return bytes.substr(bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
}

bool is_ascii(std::string_view text) { return ascii_run(text, 0) == text.size(); }

bool has_surrogate(std::string_view text) {
  for (std::size_t at = text.find('\xED'); at != std::string_view::npos;
       at = text.find('\xED', at + 1)) {
    if (at + 1 < text.size() && byte_at(text, at + 1) >= 0xA0) return true;
  }
  return false;
}

}  // namespace bfclx

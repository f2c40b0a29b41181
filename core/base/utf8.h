// UTF-8 as the core uses it for Python's str.
//
// A Python str is a sequence of code points, lone surrogates included. The core holds it as UTF-8
// in which a surrogate U+D800..U+DFFF is the three bytes that the general scheme gives. Text from
// outside is made valid first (`sanitize`); inside the core it is assumed to be.
#ifndef BFCLX_CORE_BASE_UTF8_H_
#define BFCLX_CORE_BASE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bfclx {

inline constexpr char32_t kLastCodePoint = 0x10FFFF;
inline constexpr char32_t kReplacementCharacter = 0xFFFD;
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Appends the encoding of `code_point` (0..0x10FFFF, surrogates allowed).
void append_utf8(std::string& out, char32_t code_point);
// Reads the code point at `offset` (which must be at a boundary) and moves it behind. Whatever the
// bytes, it is none past U+10FFFF.
char32_t next_code_point(std::string_view text, std::size_t& offset);
// len(s) of Python.
std::size_t count_code_points(std::string_view text);
// Byte offset of the code point `index`; text.size() when there are fewer.
std::size_t byte_offset_of(std::string_view text, std::size_t index);
// s[begin:end] with non-negative code point indices, clipped as in Python.
std::string_view slice_code_points(std::string_view text, std::size_t begin, std::size_t end);
// The first `most` code points, and " ..." where there are more.
std::string first_code_points(std::string_view text, std::size_t most);
// Offset of the first byte that is no valid UTF-8 (surrogates are invalid here); nullopt when all
// is.
std::optional<std::size_t> find_invalid_utf8(std::string_view bytes);
// Each maximal invalid subpart becomes U+FFFD, as bytes.decode('utf-8', 'replace').
std::string sanitize_utf8(std::string_view bytes);
std::string_view without_byte_order_mark(std::string_view bytes);
bool is_ascii(std::string_view text);
// True when a surrogate occurs: Python cannot encode such a str as UTF-8.
bool has_surrogate(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_UTF8_H_

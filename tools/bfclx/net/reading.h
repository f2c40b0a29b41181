// Reading: a text as it reads once a layer of spelling is undone, with the place in the original of
// each of its bytes. Each function below is one pass over a text: what a hostile server sends costs
// a fixed number of passes.
#ifndef BFCLX_TOOLS_BFCLX_NET_READING_H_
#define BFCLX_TOOLS_BFCLX_NET_READING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::net {

struct Reading {
  std::string text;
  std::vector<std::uint32_t> begins;  // in the original, of each byte
  std::vector<std::uint32_t> ends;

  // The original itself.
  void assign(std::string_view original);
};

// Undoes one layer of escapes of JSON and of programming languages ("\/", "\u0041", "\u{41}",
// "\U00000041", "\x41", "\101"), of percent-encoding ("%41", "%u0041") and of HTML entities
// ("&#65;", "&sol;"); what is no escape is itself. "\n" and the like stay two characters that take
// each other's place: a range of bytes ends between them nowhere. False when there is no escape.
bool undo_escapes(const Reading& from, Reading& to);
// Undoes quoted-printable: "=41", and a line end behind "=". False when there is none of it.
bool undo_quoted_printable(const Reading& from, Reading& to);
// Leaves out line ends, also written as "\n", and the spaces behind them. False when there are
// none.
bool join_lines(const Reading& from, Reading& to);
// Leaves out white space, also written as "\n", and characters of no width. False when there are
// none.
bool drop_spaces(const Reading& from, Reading& to);
// The hexadecimal digits in lower case, without what stands between numbers ("73:6b", "0x73, 0x6b",
// "\x73\x6b"). A NUL takes the place of other text.
void keep_hex_digits(const Reading& from, Reading& to);

// "100%25" of an address as it was meant.
std::string percent_decoded(std::string_view text);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_READING_H_

// EscapedText: a text below layers of escapes, read character by character from any place.
//
// A layer is escapes of JSON and of programming languages ("\/", "\u0041", "\u{41}", "\U00000041",
// "\x41", "\101"), percent-encoding ("%41", "%u0041") and HTML entities ("&#65;", "&sol;"); what is
// no escape is itself. Each place is decoded once per layer: the text of a hostile server costs no
// more than a few passes.
#ifndef BFCLX_TOOLS_BFCLX_NET_ESCAPED_TEXT_H_
#define BFCLX_TOOLS_BFCLX_NET_ESCAPED_TEXT_H_

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

namespace bfclx::net {

class EscapedText {
 public:
  static constexpr int kLayers = 3;  // of escapes around escapes

  // One character: its bytes, and where the next begins.
  struct Char {
    char bytes[3] = {};
    unsigned char size = 0;  // 0: none
    std::size_t end = 0;

    bool is(char c) const { return size == 1 && bytes[0] == c; }
  };

  explicit EscapedText(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  // The character at `at` below that many layers, 0 to kLayers.
  Char read(std::size_t at, int layers);
  // Where the needle ends that begins at `at`; npos when it is another text.
  std::size_t match(std::size_t at, std::string_view needle, int layers);

 private:
  struct Known {
    std::size_t at = std::string_view::npos;
    int layers = 0;
    std::array<Char, kLayers> decoded;  // the first `layers` of them
  };
  static constexpr std::size_t kKnown = 1024;  // places: more than escapes in three layers reach

  Char decode(std::size_t at, int layers);
  Char digits_char(std::size_t at, int count, int layers, bool as_byte, unsigned base = 16);
  Char braced_char(std::size_t at, int layers);
  Char escaped(const Char& backslash, int layers);
  Char entity(const Char& ampersand, int layers);

  std::string_view text_;
  std::unique_ptr<std::array<Known, kKnown>> known_;  // made with the first escape
};

// Whether an escape may begin with it.
inline bool is_escape(char c) { return c == '\\' || c == '%' || c == '&'; }

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_ESCAPED_TEXT_H_

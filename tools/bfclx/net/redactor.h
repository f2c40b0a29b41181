// Redactor: takes secrets out of texts that a server sent, in every spelling that servers use.
//
// A secret is found as it is, with escapes of JSON and of programming languages ("\/", "\u0041",
// "\u{41}", "\U00000041", "\x41", "\101"), percent-encoded ("%41", "%u0041"), as HTML entities, in
// up to three layers of these, in hexadecimal digits, and in base64 at any offset
// ("Basic dXNlcjprZXk="). A mark takes its place ("[key]"), which is valid wherever the secret was:
// also inside a JSON string.
//
// Secrets that may be texts of an answer would hit it (servers without keys are often given "EMPTY"
// or "lm-studio"). A secret of fewer than kShortestSecret characters, or a key of fewer than 20
// that is words and numbers joined by "-", "_" or "." ("ollama", "sk-1234", "token-abc123"), is
// removed only behind the words that it was sent with: "Bearer key".
#ifndef BFCLX_TOOLS_BFCLX_NET_REDACTOR_H_
#define BFCLX_TOOLS_BFCLX_NET_REDACTOR_H_

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/net/escaped_text.h"

namespace bfclx::net {

inline constexpr std::size_t kShortestSecret = 6;

class Redactor {
 public:
  // A key; `sent_with` is what stands before it in a request ("Bearer ", "x-api-key: ").
  void add(std::string_view secret, const std::vector<std::string>& sent_with = {},
           std::string_view mark = "[key]");
  // The value of a header that is sent with every request, unless is_plain_header() names it. A
  // value that could be a word or a year is removed only behind the header's name.
  void add_header(std::string_view name, std::string_view value);
  // The password of an address, and those members of its query whose names speak of a secret.
  void add_url(std::string_view url);

  bool empty() const { return needles_.empty(); }
  // True when something was removed.
  bool redact(std::string& text) const;
  std::string redacted(std::string text) const;

 private:
  struct Needle {
    std::string text;
    std::string mark;
    bool whole_word = false;  // not followed by a letter or a digit
  };
  void add_everywhere(std::string_view secret, std::string_view mark);
  void add_password(std::string_view password);
  void add_needle(std::string text, std::string_view mark, bool whole_word);
  void add_base64(std::string_view secret, std::string_view mark);
  void add_hex(std::string_view secret, std::string_view mark);
  bool may_begin(std::string_view text, std::size_t at) const;
  bool may_follow(const EscapedText::Char& first, const EscapedText::Char& next) const;
  const Needle* match(EscapedText& text, std::size_t at, std::size_t& end) const;

  std::vector<Needle> needles_;        // the longest first
  std::array<bool, 256> begins_ = {};  // bytes that a needle begins with
  std::vector<bool> pairs_;            // two bytes that it begins with, by their number
};

// Headers whose values are not secret: Accept, User-Agent, OpenAI-Beta, ...
bool is_plain_header(std::string_view name);
// Their names, for people: "accept, accept-language, ...".
std::string plain_headers();

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_REDACTOR_H_

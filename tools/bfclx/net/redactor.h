// Redactor: takes secrets out of texts that a server sent, in the spellings that servers use.
//
// Covered: the secret as it is, and as UTF-16; below up to eight layers of escapes of JSON and of
// programming languages ("\/", "\u0041", "\u{41}", "\U00000041", "\x41", "\101"), of
// percent-encoding ("%41", "%u0041") and of HTML entities; in quoted-printable ("=41"); in
// hexadecimal digits, also as UTF-16, with or without separators ("73:6b", "0x73, 0x6b"); in base64
// at any offset ("Basic dXNlcjprZXk="), in lines, and once more in base64; in base32 at any offset;
// of kShortestFolded characters in any case, and of kShortestBroken with white space or characters
// of no width between its own. A mark takes its place ("[key]"), which is valid wherever the secret
// was: also inside a JSON string.
//
// Not covered, and impossible to cover in full: a server that hides a key it was sent. It can
// reverse, split, compress or encrypt it, write it in decimal, in another base or in words, or
// nest spellings in an order that is not in the list (base64 of percent-encoding).
//
// Secrets that may be texts of an answer would hit it (servers without keys are often given "EMPTY"
// or "lm-studio"). A secret of fewer than kShortestSecret characters, or a key of fewer than 20
// that is words and numbers joined by "-", "_" or "." ("ollama", "sk-1234", "token-abc123"), is
// removed only behind the words that it was sent with: "Bearer key". A password that is a short
// word or number is removed with its user alone.
#ifndef BFCLX_TOOLS_BFCLX_NET_REDACTOR_H_
#define BFCLX_TOOLS_BFCLX_NET_REDACTOR_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/bfclx/net/reading.h"

namespace bfclx::net {

inline constexpr std::size_t kShortestSecret = 6;
// Shorter ones could be words of a text in another case, or its words side by side.
inline constexpr std::size_t kShortestFolded = 8;
inline constexpr std::size_t kShortestBroken = 16;

class Redactor {
 public:
  // A key; `sent_with` is what stands before it in a request ("Bearer ", "x-api-key: ").
  void add(std::string_view secret, const std::vector<std::string>& sent_with = {},
           std::string_view mark = "[key]");
  // The value of a header that is sent with every request, unless is_plain_header() names it. A
  // value that could be a word or a year is removed only behind the header's name.
  void add_header(std::string_view name, std::string_view value);
  // User and password of an address, and those members of its query whose names speak of a secret.
  void add_url(std::string_view url);
  // User and password of each proxy that the environment names.
  void add_proxies();

  bool empty() const { return longest_ == 0; }
  // The text without secrets; nullopt where it has none.
  std::optional<std::string> without_secrets(std::string_view text) const;
  // True when something was removed.
  bool redact(std::string& text) const;
  std::string redacted(std::string text) const;

 private:
  enum Kind : std::size_t {
    kPlain,
    kBase64,
    kHex,
    kBroken,
    kKinds
  };  // the reading that a needle is in
  struct Needle {
    std::string text;  // in lower case where any case fits
    std::string mark;
    bool whole_word = false;  // not followed by a letter or a digit
    bool any_case = false;
    bool stands_at(std::string_view where, std::size_t at) const;
  };
  // The needles of one kind, found by their first two bytes.
  struct Needles {
    std::vector<Needle> all;
    std::vector<std::uint8_t> begins;  // by two bytes; 0: none begins with them
  };
  // A part of a block that is a secret.
  struct Match {
    std::size_t begin = 0;
    std::size_t end = 0;
    const Needle* needle = nullptr;
  };
  void add_everywhere(std::string_view secret, std::string_view mark);
  void add_user_and_password(const std::string& user, const std::string& password);
  void add_user(const std::string& user);
  void add_needle(Kind kind, Needle needle);
  void add_needle(Kind kind, std::string text, std::string_view mark) {
    add_needle(kind, {std::move(text), std::string(mark)});
  }
  void add_base32(std::string_view secret, std::string_view mark);
  void add_hex(std::string_view secret, std::string_view mark);
  void find(Kind kind, const Reading& reading, bool last, std::vector<Match>& matches) const;
  std::vector<Match> find_all(std::string_view block, bool last) const;

  std::array<Needles, kKinds> needles_;
  std::size_t longest_ = 0;  // bytes of a needle
};

// Headers whose values are not secret: Accept, User-Agent, OpenAI-Beta, ...
bool is_plain_header(std::string_view name);
// Their names, for people: "accept, accept-language, ...".
std::string plain_headers();

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_REDACTOR_H_

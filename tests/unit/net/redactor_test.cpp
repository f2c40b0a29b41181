#include "tools/bfclx/net/redactor.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdio>
#include <ctime>
#include <string>

#include "tools/bfclx/net/base64.h"

namespace bfclx::net {
namespace {

constexpr std::string_view kKey = "sk-own/90+a=b\"&c";  // of the test's own making

std::string each(std::string_view text, const char* form) {
  std::string all;
  for (const char c : text) {
    char one[16];
    std::snprintf(one, sizeof one, form, static_cast<unsigned char>(c));
    all += one;
  }
  return all;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

Redactor redactor(std::string_view key = kKey) {
  Redactor made;
  made.add(key, {"Bearer ", "api_key="});
  return made;
}

TEST(Redactor, FindsEverySpelling) {
  const std::string key(kKey);
  const std::string unicode = each(key, "\\u%04x");
  const std::string json = replaced(replaced(key, "\"", "\\\""), "/", "\\/");
  const std::string spellings[] = {
      key,
      json,
      replaced(json, "\\", "\\\\"),
      replaced(replaced(json, "\\", "\\\\"), "\\", "\\\\"),
      unicode,
      each(key, "\\u%04X"),
      replaced(unicode, "\\", "\\\\"),
      replaced(replaced(unicode, "\\", "\\\\"), "\\", "\\\\"),
      each(key, "\\x%02x"),
      each(key, "\\%03o"),
      each(key, "\\u{%x}"),
      each(key, "\\U%08x"),
      each(key, "%%u%04x"),
      each(key, "%02x"),
      each(key, "%02X"),
      each(key, "%%%02X"),
      each(key, "%%%02x"),
      each(key, "%%25%02X"),
      each(key, "&#%d;"),
      each(key, "&#x%x;"),
      each(key, "&amp;#%d;"),
      each(key, "\\u0026#%d;"),
      each(key, "\\u0025%02X"),
      replaced(replaced(replaced(key, "&", "&amp;"), "\"", "&quot;"), "/", "&sol;"),
      replaced(replaced(key, "&", "\\u0026"), "\"", "\\\""),
  };
  for (const std::string& spelling : spellings) {
    EXPECT_EQ(redactor().redacted("{\"a\": \"\\n" + spelling + "\\n\"}"),
              "{\"a\": \"\\n[key]\\n\"}")
        << spelling;
  }
}

std::string nested(std::string text, int times) {
  for (; times > 0; --times) text = replaced(replaced(text, "\\", "\\\\"), "\"", "\\\"");
  return text;
}

std::string quoted_printable(std::string_view text) {
  std::string all;
  for (const char c : text)
    all += c == '=' || c == 's' || c == '9' ? each({&c, 1}, "=%02X") : std::string(1, c);
  return all.insert(9, "=\\r\\n");
}

TEST(Redactor, FindsHexWithSeparators) {
  const std::string spaced = each(kKey, "%02x ");
  for (const std::string separator :
       {" ", ":", "-", ", ", ":\\n", "\\\\n", "%20", "\\u0020", "_"}) {
    for (const char* form : {"%02x ", "%02X ", "0x%02x ", "%04x ", "U+%04X "}) {
      std::string spelling = each(kKey, form);
      spelling.pop_back();
      const std::string left =
          redactor().redacted("{\"a\": \"g\\n" + replaced(spelling, " ", separator) + ", 0x77\"}");
      EXPECT_NE(left.find("[key], 0x77\"}"), std::string::npos) << left;
      EXPECT_LT(left.size(), 35U) << left;
    }
  }
  EXPECT_EQ(redactor().redacted("\"" + nested(each(kKey, "\\x%02x"), 4) + "\""), "\"[key]\"");
  EXPECT_EQ(redactor().redacted("\"" + each(kKey, "=%02X") + "\""), "\"[key]\"");
}

TEST(Redactor, FindsDeepLayers) {
  for (int times = 0; times <= 7; ++times) {
    for (const std::string& text : {std::string(kKey), each(kKey, "\\u%04x")}) {
      EXPECT_EQ(redactor().redacted("\"\\n" + nested(text, times) + "\\n\""), "\"\\n[key]\\n\"")
          << times;
    }
    // No half of an escape stays.
    const std::string ending = std::string(kKey) + "\\";
    EXPECT_EQ(redactor(ending).redacted("\"\\n" + nested(ending, times) + "\""), "\"\\n[key]\"");
  }
}

TEST(Redactor, FindsQuotedPrintable) {
  EXPECT_EQ(redactor().redacted("(" + quoted_printable(kKey) + ")"), "([key])");
  EXPECT_EQ(redactor().redacted("key=" + std::string(kKey)), "key=[key]");
  // Digits behind "=" are no quoted-printable for the other spellings.
  EXPECT_EQ(redactor("=41kkk0/90").redacted("a==41kkk0/90"), "a=[key]");
  EXPECT_EQ(redactor().redacted("key=" + each(kKey, "%02x")), "key=[key]");
}

TEST(Redactor, FindsUtf16) {
  const std::string text = each(kKey, "\\u%04x\\u0000");
  EXPECT_EQ(redactor().redacted("\"" + text + "\""), "\"[key]\\u0000\"");
}

std::string swapped_case(std::string text) {
  for (char& c : text)
    c = static_cast<char>(std::isalpha(static_cast<unsigned char>(c)) ? c ^ 0x20 : c);
  return text;
}

TEST(Redactor, FindsBase32) {
  const Redactor made = redactor();
  // RFC 4648
  EXPECT_EQ(to_base32("foobar"), "mzxw6ytboi");
  EXPECT_EQ(to_base32("foob"), "mzxw6yq");
  const std::string whole = to_base32(kKey);
  for (const std::string& text : {whole, swapped_case(whole)}) {
    EXPECT_EQ(made.redacted("is " + text + "!"), "is [key]!");
    EXPECT_EQ(made.redacted("is " + text + "===="), "is [key]====");
    EXPECT_EQ(made.redacted(text.substr(0, 8) + "\n" + text.substr(8)), "[key]");
  }
  for (const std::string before : {"u", "us", "use", "user", "Bearer "}) {
    const std::string text = to_base32(before + std::string(kKey) + "xyz");
    const std::string left = made.redacted(text);
    EXPECT_NE(left.find("[key]"), std::string::npos) << before;
    EXPECT_LT(left.size() + 15, text.size()) << left;
  }
}

TEST(Redactor, FindsAnyCase) {
  const std::string key = "sk-Own0Key/90x";
  const Redactor made = redactor(key);
  for (const std::string& spelling :
       {std::string("SK-OWN0KEY/90X"), std::string("sk-own0key/90x"), swapped_case(key)}) {
    EXPECT_EQ(made.redacted("is " + spelling + "!"), "is [key]!");
    EXPECT_EQ(made.redacted("is " + each(spelling, "\\u%04x") + "!"), "is [key]!");
  }
  EXPECT_EQ(redactor("7gq2x9").redacted("7GQ2X9 7gq2x9"), "7GQ2X9 [key]");
  EXPECT_EQ(redactor("token-abc123").redacted("TOKEN-ABC123"), "TOKEN-ABC123");
}

TEST(Redactor, FindsKeysThatAreInterrupted) {
  const Redactor made = redactor();
  for (const std::string between :
       {" ", "\n", "\t", "\r\n", "\\n", "\\\\r\\\\n", "\\u200b", "\xE2\x80\x8B", "\xE2\x81\xA0",
        "\xEF\xBB\xBF", "\xC2\xA0", "\xC2\xAD", "\xE3\x80\x80", "&nbsp;", "%20", "\n \n"}) {
    for (const std::size_t every : {1U, 5U}) {
      std::string spelling;
      for (std::size_t i = 0; i < kKey.size(); ++i) {
        if (i > 0 && i % every == 0) spelling += between;
        spelling += kKey[i];
      }
      EXPECT_EQ(made.redacted("is " + spelling + " here"), "is [key] here") << between << every;
    }
  }
  // Words side by side are no short key.
  EXPECT_EQ(redactor("own+password").redacted("own + password"), "own + password");
  EXPECT_EQ(redactor("a1b2c3d4e5").redacted("a1 b2 c3 d4 e5"), "a1 b2 c3 d4 e5");
}

TEST(Redactor, HostileTextsTakeLinearTime) {
  constexpr std::size_t kSize = std::size_t{4} << 20;
  const Redactor made = redactor();
  for (const std::string& part :
       {std::string(" "), std::string("\\"), std::string("\xE2\x80\x8B"), std::string("\xE2"),
        std::string("s k - o w n / "), std::string("SK-own/90+"), std::string("\\\\\\n"),
        to_base32(kKey).substr(0, 12), std::string("\\u0073 %6b&#45;")}) {
    std::string text;
    while (text.size() < kSize) text += part;
    const std::clock_t begin = std::clock();
    EXPECT_FALSE(made.redact(text)) << part;
    const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    EXPECT_LT(took, 6) << part;  // with sanitizers too; 0.3 where they are off
  }
}

// Base64 in lines and twice: what the secret alone decides goes, the neighbours' bits stay.
TEST(Redactor, FindsBase64InLinesAndTwice) {
  for (const std::string before : {"", "u", "us", "Bearer "}) {
    const std::string once = to_base64(before + std::string(kKey) + "xy");
    const std::string twice = to_base64("a" + once + "bc");
    std::string lines = once;
    for (const std::string end : {"\n", "\\n", "\r\n ", "\\r\\n", "\\\\r\\\\n"}) {
      lines = once;
      for (std::size_t at = 8; at < lines.size(); at += 8 + end.size()) lines.insert(at, end);
      EXPECT_NE(redactor().redacted(lines).find("[key]"), std::string::npos) << lines;
    }
    const std::string left = redactor().redacted(twice);
    EXPECT_NE(left.find("[key]"), std::string::npos) << twice;
    EXPECT_LT(left.size() + 16, twice.size()) << left;
  }
}

TEST(Redactor, WorksAcrossItsBlocks) {
  const std::string unicode = each(kKey, "\\\\\\\\u%04x");
  const std::string filler(std::size_t{256} << 10, 'x');
  std::string nested;  // eight layers of escapes
  for (const char c : std::string_view(kKey)) {
    nested += std::string(128, '\\') + each(std::string_view(&c, 1), "u%04x");
  }
  for (const std::string& spelling : {std::string(kKey), unicode, nested}) {
    for (std::size_t cut = 0; cut <= spelling.size(); cut += spelling.size() / 8 + 1) {
      const std::string begin = filler.substr(cut);
      const std::string end(std::size_t{600} << 10, 'y');
      std::string text = begin + spelling + end + spelling;
      EXPECT_TRUE(redactor().redact(text));
      EXPECT_TRUE(text == begin + "[key]" + end + "[key]") << cut;
    }
  }
  const Redactor word = redactor("ollama");
  for (std::size_t cut = 280; cut < 320; ++cut) {
    std::string text = filler + std::string(cut, 'x') + "Bearer ollamas";
    EXPECT_FALSE(word.redact(text)) << cut;
  }
}

TEST(Redactor, FindsBase64AtEveryOffset) {
  for (const std::string before : {"", "u", "us", "use", "Bearer ", "user:"}) {
    for (const std::string after : {"", "x", "xy"}) {
      const std::string text = "Basic " + to_base64(before + std::string(kKey) + after) + "==";
      const std::string left = redactor().redacted(text);
      EXPECT_NE(left.find("[key]"), std::string::npos) << text;
      EXPECT_LT(left.size(), text.size() - 12) << left;
      EXPECT_NE(redactor().redacted(replaced(text, "/", "\\/")).find("[key]"), std::string::npos);
    }
  }
}

TEST(Redactor, LeavesOtherTextAsItIs) {
  for (const std::string text :
       {"", "sk-own", "sk-own/90+a=b\"", "\\", "\\u00", "%", "&", "&#", "&#x;", "\\\\\\u",
        "50% & more", "sk-own/90-a=b\"&c", "\\ud83d\\ude00 and \\u00e9",
        "a=b c=3D73=", "73:6b:2d:6f:77:6e", "73 6b 2d 6f 77 6e 2f 39", "x=\n=73=6B"}) {
    EXPECT_EQ(redactor().redacted(text), text);
  }
  std::string many;
  for (int i = 0; i < 100000; ++i) many += "\\&#%";
  EXPECT_FALSE(redactor().redact(many));
}

TEST(Redactor, ShortSecretsGoBehindTheirWordsAlone) {
  const std::string text =
      "the ollama secret placeholder is EMPTY, k? 123456 lm-studio no-key-required sk-1234 "
      "token-abc123 sk_test.v2 2024-10-21 sk-no-key-required";
  for (const std::string key : {"k", "key", "EMPTY", "ollama", "secret", "placeholder", "123456",
                                "lm-studio", "no-key-required", "sk-1234", "token-abc123",
                                "sk_test.v2", "2024-10-21", "sk-no-key-required"}) {
    const Redactor short_one = redactor(key);
    EXPECT_EQ(short_one.redacted(text), text);
    EXPECT_EQ(short_one.redacted("sent Bearer " + key + ", api_key=" + key), "sent [key], [key]");
    EXPECT_EQ(short_one.redacted("Bearer " + key + "x"), "Bearer " + key + "x");
  }
  // What is long, has digits in front of letters, or other signs, is a key.
  for (const std::string key : {"sk-0123456789abcdef01", "7gq2x9", "x9f-3kd8", "a1b2c3d4e5",
                                "own+password", "abcdefghijklmnopqrst", "token-abc-123-def-45"}) {
    EXPECT_EQ(redactor(key).redacted("is " + key + "!"), "is [key]!") << key;
    EXPECT_EQ(redactor(key).redacted(each(key, "\\u%04x")), "[key]") << key;
    EXPECT_EQ(redactor(key).redacted(each(key, "%02x")), "[key]") << key;
  }
  EXPECT_EQ(redactor("[key]").redacted("api_key=[key]"), "[key]");
  EXPECT_EQ(redactor("[key][key]").redacted("a [key][key] b"), "a [key] b");
}

TEST(Redactor, HeadersAreSecretUnlessPlain) {
  Redactor made;
  made.add_header("User-Agent", "my-agent/90000");
  made.add_header("X-Tenant", "tenant/90000-a");
  made.add_header("X-Team", "research-2");
  made.add_header("Authorization", "Basic " + to_base64("me:own-password"));
  made.add_header("Cookie", "session=abc7k-90000; theme=dark");
  EXPECT_EQ(made.redacted("my-agent/90000"), "my-agent/90000");
  EXPECT_EQ(made.redacted("of tenant/90000-a!"), "of [key]!");
  EXPECT_EQ(made.redacted("research-2 X-Team: research-2"), "research-2 [key]");
  EXPECT_EQ(made.redacted("own-password of " + to_base64("me:own-password")), "[key] of [key]");
  EXPECT_EQ(made.redacted("abc7k-90000 dark theme=dark"), "[key] dark [key]");
}

TEST(Redactor, AddressesHoldSecretsToo) {
  Redactor made;
  made.add_url("https://me:own%2Fpassword@host/v1?api-version=2024-10-21&api_key=abc7k-90000");
  EXPECT_EQ(made.redacted("me own/password 2024-10-21 abc7k-90000"), "me [key] 2024-10-21 [key]");
}

TEST(Redactor, APasswordThatIsAWordIsRemovedWithItsUserAlone) {
  Redactor made;
  made.add_url("http://proxyuser:weather@proxy:8080");
  for (const std::string text :
       {"weather", R"({"city":"weather"})", "get:weather", "weather@home"}) {
    EXPECT_EQ(made.redacted(text), text);
  }
  EXPECT_EQ(made.redacted("http://proxyuser:weather@proxy"), "http://[key]:@proxy");
  for (const std::string long_one : {"correcthorsebattery", "1234567890123456789"}) {
    Redactor other;
    other.add_url("http://proxyuser:" + long_one + "@proxy");
    EXPECT_EQ(other.redacted("wrong password: " + long_one), "wrong password: [key]");
  }
  Redactor tiny;
  tiny.add_header("Authorization", "Basic " + to_base64("ab:pw"));
  EXPECT_EQ(tiny.redacted("ab:pw and pw, ab:pwd"), "[key] and pw, ab:pwd");
  EXPECT_EQ(made.redacted("as proxyuser:weather"), "as [key]");
  EXPECT_EQ(made.redacted("Basic " + to_base64("proxyuser:weather!")), "Basic [key]Ih");
  Redactor header;
  header.add_header("Authorization", "Basic " + to_base64("me:weather"));
  EXPECT_EQ(header.redacted("the weather of me:weather"), "the weather of [key]");
}

TEST(Redactor, AUserThatIsAWordIsRemovedAsUserInformationAlone) {
  Redactor made;
  made.add_url("http://api:abc7k-90000@proxy:8080");
  for (const std::string text : {"https://api.example.com/x", "https://api/x", "api"}) {
    EXPECT_EQ(made.redacted(text), text);
  }
  EXPECT_EQ(made.redacted("http://api:abc7k-90000@proxy, ftp://api@proxy"),
            "http://[key]:@proxy, ftp://[key]@proxy");
}

TEST(Redactor, MarksAreOfTheSecret) {
  Redactor made;
  made.add("abc7k-90000", {}, "YOUR-KEY");
  EXPECT_EQ(made.redacted("abc7k-90000 abc7k%2D90000"), "YOUR-KEY YOUR-KEY");
}

TEST(Base64, ThereAndBack) {
  EXPECT_EQ(to_base64("Man"), "TWFu");
  EXPECT_EQ(to_base64("Ma"), "TWE");
  for (const std::string text : {"", "a", "ab", "abc", "\xff\xfe\xfd"}) {
    EXPECT_EQ(from_base64(to_base64(text) + "=="), text);
  }
}

}  // namespace
}  // namespace bfclx::net

#include "core/simulators/apis/page_text.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/apis/html_tables.h"

namespace bfclx {

namespace {

constexpr std::string_view kQuotesAndSpace = "\"' ";

std::optional<std::string_view> header(const EffectAnswer& answer, std::string_view wanted) {
  for (const auto& [name, value] : answer.headers) {
    if (lower_ascii(name) == wanted) return std::string_view(value);
  }
  return std::nullopt;
}

// requests/utils.py:get_encoding_from_headers; nullopt where it is to be guessed.
std::optional<std::string> charset_of(const EffectAnswer& answer) {
  const auto type = header(answer, "content-type");
  if (!type) return std::nullopt;
  std::string_view rest = *type;
  const std::string_view media = rest.substr(0, rest.find(';'));
  std::optional<std::string> charset;
  while (rest.find(';') != std::string_view::npos) {
    rest.remove_prefix(rest.find(';') + 1);
    const std::string_view parameter = strip(rest.substr(0, rest.find(';')));
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos) continue;
    if (lower_ascii(strip_chars(parameter.substr(0, equals), kQuotesAndSpace)) == "charset") {
      charset = strip_chars(parameter.substr(equals + 1), kQuotesAndSpace);
    }
  }
  if (charset) return charset;
  if (media.find("text") != std::string_view::npos) return "ISO-8859-1";
  if (media.find("application/json") != std::string_view::npos) return "utf-8";
  return std::nullopt;
}

// A charset's name without what Python's codecs do not look at.
std::string plain_name(std::string_view charset) {
  std::string name;
  for (const char c : lower_ascii(charset)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) name += c;
  }
  return name;
}

// Names of Python's codecs for the charsets of the table, beside its own.
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"latin2", "iso88592"},    {"l2", "iso88592"},      {"latin3", "iso88593"},
    {"l3", "iso88593"},        {"latin4", "iso88594"},  {"l4", "iso88594"},
    {"cyrillic", "iso88595"},  {"arabic", "iso88596"},  {"greek", "iso88597"},
    {"hebrew", "iso88598"},    {"latin5", "iso88599"},  {"l5", "iso88599"},
    {"latin6", "iso885910"},   {"l6", "iso885910"},     {"thai", "iso885911"},
    {"latin7", "iso885913"},   {"l7", "iso885913"},     {"latin8", "iso885914"},
    {"l8", "iso885914"},       {"latin9", "iso885915"}, {"l9", "iso885915"},
    {"latin10", "iso885916"},  {"l10", "iso885916"},    {"ibm437", "cp437"},
    {"ibm850", "cp850"},       {"ibm852", "cp852"},     {"ibm866", "cp866"},
    {"macintosh", "macroman"}, {"437", "cp437"},        {"850", "cp850"},
    {"852", "cp852"},          {"866", "cp866"}};

const html_tables::Charset* find_charset(std::string name) {
  if (name.rfind("windows", 0) == 0) name.replace(0, 7, "cp");
  if (name.size() == 4 && name.rfind("125", 0) == 0) name.insert(0, "cp");
  for (const auto& [alias, known] : kAliases) {
    if (name == alias) name = known;
  }
  for (std::size_t i = 0; i < html_tables::kCharsetsCount; ++i) {
    if (plain_name(html_tables::kCharsets[i].name) == name) return &html_tables::kCharsets[i];
  }
  return nullptr;
}

bool is_latin_1(std::string_view name) {
  static constexpr std::string_view kNames[] = {"latin1", "latin",   "l1",    "iso88591", "88591",
                                                "8859",   "iso8859", "cp819", "ibm819"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool is_ascii_name(std::string_view name) {
  return name == "ascii" || name == "usascii" || name == "646" || name == "iso646us";
}

template <typename Upper>
std::string decoded(std::string_view bytes, Upper upper) {
  std::string text;
  text.reserve(bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      append_utf8(text, upper(byte));
    }
  }
  return text;
}

char32_t as_latin_1(unsigned char byte) { return byte; }
char32_t as_none(unsigned char) { return 0xfffd; }

}  // namespace

std::string text_of_answer(const EffectAnswer& answer) {
  const std::optional<std::string> charset = charset_of(answer);
  if (!charset) {
    const bool is_utf8 = !find_invalid_utf8(answer.body);
    return is_utf8 ? answer.body : decoded(answer.body, as_latin_1);
  }
  const std::string name = plain_name(*charset);
  if (is_latin_1(name)) return decoded(answer.body, as_latin_1);
  if (is_ascii_name(name)) return decoded(answer.body, as_none);
  if (const html_tables::Charset* known = find_charset(name)) {
    return decoded(answer.body, [known](unsigned char byte) { return known->upper[byte - 0x80]; });
  }
  std::string text = sanitize_utf8(answer.body);
  if (name == "utf8sig" && text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

}  // namespace bfclx

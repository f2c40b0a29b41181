#include "tools/bfclx/net/charset.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <string>

namespace bfclx::net {
namespace {

struct CharsetRow {
  std::string_view name;   // letters and digits of the name, in lower case
  std::string_view iconv;  // what iconv calls it
};
constexpr CharsetRow kCharsets[] = {
    {"shiftjis", "SHIFT_JIS"},
    {"sjis", "SHIFT_JIS"},
    {"csshiftjis", "SHIFT_JIS"},
    {"mskanji", "CP932"},
    {"cp932", "CP932"},
    {"932", "CP932"},
    {"windows31j", "CP932"},
    {"eucjp", "EUC-JP"},
    {"ujis", "EUC-JP"},
    {"iso2022jp", "ISO-2022-JP"},
    {"gb2312", "GB2312"},
    {"euccn", "GB2312"},
    {"chinese", "GB2312"},
    {"gbk", "GBK"},
    {"cp936", "CP936"},
    {"936", "CP936"},
    {"ms936", "CP936"},
    {"gb18030", "GB18030"},
    {"big5", "BIG5"},
    {"big5tw", "BIG5"},
    {"csbig5", "BIG5"},
    {"cp950", "CP950"},
    {"950", "CP950"},
    {"big5hkscs", "BIG5-HKSCS"},
    {"euckr", "EUC-KR"},
    {"korean", "EUC-KR"},
    {"ksc5601", "EUC-KR"},
    {"ksx1001", "EUC-KR"},
    {"cp949", "CP949"},
    {"949", "CP949"},
    {"uhc", "CP949"},
    {"ms949", "CP949"},
    {"johab", "JOHAB"},
    {"iso2022kr", "ISO-2022-KR"},
    {"utf16", "UTF-16"},
    {"utf16le", "UTF-16LE"},
    {"utf16be", "UTF-16BE"},
    {"utf32", "UTF-32"},
    {"utf7", "UTF-7"},
};

// Characters that iconv reads otherwise than Python's codec of that name, which pages meet. (What
// is left over: kana of Big5 in its private part, 25 characters of GB 18030.)
struct CharacterRow {
  std::string_view iconv;  // charset
  std::string_view ours, python;
};
constexpr CharacterRow kCharacters[] = {
    {"SHIFT_JIS", "\u00a5", "\\"}, {"SHIFT_JIS", "\u203e", "~"}, {"BIG5", "\u2027", "\u2022"},
    {"BIG5", "\ufe51", "\uff64"},  {"BIG5", "\u00af", "\u203e"}, {"BIG5", "\uff5e", "\u223c"},
    {"BIG5", "\u2295", "\u2641"},  {"BIG5", "\u2299", "\u2609"}, {"BIG5", "\u2215", "\uff0f"},
    {"BIG5", "\ufe68", "\uff3c"},  {"BIG5", "\uffe5", "\u00a5"}, {"BIG5", "\uffe0", "\u00a2"},
    {"BIG5", "\uffe1", "\u00a3"},
};

void as_python(std::string_view charset, std::string& text) {
  for (const CharacterRow& row : kCharacters) {
    if (row.iconv != charset || text.find(row.ours) == std::string::npos) continue;
    std::string changed;
    std::size_t begin = 0;
    for (std::size_t at = text.find(row.ours); at != std::string::npos;
         at = text.find(row.ours, begin)) {
      changed.append(text, begin, at - begin).append(row.python);
      begin = at + row.ours.size();
    }
    text = changed.append(text, begin, std::string::npos);
  }
}

std::string plain(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) name += static_cast<char>(std::tolower(byte));
  }
  return name;
}

// Of the last parameter `charset`, as requests reads it.
const CharsetRow* charset_of(std::string_view content_type) {
  const CharsetRow* found = nullptr;
  for (std::size_t at = content_type.find(';'); at != std::string_view::npos;
       at = content_type.find(';', at + 1)) {
    const std::string_view parameter =
        content_type.substr(at + 1, content_type.find(';', at + 1) - at - 1);
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos || plain(parameter.substr(0, equals)) != "charset") {
      continue;
    }
    const std::string name = plain(parameter.substr(equals + 1));
    const auto* const row =
        std::find_if(std::begin(kCharsets), std::end(kCharsets),
                     [&](const CharsetRow& known) { return known.name == name; });
    found = row != std::end(kCharsets) ? row : nullptr;
  }
  return found;
}

class Converter {
 public:
  explicit Converter(std::string_view charset)
      : handle_(iconv_open("UTF-8", std::string(charset).c_str())) {}
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  ~Converter() {
    if (known()) iconv_close(handle_);
  }
  // NOLINTNEXTLINE(performance-no-int-to-ptr): iconv_open says so.
  bool known() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

  std::string utf8(std::string body) {
    constexpr std::string_view kReplacement = "\xef\xbf\xbd";
    std::string text;
    std::array<char, 16384> buffer;
    char* in = body.data();
    std::size_t left = body.size();
    while (left > 0) {
      char* out = buffer.data();
      std::size_t room = buffer.size();
      const std::size_t done = iconv(handle_, &in, &left, &out, &room);
      const int problem = done == static_cast<std::size_t>(-1) ? errno : 0;
      text.append(buffer.data(), buffer.size() - room);
      if (problem == 0 || problem == E2BIG) continue;
      text += kReplacement;
      if (problem == EINVAL) break;  // cut in the middle of a character
      ++in;
      --left;
    }
    return text;
  }

 private:
  iconv_t handle_;
};

}  // namespace

bool decode_charset(Response& response) {
  for (auto& [name, value] : response.headers) {
    if (name != "content-type") continue;
    const CharsetRow* const charset = charset_of(value);
    if (charset == nullptr) return false;
    Converter converter(charset->iconv);
    if (!converter.known()) return false;
    response.body = converter.utf8(std::move(response.body));
    as_python(charset->iconv, response.body);
    value = value.substr(0, value.find(';')) + "; charset=utf-8";
    return true;
  }
  return false;
}

}  // namespace bfclx::net

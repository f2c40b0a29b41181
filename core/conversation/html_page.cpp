#include "core/conversation/html_page.h"

#include <algorithm>
#include <cstddef>

#include "core/base/text.h"
#include "core/conversation/message_line.h"

namespace bfclx {
namespace {

constexpr std::size_t kSearched = std::size_t{64} << 10;  // bytes of a body
constexpr std::size_t kLongestTitle = 100;
constexpr std::string_view kSpace = " \t\r\n\f";

// The end of `begin` in the text behind spaces, where it is there and closed by `end`.
bool skip(std::string_view& text, std::string_view begin, std::string_view end) {
  const std::size_t first = std::min(text.find_first_not_of(kSpace), text.size());
  text.remove_prefix(first);
  if (!text.starts_with(begin)) return false;
  const std::size_t at = text.find(end, begin.size());
  text.remove_prefix(at == text.npos ? text.size() : at + end.size());
  return true;
}

// `text` in lower case. The bytes of the title are at the same place in the body.
std::string_view title_in(std::string_view body, std::string_view text) {
  const std::size_t tag = text.find("<title");
  if (tag == text.npos) return {};
  const std::size_t begin = text.find('>', tag);
  if (begin == text.npos) return {};
  const std::size_t end = std::min(text.find("</title", begin), text.size());
  return body.substr(begin + 1, end - begin - 1);
}

// With one space for each run of them.
std::string joined(std::string_view text) {
  std::string words;
  for (std::size_t at = text.find_first_not_of(kSpace);
       at != text.npos && words.size() <= kLongestTitle;) {
    const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
    words.append(words.empty() ? "" : " ").append(text.substr(at, end - at));
    at = text.find_first_not_of(kSpace, end);
  }
  if (words.size() > kLongestTitle) words = words.substr(0, kLongestTitle) + "...";
  return words;
}

}  // namespace

std::optional<std::string> html_page(std::string_view body) {
  body = body.substr(0, kSearched);
  if (body.starts_with("\xef\xbb\xbf")) body.remove_prefix(3);
  const std::string lower = lower_ascii(body);
  std::string_view rest = lower;
  skip(rest, "<?xml", "?>");
  while (skip(rest, "<!--", "-->")) {
  }
  const bool is_html = rest.starts_with("<!doctype html") || rest.starts_with("<html") ||
                       rest.starts_with("<head") || rest.starts_with("<body");
  if (!is_html) return std::nullopt;
  const std::string title = message_line(joined(title_in(body, lower)));
  return title.empty() ? std::string("an HTML page") : concat({"an HTML page (\"", title, "\")"});
}

}  // namespace bfclx

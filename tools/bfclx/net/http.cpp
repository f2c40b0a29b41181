#include "tools/bfclx/net/http.h"

#include <curl/curl.h>

#include <algorithm>
#include <cctype>
#include <memory>

#include "core/base/text.h"
#include "tools/bfclx/net/valid_url.h"

namespace bfclx::net {
namespace {

using UrlHandle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

std::string part_of(CURLU* url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return {};
  std::string copy = text;
  curl_free(text);
  return copy;
}

UrlHandle parsed(std::string_view text) {
  UrlHandle url(curl_url(), &curl_url_cleanup);
  if (curl_url_set(url.get(), CURLUPART_URL, std::string(text).c_str(), 0) != CURLUE_OK) {
    return {nullptr, &curl_url_cleanup};
  }
  return url;
}

std::string without_query(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at != std::string_view::npos) text.remove_prefix(at + 1);
  return std::string(text.substr(0, text.find_first_of("?#")));
}

}  // namespace

bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [kMarks](char c) {
    return is_letter(c) || is_digit(c) || kMarks.find(c) != std::string_view::npos;
  });
}

bool is_valid_url(std::string_view text) { return parsed(text) != nullptr; }

std::string_view requests_error(Failure failure) {
  switch (failure) {
    case Failure::kUrl:
      return "InvalidURL";
    case Failure::kTimeout:
      return "ReadTimeout";
    case Failure::kTls:
      return "SSLError";
    case Failure::kRedirect:
      return "TooManyRedirects";
    default:
      return "ConnectionError";
  }
}

std::string origin_of(std::string_view url) {
  const UrlHandle handle = parsed(url);
  if (!handle) return without_query(url);
  std::string host = part_of(handle.get(), CURLUPART_HOST);
  for (char& c : host) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return part_of(handle.get(), CURLUPART_SCHEME) + "://" + host + ":" +
         part_of(handle.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
}

std::string shown_url(std::string_view url) {
  const UrlHandle handle = parsed(url);
  if (!handle) return without_query(url);
  std::string port = part_of(handle.get(), CURLUPART_PORT);
  return part_of(handle.get(), CURLUPART_SCHEME) + "://" + part_of(handle.get(), CURLUPART_HOST) +
         (port.empty() ? "" : ":" + port) + part_of(handle.get(), CURLUPART_PATH);
}

}  // namespace bfclx::net

// URLs as the Python libraries requests 2.34 and urllib3 2.8 take them apart and put them together.
#ifndef BFCLX_CORE_SIMULATORS_APIS_URL_H_
#define BFCLX_CORE_SIMULATORS_APIS_URL_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bfclx {

// Scheme and host in lower case; dot segments resolved and characters that may not stand there
// percent-encoded, where the scheme is http, https or absent.
struct UrlParts {
  std::optional<std::string> scheme, auth, host, path, query, fragment;
  int port = 0;  // 0 for none
};

// urllib3/util/url.py:parse_url. Error "InvalidURL" with its text. Hosts outside of
// ASCII are refused.
Result<UrlParts> parse_url(std::string_view url);

// requests/utils.py:requote_uri.
std::string requote_uri(std::string_view uri);

// urllib.parse.quote_plus: UTF-8 in, blanks as "+".
std::string quote_plus(std::string_view text);

// urllib.parse.parse_qsl with blank values kept.
std::vector<std::pair<std::string, std::string>> parse_query(std::string_view query);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_URL_H_

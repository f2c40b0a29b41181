// What libcurl's error codes mean: the kind of failure, and its message. For transfer.cpp.
#ifndef BFCLX_TOOLS_BFCLX_NET_CURL_FAILURE_H_
#define BFCLX_TOOLS_BFCLX_NET_CURL_FAILURE_H_

#include <curl/curl.h>

#include <string_view>

#include "tools/bfclx/net/http.h"

namespace bfclx::net {

struct CurlFailure {
  CURLcode code;
  Failure failure;
  std::string_view text;
};

// nullptr for a code that only libcurl's own message explains.
const CurlFailure* curl_failure(CURLcode code);

// Whether there was no connection yet on which the request could be sent.
bool is_before_connection(CURLcode code);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_CURL_FAILURE_H_

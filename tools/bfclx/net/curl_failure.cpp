#include "tools/bfclx/net/curl_failure.h"

#include <algorithm>
#include <iterator>

namespace bfclx::net {
namespace {

constexpr CurlFailure kFailures[] = {
    {CURLE_URL_MALFORMAT, Failure::kUrl, "not a valid address"},
    {CURLE_UNSUPPORTED_PROTOCOL, Failure::kUrl, "only http and https are supported"},
    {CURLE_COULDNT_RESOLVE_HOST, Failure::kDns, "unknown host name"},
    {CURLE_COULDNT_RESOLVE_PROXY, Failure::kDns, "unknown host name of the proxy"},
    {CURLE_COULDNT_CONNECT, Failure::kConnect, "no connection"},
    {CURLE_PEER_FAILED_VERIFICATION, Failure::kTls, "the server's certificate is not accepted"},
    {CURLE_SSL_CONNECT_ERROR, Failure::kTls, "no secure connection"},
    {CURLE_SSL_CACERT_BADFILE, Failure::kTls, "the file of trusted certificates is unusable"},
    {CURLE_SSL_CERTPROBLEM, Failure::kTls, "the client certificate cannot be used"},
    {CURLE_OPERATION_TIMEDOUT, Failure::kTimeout, "timed out before the response was complete"},
    {CURLE_GOT_NOTHING, Failure::kCut, "the server closed the connection without a response"},
    {CURLE_PARTIAL_FILE, Failure::kCut, "the connection ended in the middle of the response"},
    {CURLE_RECV_ERROR, Failure::kCut, "the connection broke while the response was read"},
    {CURLE_SEND_ERROR, Failure::kCut, "the connection broke while the request was sent"},
    {CURLE_HTTP2, Failure::kCut, "the HTTP/2 connection broke"},
    {CURLE_HTTP2_STREAM, Failure::kCut, "the HTTP/2 stream was ended by the server"},
    {CURLE_BAD_CONTENT_ENCODING, Failure::kProtocol, "the compressed response is malformed"},
    {CURLE_WEIRD_SERVER_REPLY, Failure::kProtocol, "the response is not HTTP"},
};

}  // namespace

const CurlFailure* curl_failure(CURLcode code) {
  const auto* found = std::find_if(std::begin(kFailures), std::end(kFailures),
                                   [code](const CurlFailure& row) { return row.code == code; });
  return found == std::end(kFailures) ? nullptr : found;
}

bool is_before_connection(CURLcode code) {
  const CurlFailure* failure = curl_failure(code);
  return failure != nullptr &&
         (failure->failure == Failure::kDns || failure->failure == Failure::kConnect ||
          failure->failure == Failure::kTls);
}

}  // namespace bfclx::net

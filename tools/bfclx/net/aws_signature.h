// Signature version 4 of Amazon's services, as Bedrock wants it. libcurl 7.88 has one of its own,
// but signs a path with an escape in it ("...v1%3A0") wrongly.
#ifndef BFCLX_TOOLS_BFCLX_NET_AWS_SIGNATURE_H_
#define BFCLX_TOOLS_BFCLX_NET_AWS_SIGNATURE_H_

#include <string>
#include <string_view>

#include "tools/bfclx/net/http.h"

namespace bfclx::net {

struct AwsKey {
  std::string id;
  std::string secret;
  std::string session;  // token of temporary keys; may be empty
  std::string region;   // "us-east-1"
  std::string service;  // "bedrock"
};

// The headers that sign a request: host, x-amz-date, x-amz-security-token where there is one, and
// authorization. The query of `url` is signed too; `time`: "20150830T123600Z", UTC.
Headers aws_signature(const AwsKey& key, std::string_view method, std::string_view url,
                      std::string_view body, std::string_view time);
// Signed at the time of this machine's clock.
Headers aws_signature_now(const AwsKey& key, std::string_view method, std::string_view url,
                          std::string_view body);

}  // namespace bfclx::net

#endif  // BFCLX_TOOLS_BFCLX_NET_AWS_SIGNATURE_H_

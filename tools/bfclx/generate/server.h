// Server: where requests go, with which key, and what is made of the answers before anybody else
// sees them.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SERVER_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SERVER_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/conversation/dialect.h"
#include "tools/bfclx/net/aws_signature.h"
#include "tools/bfclx/net/http.h"
#include "tools/bfclx/net/redactor.h"

namespace bfclx::tools {

// A key and how it is shown to the server. The text lives here, in the redactor and in request
// headers alone.
struct Secret {
  std::string header;  // "authorization"
  std::string prefix;  // "Bearer "
  std::string text;
};

struct Server {
  std::string base_url;  // without a slash at its end
  std::vector<Secret> secrets;
  std::optional<net::AwsKey> aws;  // signs every request
  net::Headers headers;            // of --header
  net::Redactor redactor;          // of all that is secret in this run
  std::string client_cert;         // files; empty for none
  std::string client_key;
  double timeout = 600;

  // The path of base_url, "/v1"; requests' paths come behind it.
  std::string base_path() const;
  // The request of a conversation as it goes out.
  // The body is lent: `asked` stays where it is until the request has ended.
  net::Request request(const HttpRequest& asked) const;
  net::Request get(std::string_view path) const;
  // Takes every secret out of a response: servers repeat keys in errors and in responses. True when
  // there was one.
  bool scrub(net::Response& response) const;
  std::string scrubbed(std::string text) const;
  // The same of a text that may be large: itself, or what is put into `clean`.
  std::string_view scrubbed(std::string_view text, std::string& clean) const;
};

// The answer in the core's words.
HttpResponse core_response(net::Response&& response);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SERVER_H_

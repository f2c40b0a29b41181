// Server: where requests go, with which key, and what is made of the answers before anybody else
// sees them.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SERVER_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SERVER_H_

#include <cstddef>
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

// One address, its key, and what it says about itself.
struct ServerEndpoint {
  std::string base_url;  // without a slash at its end
  std::vector<Secret> secrets;
  std::optional<net::AwsKey> aws;  // signs every request
  std::string address = {};        // numeric, of several of its host; empty: by name
  double weight = 1;
  std::size_t concurrency = 0;  // requests in flight at most; 0: as many as the run
  bool missing = false;         // of several: it could not be reached before the run
  std::string found;            // owner and models, for the manifest
  std::string version;          // of several endpoints; empty where it does not say

  // The path of base_url, "/v1"; requests' paths come behind it.
  std::string base_path() const;
  // As messages, the table of endpoints and metrics show it: "http://h:8000/v1", or
  // "10.0.0.5 (http://h:8000/v1)" where it is one address of several.
  std::string shown() const;
};

struct Server : ServerEndpoint {
  std::vector<ServerEndpoint> others;  // that have the same model
  net::Headers headers;                // of --header
  net::Redactor redactor;              // of all that is secret in this run
  std::string_view dropped = {};       // begin of paths that the addresses have otherwise
  std::string client_cert;             // files; empty for none
  std::string client_key;
  double timeout = 600;

  std::size_t endpoints() const { return 1 + others.size(); }
  const ServerEndpoint& endpoint(std::size_t index) const {
    return index == 0 ? *this : others[index - 1];
  }
  ServerEndpoint& endpoint(std::size_t index) { return index == 0 ? *this : others[index - 1]; }
  // The request of a conversation as it goes out.
  // The body is lent: `asked` stays where it is until the request has ended.
  net::Request request(const HttpRequest& asked, std::size_t endpoint = 0) const;
  // The same of the root of the server, beside its API.
  net::Request root_request(const HttpRequest& asked, std::size_t endpoint) const;
  net::Request get(std::string_view path, std::size_t endpoint = 0) const;
  // Of the address `base` of that endpoint.
  net::Request get_at(std::string_view base, std::string_view path, std::size_t endpoint) const;
  // Takes every secret out of a response: servers repeat keys in errors and in responses. True when
  // there was one.
  bool scrub(net::Response& response) const;
  std::string scrubbed(std::string text) const;
  // The same of a text that may be large: itself, or what is put into `clean`.
  std::string_view scrubbed(std::string_view text, std::string& clean) const;

 private:
  net::Request post(net::Request request, const HttpRequest& asked, std::size_t endpoint) const;
};

// The answer in the core's words.
HttpResponse core_response(net::Response&& response);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SERVER_H_

#include "tools/bfclx/generate/server.h"

#include <algorithm>
#include <utility>

#include "tools/bfclx/generate/header_text.h"

namespace bfclx::tools {

std::string ServerEndpoint::base_path() const {
  const std::size_t host = base_url.find("://");
  const std::size_t path = base_url.find('/', host == std::string::npos ? 0 : host + 3);
  if (path == std::string::npos) return {};
  return base_url.substr(path, base_url.find('?', path) - path);
}

std::string ServerEndpoint::shown() const {
  const std::string url = net::shown_url(base_url);
  return address.empty() ? url : address + " (" + url + ")";
}

net::Request Server::get(std::string_view path, std::size_t endpoint) const {
  if (path.starts_with(dropped)) path.remove_prefix(dropped.size());
  return get_at(this->endpoint(endpoint).base_url, path, endpoint);
}

net::Request Server::get_at(std::string_view base, std::string_view path,
                            std::size_t endpoint) const {
  net::Request request;
  // A query of the base address ("?api-version=1") stays behind the path.
  const std::size_t query = std::min(base.find('?'), base.size());
  request.url = std::string(base.substr(0, query)) + std::string(path);
  if (query < base.size()) {
    request.url += path.find('?') == std::string_view::npos ? "?" : "&";
    request.url += base.substr(query + 1);
  }
  request.address = this->endpoint(endpoint).address;
  request.timeout = timeout;
  request.client_cert = client_cert;
  request.client_key = client_key;
  // Both go to this server alone.
  request.secrets = headers;
  for (const Secret& secret : this->endpoint(endpoint).secrets) {
    request.secrets.emplace_back(secret.header, secret.prefix + secret.text);
  }
  return request;
}

net::Request Server::request(const HttpRequest& asked, std::size_t endpoint) const {
  return post(get(asked.path, endpoint), asked, endpoint);
}

net::Request Server::root_request(const HttpRequest& asked, std::size_t endpoint) const {
  const ServerEndpoint& one = this->endpoint(endpoint);
  const std::string root = one.base_url.substr(0, one.base_url.size() - one.base_path().size());
  return post(get_at(root, asked.path, endpoint), asked, endpoint);
}

net::Request Server::post(net::Request request, const HttpRequest& asked,
                          std::size_t endpoint) const {
  request.method = asked.method;
  request.lent_body = asked.body;
  bool typed = false;
  for (const HttpHeader& header : asked.headers) {
    typed = typed || header.name == "content-type" || header.name == "Content-Type";
    // Those of --header replace those of the protocol.
    if (has_header(headers, header.name)) continue;
    request.headers.emplace_back(header.name, header.value);
  }
  if (!typed) request.headers.emplace_back("Content-Type", "application/json");
  if (const std::optional<net::AwsKey>& key = this->endpoint(endpoint).aws) {
    const net::Headers signed_with =
        net::aws_signature_now(*key, request.method, request.url, asked.body);
    request.secrets.insert(request.secrets.end(), signed_with.begin(), signed_with.end());
  }
  return request;
}

std::string Server::scrubbed(std::string text) const { return redactor.redacted(std::move(text)); }

std::string_view Server::scrubbed(std::string_view text, std::string& clean) const {
  std::optional<std::string> without = redactor.without_secrets(text);
  if (!without) return text;
  clean = *std::move(without);
  return clean;
}

bool Server::scrub(net::Response& response) const {
  bool any = redactor.redact(response.body);
  any = redactor.redact(response.error) || any;
  for (auto& header : response.headers) {
    any = redactor.redact(header.first) || any;
    any = redactor.redact(header.second) || any;
  }
  return any;
}

HttpResponse core_response(net::Response&& response) {
  HttpResponse core;
  core.status = response.status;
  core.body = std::move(response.body);
  core.headers.reserve(response.headers.size());
  for (auto& [name, value] : response.headers) {
    core.headers.push_back({std::move(name), std::move(value)});
  }
  return core;
}

}  // namespace bfclx::tools

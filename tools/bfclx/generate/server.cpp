#include "tools/bfclx/generate/server.h"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <utility>

namespace bfclx::tools {
namespace {

// Shorter ones are words ("EMPTY") that no secret is.
constexpr std::size_t kShortestSecret = 6;

bool names_a_secret(std::string_view header) {
  std::string name(header);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* part : {"authorization", "key", "token", "secret", "cookie"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

void replace_all(std::string& text, std::string_view secret) {
  if (secret.size() < kShortestSecret) return;
  for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
    text.replace(at, secret.size(), "[key]");
  }
}

}  // namespace

std::string Server::base_path() const {
  const std::size_t host = base_url.find("://");
  const std::size_t path = base_url.find('/', host == std::string::npos ? 0 : host + 3);
  if (path == std::string::npos) return {};
  return base_url.substr(path, base_url.find('?', path) - path);
}

net::Request Server::get(std::string_view path) const {
  net::Request request;
  // A query of the base address ("?api-version=1") stays behind the path.
  const std::size_t query = std::min(base_url.find('?'), base_url.size());
  request.url = base_url.substr(0, query) + std::string(path);
  if (query < base_url.size()) {
    request.url +=
        (path.find('?') == std::string_view::npos ? "?" : "&") + base_url.substr(query + 1);
  }
  request.timeout = timeout;
  // Both go to this server alone.
  request.secrets = headers;
  for (const Secret& secret : secrets) {
    request.secrets.emplace_back(secret.header, secret.prefix + secret.text);
  }
  return request;
}

net::Request Server::request(const HttpRequest& asked) const {
  net::Request request = get(asked.path);
  request.method = asked.method;
  request.lent_body = asked.body;
  bool typed = false;
  for (const HttpHeader& header : asked.headers) {
    typed = typed || header.name == "content-type" || header.name == "Content-Type";
    request.headers.emplace_back(header.name, header.value);
  }
  if (!typed) request.headers.emplace_back("Content-Type", "application/json");
  if (aws) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char time[32];
    std::strftime(time, sizeof time, "%Y%m%dT%H%M%SZ", &parts);
    const net::Headers signed_with =
        net::aws_signature(*aws, request.method, request.url, asked.body, time);
    request.secrets.insert(request.secrets.end(), signed_with.begin(), signed_with.end());
  }
  return request;
}

std::string Server::scrubbed(std::string text) const {
  for (const Secret& secret : secrets) replace_all(text, secret.text);
  if (aws) {
    replace_all(text, aws->secret);
    replace_all(text, aws->session);
  }
  for (const auto& [name, value] : headers) {
    if (names_a_secret(name)) replace_all(text, value);
  }
  return text;
}

void Server::scrub(net::Response& response) const {
  response.body = scrubbed(std::move(response.body));
  response.error = scrubbed(std::move(response.error));
  for (auto& header : response.headers) header.second = scrubbed(std::move(header.second));
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

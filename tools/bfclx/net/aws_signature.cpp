#include "tools/bfclx/net/aws_signature.h"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "tools/bfclx/net/hmac.h"

namespace bfclx::net {
namespace {

constexpr std::string_view kPlain =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

std::string escaped(std::string_view text, std::string_view also_plain) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (kPlain.find(c) != std::string_view::npos || also_plain.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

// Every part of the path is escaped once more, so that "%3A" becomes "%253A".
std::string escaped_path(std::string_view path) { return path.empty() ? "/" : escaped(path, "/"); }

// "%2f" as "/": what the service decodes before it signs.
std::string decoded(std::string_view text) {
  std::string out;
  const auto digit = [&](std::size_t at) {
    return at < text.size() && std::isxdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%' || !digit(i + 1) || !digit(i + 2)) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
    i += 2;
  }
  return out;
}

// Members of the query in order, each name and value escaped in the one way that is signed.
std::string canonical_query(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> members;
  for (std::size_t begin = 0; begin < query.size();) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    const std::string member(query.substr(begin, end - begin));
    const std::size_t equals = std::min(member.find('='), member.size());
    const std::string value = equals < member.size() ? member.substr(equals + 1) : std::string();
    if (!member.empty()) {
      members.emplace_back(escaped(decoded(member.substr(0, equals)), ""),
                           escaped(decoded(value), ""));
    }
    begin = end + 1;
  }
  std::sort(members.begin(), members.end());
  std::string text;
  for (const auto& [name, value] : members) {
    text.append(text.empty() ? "" : "&").append(name).append("=").append(value);
  }
  return text;
}

}  // namespace

Headers aws_signature(const AwsKey& key, std::string_view method, std::string_view url,
                      std::string_view body, std::string_view time) {
  const std::size_t begin = url.find("://") == std::string_view::npos ? 0 : url.find("://") + 3;
  const std::size_t slash = std::min(url.find_first_of("/?#", begin), url.size());
  // As it is sent: without a user's name in front.
  std::string host(url.substr(begin, slash - begin));
  host.erase(0, host.rfind('@') + 1);
  const std::string_view target = url.substr(slash, url.find('#', slash) - slash);
  const std::size_t mark = std::min(target.find('?'), target.size());
  const std::string_view query = target.substr(std::min(mark + 1, target.size()));
  const std::string date(time.substr(0, 8));

  Headers headers = {{"host", host}, {"x-amz-date", std::string(time)}};
  if (!key.session.empty()) headers.emplace_back("x-amz-security-token", key.session);
  std::string canonical;
  std::string names;
  for (const auto& [name, value] : headers) {
    canonical.append(name).append(":").append(value).append("\n");
    if (!names.empty()) names += ';';
    names += name;
  }
  const std::string request = std::string(method) + "\n" + escaped_path(target.substr(0, mark)) +
                              "\n" + canonical_query(query) + "\n" + canonical + "\n" + names +
                              "\n" + hex_of(sha256(body));
  const std::string scope = date + "/" + key.region + "/" + key.service + "/aws4_request";
  const std::string to_sign =
      "AWS4-HMAC-SHA256\n" + std::string(time) + "\n" + scope + "\n" + hex_of(sha256(request));
  Sha256 signing = hmac_sha256("AWS4" + key.secret, date);
  for (const std::string& part : {key.region, key.service, std::string("aws4_request")}) {
    signing = hmac_sha256(bytes_of(signing), part);
  }
  headers.emplace_back("authorization", "AWS4-HMAC-SHA256 Credential=" + key.id + "/" + scope +
                                            ", SignedHeaders=" + names + ", Signature=" +
                                            hex_of(hmac_sha256(bytes_of(signing), to_sign)));
  return headers;
}

Headers aws_signature_now(const AwsKey& key, std::string_view method, std::string_view url,
                          std::string_view body) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char time[32];
  std::strftime(time, sizeof time, "%Y%m%dT%H%M%SZ", &parts);
  return aws_signature(key, method, url, body, time);
}

}  // namespace bfclx::net

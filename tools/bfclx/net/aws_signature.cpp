#include "tools/bfclx/net/aws_signature.h"

#include <algorithm>

#include "tools/bfclx/net/sha256.h"

namespace bfclx::net {
namespace {

// Every part of the path is escaped once more, so that "%3A" becomes "%253A".
std::string escaped_path(std::string_view path) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      text += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    text += '%';
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text.empty() ? "/" : text;
}

}  // namespace

Headers aws_signature(const AwsKey& key, std::string_view method, std::string_view url,
                      std::string_view body, std::string_view time) {
  const std::size_t begin = url.find("://") == std::string_view::npos ? 0 : url.find("://") + 3;
  const std::size_t slash = std::min(url.find('/', begin), url.size());
  const std::string host(url.substr(begin, slash - begin));
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
  const std::string request = std::string(method) + "\n" + escaped_path(url.substr(slash)) +
                              "\n\n" + canonical + "\n" + names + "\n" + hex(sha256(body));
  const std::string scope = date + "/" + key.region + "/" + key.service + "/aws4_request";
  const std::string to_sign =
      "AWS4-HMAC-SHA256\n" + std::string(time) + "\n" + scope + "\n" + hex(sha256(request));
  Digest signing = hmac_sha256("AWS4" + key.secret, date);
  for (const std::string& part : {key.region, key.service, std::string("aws4_request")}) {
    signing = hmac_sha256(bytes_of(signing), part);
  }
  headers.emplace_back("authorization", "AWS4-HMAC-SHA256 Credential=" + key.id + "/" + scope +
                                            ", SignedHeaders=" + names + ", Signature=" +
                                            hex(hmac_sha256(bytes_of(signing), to_sign)));
  return headers;
}

}  // namespace bfclx::net

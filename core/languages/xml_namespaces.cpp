#include "core/languages/xml_namespaces.h"

namespace bfclx::languages {
namespace {

constexpr std::string_view kXmlUri = "http://www.w3.org/XML/1998/namespace";
constexpr std::size_t kXmlNumber = 1;
constexpr std::string_view kXmlnsUri = "http://www.w3.org/2000/xmlns/";

}  // namespace

std::size_t XmlNamespaces::uri_of(std::string_view prefix) const {
  if (prefix == "xml") return kXmlNumber;
  const auto found = uris_.find(prefix);
  return found == uris_.end() || found->second.empty() ? kNone : found->second.back();
}

std::size_t XmlNamespaces::number_of(std::string_view uri) {
  if (uri.empty()) return kNone;
  if (uri == kXmlUri) return kXmlNumber;
  return numbers_.try_emplace(uri, numbers_.size() + kXmlNumber + 1).first->second;
}

std::string_view XmlNamespaces::bind(std::string_view prefix, std::string_view uri) {
  if (!prefix.empty() && uri.empty()) return "must not undeclare prefix";
  if (prefix == "xmlns") {
    return "reserved prefix (xmlns) must not be declared or undeclared";
  }
  // ElementTree writes names as "uri}local", which expat protects against such URIs.
  if (uri.find('}') != std::string_view::npos) return "syntax error";
  if ((prefix == "xml") != (uri == kXmlUri)) {
    return prefix == "xml" ? "reserved prefix (xml) must not be undeclared or bound to another "
                             "namespace name"
                           : "prefix must not be bound to one of the reserved namespace names";
  }
  if (uri == kXmlnsUri) return "prefix must not be bound to one of the reserved namespace names";
  uris_[prefix].push_back(number_of(uri));
  prefixes_.push_back(prefix);
  return {};
}

void XmlNamespaces::unbind_to(std::size_t size) {
  for (; prefixes_.size() > size; prefixes_.pop_back()) uris_[prefixes_.back()].pop_back();
}

}  // namespace bfclx::languages

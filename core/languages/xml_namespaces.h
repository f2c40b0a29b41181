// Which prefixes of XML namespaces are bound to what.
#ifndef BFCLX_CORE_LANGUAGES_XML_NAMESPACES_H_
#define BFCLX_CORE_LANGUAGES_XML_NAMESPACES_H_

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bfclx::languages {

class XmlNamespaces {
 public:
  // A number for the URI that the prefix ("" is the default one) is bound to: equal URIs, equal
  // numbers. kNone when there is none.
  static constexpr std::size_t kNone = 0;
  std::size_t uri_of(std::string_view prefix) const;
  // Binds for the element that is being opened. Gives expat's error text, or an empty one.
  // Both views must outlive this object.
  std::string_view bind(std::string_view prefix, std::string_view uri);
  // Number of bindings in force, to come back to with `unbind_to` when an element ends.
  std::size_t size() const { return prefixes_.size(); }
  void unbind_to(std::size_t size);

 private:
  std::size_t number_of(std::string_view uri);

  std::unordered_map<std::string_view, std::size_t> numbers_;            // of URIs
  std::unordered_map<std::string_view, std::vector<std::size_t>> uris_;  // innermost last
  std::vector<std::string_view> prefixes_;                               // as they were bound
};

}  // namespace bfclx::languages

#endif  // BFCLX_CORE_LANGUAGES_XML_NAMESPACES_H_

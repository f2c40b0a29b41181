// Names as datamodel-code-generator 0.25.7 makes them of the names in a JSON schema
// (reference.py: FieldNameResolver, ModelResolver; inflect's singular_noun), for minicpm_fc alone.
#ifndef BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MODEL_NAMES_H_
#define BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MODEL_NAMES_H_

#include <set>
#include <string>
#include <string_view>

namespace bfclx::chat_formats {

using NameSet = std::set<std::string, std::less<>>;

// Of a class: "update_info" -> "UpdateInfo".
std::string class_name_of(std::string_view name);
// Of a member of an enumeration, not one of `taken`: "pm2.5" -> "pm2_5".
std::string enum_member_name(std::string_view name, const NameSet& taken);
// Of an attribute of a class, not one of `taken`: "schema" -> "schema_", "_from" -> "field_from".
std::string attribute_name(std::string_view name, const NameSet& taken);
// Of what a list holds: "Amenities" -> "Amenity"; where no plural is seen, with the suffix behind.
std::string singular_of(std::string_view name, std::string_view suffix);

}  // namespace bfclx::chat_formats

#endif  // BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MODEL_NAMES_H_

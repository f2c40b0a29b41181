#include <string>
#include <string_view>

#include "core/checker/schema_doc.h"
#include "core/conversation/doc_access.h"
#include "core/conversation/tools.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using docs::append_description;
using docs::at;
using docs::dict_at;

struct HintRow {
  Language language;
  std::string_view syntax;  // as the function's hint names it
  // As the parameters' hints name the language; empty where parameters stay as they are.
  std::string_view name;
  std::string_view list_types[2];  // those whose "items" become text
  bool dict_entries;               // whether a dict's "properties" become text
};

constexpr HintRow kHints[] = {
    {Language::kPython, "Python 3", "", {}, false},
    {Language::kJava, "Java 8 SDK", "Java", {"ArrayList", "Array"}, false},
    {Language::kJavaScript, "JavaScript", "JavaScript", {"array", "array"}, true},
};

Status tell_type(const Value& parameter, const std::string& type, const HintRow& row) {
  const std::string language(row.name);
  if (type == "any") {
    return append_description(parameter, " This parameter can be of any type of " + language +
                                             " object in string representation.");
  }
  return append_description(
      parameter, " This is " + language + " " + type + " type parameter in string representation.");
}

Status tell_items(const Value& parameter) {
  BFCLX_ASSIGN_OR_RETURN(const Value items, at(parameter, "items"));
  BFCLX_ASSIGN_OR_RETURN(const Value type, at(items, "type"));
  BFCLX_RETURN_IF_ERROR(append_description(
      parameter,
      " The list elements are of type " + str(type) + "; they are not in string representation."));
  parameter.mutable_dict().erase("items");
  return {};
}

Status tell_properties(const Value& parameter) {
  const Value* properties = parameter.as_dict().find("properties");
  if (properties == nullptr) return {};
  BFCLX_ASSIGN_OR_RETURN(const std::string text, json_dumps(*properties));
  BFCLX_RETURN_IF_ERROR(append_description(
      parameter,
      " The dictionary entries have the following schema; they are not in string representation. " +
          text));
  parameter.mutable_dict().erase("properties");
  return {};
}

Status make_text(const Value& parameter, const HintRow& row) {
  BFCLX_ASSIGN_OR_RETURN(const Value type_value, at(parameter, "type"));
  const std::string type = str(type_value);
  BFCLX_RETURN_IF_ERROR(tell_type(parameter, type, row));
  if (type == row.list_types[0] || type == row.list_types[1]) {
    BFCLX_RETURN_IF_ERROR(tell_items(parameter));
  }
  if (row.dict_entries && type == "dict") BFCLX_RETURN_IF_ERROR(tell_properties(parameter));
  parameter.mutable_dict().set("type", Value::str("string"));
  return {};
}

}  // namespace

Status add_language_hints(const Value& function_docs, Language language) {
  const HintRow& row = kHints[static_cast<std::size_t>(language)];
  for (const Value& doc : function_docs.items()) {
    BFCLX_RETURN_IF_ERROR(append_description(
        doc, " Note that the provided function is in " + std::string(row.syntax) + " syntax."));
    if (has_json_schema(doc)) continue;
    BFCLX_ASSIGN_OR_RETURN(const Value schema, at(doc, "parameters"));
    BFCLX_ASSIGN_OR_RETURN(const Value properties, dict_at(schema, "properties"));
    if (row.name.empty()) continue;
    for (const Dict::Entry& entry : properties.as_dict()) {
      BFCLX_RETURN_IF_ERROR(make_text(entry.value, row));
    }
  }
  return {};
}

Result<Value> with_language_hints(const Value& function_docs, Language language) {
  const bool outside_alone = kHints[static_cast<std::size_t>(language)].name.empty();
  Value docs = Value::list();
  for (const Value& doc : function_docs.items()) {
    const bool shallow = outside_alone && doc.is_dict();
    docs.mutable_list().push_back(shallow ? Value::dict(Dict(doc.as_dict())) : doc.deep_copy());
  }
  BFCLX_RETURN_IF_ERROR(add_language_hints(docs, language));
  return docs;
}

}  // namespace bfclx

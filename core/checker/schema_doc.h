// Function docs whose parameters are JSON Schema as someone wrote it, where BFCL's form cannot
// represent it: unions, references, null, values of any type.
//
//   {"name": "f", "description": "", "parameters": {"$schema":
//       "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties":
//       {"x": {"type": ["string", "null"]}}}}
//
// "$schema" tells them from BFCL's docs, which have none. Only own benchmarks can have such docs,
// in entries whose match is `schema` or `exact`. A model is given the rest.
#ifndef BFCLX_CORE_CHECKER_SCHEMA_DOC_H_
#define BFCLX_CORE_CHECKER_SCHEMA_DOC_H_

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/value/dict_of.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::string_view kSchemaMember = "$schema";
inline constexpr std::string_view kSchemaDraft = "https://json-schema.org/draft/2020-12/schema";

inline bool is_json_schema(const Value& parameters) {
  return given_member(parameters, kSchemaMember) != nullptr;
}

// Whether a function doc is one of these.
inline bool has_json_schema(const Value& doc) {
  const Value* parameters = find_member(doc, "parameters");
  return parameters != nullptr && is_json_schema(*parameters);
}

// The first of a list of function docs, or nullptr.
inline const Value* find_json_schema(const Value& docs) {
  if (!docs.is_list()) return nullptr;
  const auto found = std::find_if(docs.items().begin(), docs.items().end(), has_json_schema);
  return found != docs.items().end() ? &*found : nullptr;
}

// The parameters of one of these, as a model is given them.
inline Value schema_for_models(const Value& doc) {
  Dict schema;
  for (const auto& [name, value] : find_member(doc, "parameters")->as_dict()) {
    if (!name.is_str() || name.as_str() != kSchemaMember) schema.set(name, value);
  }
  return Value::dict(std::move(schema));
}

// A list of function docs as models are given them as text.
inline Value docs_for_models(const Value& docs) {
  if (find_json_schema(docs) == nullptr) return docs;
  List list = docs.items();
  for (Value& doc : list) {
    if (!has_json_schema(doc)) continue;
    Dict given = doc.as_dict();
    given.set("parameters", schema_for_models(doc));
    doc = Value::dict(std::move(given));
  }
  return Value::list(std::move(list));
}

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_SCHEMA_DOC_H_

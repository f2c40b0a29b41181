#include "core/benchmark/function_docs.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/benchmark/case_question.h"
#include "core/check/findings.h"
#include "core/check/own_data.h"
#include "core/checker/function_list.h"
#include "core/checker/json_schema.h"
#include "core/checker/schema_doc.h"
#include "core/dataset/own_rules.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kUnions[] = {"anyOf", "oneOf", "allOf", "$ref"};
// What says nothing to a model, or only to the keywords above.
constexpr string_view kDropped[] = {"$schema", "$id", "$comment", "$defs", "definitions"};
constexpr string_view kBfclTypes[] = {"dict", "float", "tuple", "any"};
constexpr string_view kOneType = "the official rules check values of a single type";

bool is_one_of(string_view name, std::span<const string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The docs of BFCL have types that JSON Schema does not know, at the top or in a parameter.
SchemaDialect dialect_of(const Value& parameters) {
  if (is_one_of(find_text(parameters, "type"), kBfclTypes)) return SchemaDialect::kBfcl;
  const Value* properties = find_member(parameters, "properties");
  if (properties == nullptr || !properties->is_dict()) return SchemaDialect::kJsonSchema;
  const Dict& all = properties->as_dict();
  const bool any = std::any_of(all.begin(), all.end(), [](const Dict::Entry& property) {
    return is_one_of(find_text(property.value, "type"), kBfclTypes);
  });
  return any ? SchemaDialect::kBfcl : SchemaDialect::kJsonSchema;
}

Status refuse_unions(const Value& schema, const std::string& place) {
  for (const string_view keyword : kUnions) {
    if (given_member(schema, keyword) == nullptr) continue;
    return schema_error(place, concat({"`", keyword, "`: ", kOneType, ". Write one `type` here"}));
  }
  const Value* nullable = find_member(schema, "nullable");
  if (nullable != nullptr && nullable->is_bool() && nullable->as_bool()) {
    return schema_error(place, concat({"`nullable`: ", kOneType,
                                       ". Remove it, and leave the parameter out of `required`"}));
  }
  return {};
}

// The name of the type, in small letters.
Result<std::string> type_of(const Value& schema, const std::string& place) {
  const Value* type = given_member(schema, "type");
  if (type == nullptr) {
    return schema_error(place, concat({"`type` is missing; ", kOneType}));
  }
  if (type->is_sequence() && type->items().size() == 1) type = &type->items().front();
  if (!type->is_str()) {
    return schema_error(place + ".type",
                        concat({brief_repr(*type), ": ", kOneType,
                                ". Write one type; in place of null, leave the parameter out of "
                                "`required`"}));
  }
  std::string name = lower_ascii(type->as_str());
  if (name == "null")
    return schema_error(place + ".type", "the official rules do not have the type `null`");
  return name;
}

Result<Value> read_schema(const Value& given, const std::string& place);

Result<Value> read_properties(const Value& given, const std::string& place) {
  if (!given.is_dict()) return schema_error(place, "expected an object of properties");
  Dict read;
  for (const auto& [name, schema] : given.as_dict()) {
    BFCLX_ASSIGN_OR_RETURN(Value one, read_schema(schema, place_of_member(place, name)));
    // The official program fails on tools whose parameters have none.
    if (find_text(one, "description").empty())
      one.mutable_dict().set("description", Value::str(""));
    read.set(name, std::move(one));
  }
  return Value::dict(std::move(read));
}

// The schema without what says nothing, its types in small letters. Deep types keep the names of
// JSON Schema: the official program has other names for those of a parameter and of its items only.
Result<Value> read_members(const Value& given, const std::string& place) {
  Dict read;
  for (const auto& [name, value] : given.as_dict()) {
    const string_view key = name.is_str() ? name.as_str() : string_view();
    if (value.is_none() || is_one_of(key, kDropped)) continue;
    Value kept = value;
    if (key == "properties") {
      BFCLX_ASSIGN_OR_RETURN(kept, read_properties(value, place + ".properties"));
    } else if (key == "items") {
      BFCLX_ASSIGN_OR_RETURN(kept, read_schema(value, place + ".items"));
    }
    read.set(name, std::move(kept));
  }
  return Value::dict(std::move(read));
}

Result<Value> read_schema(const Value& given, const std::string& place) {
  if (!given.is_dict()) return schema_error(place, "expected a schema with a `type`");
  BFCLX_RETURN_IF_ERROR(refuse_unions(given, place));
  BFCLX_ASSIGN_OR_RETURN(const std::string type, type_of(given, place));
  BFCLX_ASSIGN_OR_RETURN(Value read, read_members(given, place));
  read.mutable_dict().set("type", Value::str(type));
  return read;
}

Result<Value> official_doc(const FunctionDoc& doc) {
  Value parameters = Value::dict();
  if (!doc.parameters.is_none()) {
    BFCLX_RETURN_IF_ERROR(refuse_unions(doc.parameters, doc.parameters_place));
    BFCLX_ASSIGN_OR_RETURN(parameters, read_members(doc.parameters, doc.parameters_place));
  }
  parameters.mutable_dict().set("type", Value::str("dict"));
  const Value given =
      dict_of({{"name", doc.name}, {"description", doc.description}, {"parameters", parameters}});
  Result<Value> read =
      read_own_function(given, Language::kPython, {doc.place, doc.parameters_place});
  if (!read.ok()) return as_schema_error(std::move(read).error());
  return read;
}

// The schema as it was given, with the member that says so.
Value doc_with_schema(const FunctionDoc& doc) {
  Dict parameters = doc.parameters.as_dict();
  if (!is_json_schema(doc.parameters)) {
    parameters = Dict();
    parameters.set(kSchemaMember, Value::str(kSchemaDraft));
    for (const auto& [name, value] : doc.parameters.as_dict()) {
      if (!parameters.contains(name)) parameters.set(name, value);
    }
  }
  return dict_of({{"name", doc.name},
                  {"description", doc.description},
                  {"parameters", Value::dict(std::move(parameters))}});
}

// Whether the official doc still has all that its schema refers to.
bool is_whole(const Value& doc) {
  return compile_parameters(*find_member(doc, "parameters"), "", SchemaDialect::kBfcl).ok();
}

Result<Value> read_doc(const FunctionDoc& doc, ValueMatching match) {
  BFCLX_RETURN_IF_ERROR(refuse_nul(Value::str(doc.name), doc.place + ".name"));
  BFCLX_RETURN_IF_ERROR(refuse_nul(Value::str(doc.description), doc.place + ".description"));
  const SchemaDialect dialect = dialect_of(doc.parameters);
  if (!doc.parameters.is_none()) {
    if (!doc.parameters.is_dict()) {
      return schema_error(doc.parameters_place, concat({"is ", brief_repr(doc.parameters),
                                                        ", expected the schema of an object"}));
    }
    // A schema of all that is accepted, and of its depth, which is bounded from here on.
    const Result<Schema> schema = compile_parameters(doc.parameters, doc.parameters_place, dialect);
    if (!schema.ok()) return schema.error();
    BFCLX_RETURN_IF_ERROR(refuse_nul(doc.parameters, doc.parameters_place));
  }
  Result<Value> official = official_doc(doc);
  const bool can_be_kept = dialect == SchemaDialect::kJsonSchema && !doc.parameters.is_none();
  if (match != ValueMatching::kOfficial && can_be_kept && !(official.ok() && is_whole(*official))) {
    return doc_with_schema(doc);
  }
  if (official.ok() || !can_be_kept) return official;
  Error error = official.error();
  error.message += "; or use `--match schema` (\"match\": \"schema\" in a case)";
  return error;
}

}  // namespace

Result<Value> function_docs_of(const Value& tools, string_view place, ValueMatching match) {
  BFCLX_ASSIGN_OR_RETURN(const std::vector<FunctionDoc> functions,
                         read_function_list(tools, place));
  if (cannot_be_sent(tools)) return cannot_send(tools, place);
  List docs;
  docs.reserve(functions.size());
  for (const FunctionDoc& doc : functions) {
    BFCLX_ASSIGN_OR_RETURN(Value read, read_doc(doc, match));
    docs.push_back(std::move(read));
  }
  return Value::list(std::move(docs));
}

}  // namespace bfclx

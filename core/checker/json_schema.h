// The JSON Schema of a function's parameters, compiled: a graph of nodes, one for each schema.
//
// Read are the keywords that say what a value is: type (a name or a list), nullable, enum, const,
// properties, required, additionalProperties, propertyNames, items, prefixItems, additionalItems,
// anyOf, oneOf, allOf, $ref inside the same document, default, format, and the bounds of numbers,
// lengths and counts. `pattern` is not checked: a regular expression can take any time. Annotations
// and unknown keywords say nothing about a value and are ignored. Keywords that would change what
// is equal, and are not read, are an error.
//
// Errors {kind "SchemaError"}, message "PLACE: what is wrong", where PLACE is the path inside the
// input. Schemas are hostile input: their depth (kMaxSchemaDepth) and number (kMaxSchemaNodes) are
// bounded, and a schema that only refers to itself is refused.
#ifndef BFCLX_CORE_CHECKER_JSON_SCHEMA_H_
#define BFCLX_CORE_CHECKER_JSON_SCHEMA_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/check/places.h"  // of all Errors here
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr int kMaxSchemaDepth = 64;              // schemas inside each other
inline constexpr std::size_t kMaxSchemaNodes = 20'000;  // of one function

// kBfcl: `dict`, `float`, `tuple` and `any` are types beside those of JSON Schema.
enum class SchemaDialect : std::uint8_t { kJsonSchema, kBfcl };

// Kinds of JSON values; a set of them is a sum. 2.0 is an integer, as JSON Schema has it.
using KindSet = std::uint8_t;
inline constexpr KindSet kNullKind = 1;
inline constexpr KindSet kBooleanKind = 2;
inline constexpr KindSet kIntegerKind = 4;
inline constexpr KindSet kFractionKind = 8;
inline constexpr KindSet kStringKind = 16;
inline constexpr KindSet kArrayKind = 32;
inline constexpr KindSet kObjectKind = 64;
inline constexpr KindSet kAnyKind = 127;
// 0 for what JSON cannot hold.
KindSet kind_of(const Value& value);
// "integer or null"; "number" for both kinds of numbers.
std::string kind_names(KindSet kinds);

enum class ValueFormat : std::uint8_t { kOther, kDateTime, kUuid };

using NodeIndex = std::uint32_t;

struct SchemaNode {
  std::string place;
  KindSet kinds = kAnyKind;           // of `type`, with `nullable`
  KindSet declared_kinds = kAnyKind;  // and of anyOf, oneOf, allOf and $ref
  bool refuses_all = false;           // the schema `false`
  ValueFormat format = ValueFormat::kOther;
  std::optional<List> allowed;  // `enum`, or `const` alone
  std::optional<Value> default_value;
  // Objects.
  Dict properties;                 // name: NodeIndex as an int
  std::vector<Value> required;     // names
  bool closed = false;             // no properties but those that are named
  bool open = false;               // said to have any others
  std::optional<NodeIndex> rest;   // what the others are
  std::optional<NodeIndex> names;  // what their names are
  // Arrays.
  std::vector<NodeIndex> prefix;
  std::optional<NodeIndex> items;
  bool no_more_items = false;
  // Of the same value.
  std::vector<NodeIndex> all_of;  // and $ref
  std::vector<NodeIndex> any_of;
  std::vector<NodeIndex> one_of;
  // Bounds; None where there is none.
  Value minimum, maximum, above, below, multiple_of;
  std::size_t min_length = 0, max_length = SIZE_MAX;
  std::size_t min_items = 0, max_items = SIZE_MAX;
  std::size_t min_properties = 0, max_properties = SIZE_MAX;
  bool unique_items = false;

  std::optional<NodeIndex> property(const Value& name) const;
  // What a property or an item is; nullopt: any value, or none at all.
  std::optional<NodeIndex> schema_of(const Value& name) const;
  std::optional<NodeIndex> schema_of_item(std::size_t index) const;
};

struct Schema {
  std::vector<SchemaNode> nodes;  // the first is the schema itself
  const SchemaNode& root() const { return nodes.front(); }
};

// `parameters` of a function: a schema of an object. None, as in a tool without parameters, is an
// object without properties. `place` names it in messages.
Result<Schema> compile_parameters(const Value& parameters, std::string_view place,
                                  SchemaDialect dialect);

// An Error of this room.
Error schema_error(std::string_view place, std::string_view what);
// The same of an Error that has its place.
Error as_schema_error(Error error);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_JSON_SCHEMA_H_

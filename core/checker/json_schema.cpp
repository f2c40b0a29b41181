#include "core/checker/json_schema.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <utility>

#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/checker/schema_kinds.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kSchemaError = "SchemaError";

// Keywords that would change what a value may be or what is equal to it, and are not read.
constexpr string_view kUnsupported[] = {"not",
                                        "if",
                                        "then",
                                        "else",
                                        "contains",
                                        "patternProperties",
                                        "dependencies",
                                        "dependentSchemas",
                                        "dependentRequired",
                                        "unevaluatedProperties",
                                        "unevaluatedItems",
                                        "$dynamicRef",
                                        "$recursiveRef"};

class SchemaReader {
 public:
  SchemaReader(const Value& root, string_view place, SchemaDialect dialect)
      : root_(root), root_place_(place), dialect_(dialect) {}

  Result<Schema> run() {
    BFCLX_ASSIGN_OR_RETURN(const NodeIndex first, referred("#", root_place_));
    (void)first;
    while (!waiting_.empty()) {
      const Waiting waiting = std::move(waiting_.front());
      waiting_.pop_front();
      BFCLX_RETURN_IF_ERROR(read_into(waiting.node, *waiting.schema, waiting.place, 0));
    }
    close_root();
    BFCLX_RETURN_IF_ERROR(declare_kinds(schema_));
    return std::move(schema_);
  }

 private:
  struct Waiting {
    NodeIndex node;
    const Value* schema;
    std::string place;
  };

  bool is_bfcl() const { return dialect_ == SchemaDialect::kBfcl; }

  Result<NodeIndex> new_node(const std::string& place) {
    if (schema_.nodes.size() >= kMaxSchemaNodes) {
      return schema_error(
          place, concat({"the schema has more than ", std::to_string(kMaxSchemaNodes), " parts"}));
    }
    schema_.nodes.emplace_back();
    return static_cast<NodeIndex>(schema_.nodes.size() - 1);
  }

  Result<NodeIndex> read(const Value& given, const std::string& place, int depth) {
    BFCLX_ASSIGN_OR_RETURN(const NodeIndex node, new_node(place));
    BFCLX_RETURN_IF_ERROR(read_into(node, given, place, depth));
    return node;
  }

  Status read_into(NodeIndex index, const Value& given, const std::string& place, int depth) {
    if (depth > kMaxSchemaDepth) {
      return schema_error(place, concat({"the schema is nested more than ",
                                         std::to_string(kMaxSchemaDepth), " levels deep"}));
    }
    SchemaNode node;
    node.place = place;
    if (given.is_bool()) {
      node.refuses_all = !given.as_bool();
    } else if (!given.is_dict()) {
      return schema_error(place, concat({"expected a schema, got ", brief_repr(given)}));
    } else {
      BFCLX_RETURN_IF_ERROR(refuse_unsupported(given, place));
      BFCLX_RETURN_IF_ERROR(read_kinds(node, given));
      BFCLX_RETURN_IF_ERROR(read_object(node, given, depth));
      BFCLX_RETURN_IF_ERROR(read_array(node, given, depth));
      BFCLX_RETURN_IF_ERROR(read_combined(node, given, depth));
      if (index == 0 && is_closed_root(node)) node.closed = true;
      BFCLX_RETURN_IF_ERROR(read_required(node, given));
      BFCLX_RETURN_IF_ERROR(read_bounds(node, given));
      BFCLX_RETURN_IF_ERROR(read_allowed(node, given, is_bfcl()));
      const string_view format = find_text(given, "format");
      if (format == "date-time") node.format = ValueFormat::kDateTime;
      if (format == "uuid") node.format = ValueFormat::kUuid;
      if (const Value* value = find_member(given, "default")) node.default_value = *value;
    }
    schema_.nodes[index] = std::move(node);
    return {};
  }

  static Status refuse_unsupported(const Value& given, const std::string& place) {
    for (const string_view keyword : kUnsupported) {
      if (given_member(given, keyword) == nullptr) continue;
      return schema_error(place, concat({"the keyword `", keyword,
                                         "` is unsupported: values cannot be compared by it"}));
    }
    return {};
  }

  // ---- types ----

  Status read_kinds(SchemaNode& node, const Value& given) {
    if (const Value* type = given_member(given, "type")) {
      const std::string place = node.place + ".type";
      node.kinds = 0;
      if (type->is_sequence()) {
        if (type->items().empty()) return schema_error(place, "the list of types is empty");
        for (std::size_t i = 0; i < type->items().size(); ++i) {
          BFCLX_RETURN_IF_ERROR(add_kind(node.kinds, type->items()[i], place_of_item(place, i)));
        }
      } else {
        BFCLX_RETURN_IF_ERROR(add_kind(node.kinds, *type, place));
      }
    }
    if (const Value* nullable = given_member(given, "nullable")) {
      if (!nullable->is_bool()) {
        return schema_error(node.place + ".nullable", "expected true or false");
      }
      if (nullable->as_bool()) node.kinds |= kNullKind;
    }
    return {};
  }

  Status add_kind(KindSet& kinds, const Value& name, const std::string& place) const {
    if (!name.is_str()) {
      return schema_error(place, concat({"expected the name of a type, got ", brief_repr(name)}));
    }
    const KindSet kind = kind_of_type(name.as_str(), is_bfcl());
    kinds |= kind;
    return kind != 0 ? Status() : schema_error(place, unknown_type(name.as_str(), is_bfcl()));
  }

  // ---- objects ----

  Status read_object(SchemaNode& node, const Value& given, int depth) {
    if (const Value* properties = given_member(given, "properties")) {
      const std::string place = node.place + ".properties";
      if (!properties->is_dict()) return schema_error(place, "expected an object of schemas");
      for (const auto& [name, schema] : properties->as_dict()) {
        if (schema.is_none()) continue;  // Parquet adds them
        if (!name.is_str()) return schema_error(place, "a name of a property is not a string");
        BFCLX_ASSIGN_OR_RETURN(const NodeIndex index,
                               read(schema, place_of_member(place, name), depth + 1));
        node.properties.set(name, Value::integer(index));
      }
    }
    if (const Value* rest = given_member(given, "additionalProperties")) {
      node.closed = rest->is_bool() && !rest->as_bool();
      node.open = !node.closed;
      if (!rest->is_bool()) {
        BFCLX_ASSIGN_OR_RETURN(node.rest,
                               read(*rest, node.place + ".additionalProperties", depth + 1));
      }
    }
    if (const Value* names = given_member(given, "propertyNames")) {
      BFCLX_ASSIGN_OR_RETURN(node.names, read(*names, node.place + ".propertyNames", depth + 1));
    }
    return {};
  }

  // What the parameters do not declare is a misspelled name more often than a parameter.
  static bool is_closed_root(const SchemaNode& node) {
    return !node.open && !node.properties.empty() && node.all_of.empty() && node.any_of.empty() &&
           node.one_of.empty();
  }

  // The same of a root whose properties are those of its parts, such as of a $ref.
  void close_root() {
    std::vector<NodeIndex> parts = {0};
    std::vector<bool> known(schema_.nodes.size(), false);
    Dict properties;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const SchemaNode& node = schema_.nodes[parts[i]];
      if (node.open || node.rest || !node.any_of.empty() || !node.one_of.empty()) return;
      for (const auto& [name, index] : node.properties) {
        if (!properties.contains(name)) properties.set(name, index);
      }
      for (const NodeIndex part : node.all_of) {
        if (!known[part]) parts.push_back(part);
        known[part] = true;
      }
    }
    SchemaNode& root = schema_.nodes.front();
    if (root.all_of.empty() || properties.empty()) return;
    root.properties = std::move(properties);
    root.closed = true;
  }

  // After what says whether the object is closed.
  static Status read_required(SchemaNode& node, const Value& given) {
    const Value* required = given_member(given, "required");
    if (required == nullptr) return {};
    const std::string place = node.place + ".required";
    if (required->is_bool()) return {};  // of a parameter, as in OpenAPI: the list counts
    if (!required->is_sequence()) return schema_error(place, "expected a list of names");
    for (std::size_t i = 0; i < required->items().size(); ++i) {
      const Value& name = required->items()[i];
      if (!name.is_str()) return schema_error(place_of_item(place, i), "expected a name");
      if (node.closed && !node.properties.contains(name)) {
        return schema_error(
            place_of_item(place, i),
            concat({brief_repr(name), " is not one of the properties, and no others are allowed"}));
      }
      node.required.push_back(name);
    }
    return {};
  }

  // ---- arrays ----

  Status read_array(SchemaNode& node, const Value& given, int depth) {
    const Value* items = given_member(given, "items");
    const Value* prefix = given_member(given, "prefixItems");
    string_view rest_name = "items";
    string_view prefix_name = "prefixItems";
    if (prefix == nullptr && items != nullptr && items->is_list()) {  // before 2020-12
      prefix = items;
      prefix_name = "items";
      rest_name = "additionalItems";
      items = given_member(given, rest_name);
    }
    if (prefix != nullptr) {
      BFCLX_RETURN_IF_ERROR(
          read_list(node.prefix, *prefix, concat({node.place, ".", prefix_name}), depth));
    }
    if (items == nullptr) return {};
    if (items->is_bool()) {
      node.no_more_items = !items->as_bool();
      return {};
    }
    BFCLX_ASSIGN_OR_RETURN(node.items,
                           read(*items, concat({node.place, ".", rest_name}), depth + 1));
    return {};
  }

  Status read_list(std::vector<NodeIndex>& nodes, const Value& given, const std::string& place,
                   int depth) {
    if (!given.is_sequence() || given.items().empty()) {
      return schema_error(place, "expected a list of schemas that is not empty");
    }
    for (std::size_t i = 0; i < given.items().size(); ++i) {
      BFCLX_ASSIGN_OR_RETURN(const NodeIndex index,
                             read(given.items()[i], place_of_item(place, i), depth + 1));
      nodes.push_back(index);
    }
    return {};
  }

  // ---- schemas of the same value ----

  Status read_combined(SchemaNode& node, const Value& given, int depth) {
    const std::pair<string_view, std::vector<NodeIndex>*> lists[] = {
        {"allOf", &node.all_of}, {"anyOf", &node.any_of}, {"oneOf", &node.one_of}};
    for (const auto& [keyword, nodes] : lists) {
      const Value* schemas = given_member(given, keyword);
      if (schemas == nullptr) continue;
      BFCLX_RETURN_IF_ERROR(read_list(*nodes, *schemas, concat({node.place, ".", keyword}), depth));
    }
    const Value* reference = given_member(given, "$ref");
    if (reference == nullptr) return {};
    const std::string place = node.place + ".$ref";
    if (!reference->is_str()) return schema_error(place, "expected a string such as \"#/$defs/x\"");
    BFCLX_ASSIGN_OR_RETURN(const NodeIndex index, referred(reference->as_str(), place));
    node.all_of.push_back(index);
    return {};
  }

  // The node of "#/$defs/x", which is read later where it has not been yet.
  Result<NodeIndex> referred(string_view reference, const std::string& place) {
    if (const auto known = references_.find(reference); known != references_.end()) {
      return known->second;
    }
    if (!reference.starts_with('#')) {
      return schema_error(place, concat({brief_repr(Value::str(reference)),
                                         " is unsupported: only references inside the schema "
                                         "(\"#/...\") are read"}));
    }
    std::string target_place = root_place_;
    BFCLX_ASSIGN_OR_RETURN(const Value* const target,
                           target_of(without_percent(reference.substr(1)), place, target_place));
    BFCLX_ASSIGN_OR_RETURN(const NodeIndex index, new_node(place));
    references_.emplace(reference, index);
    waiting_.push_back({index, target, std::move(target_place)});
    return index;
  }

  Result<const Value*> target_of(string_view pointer, const std::string& place,
                                 std::string& target_place) const {
    const Value* target = &root_;
    while (!pointer.empty()) {
      if (pointer.front() != '/') break;
      const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
      const std::string token = unescaped(pointer.substr(1, end - 1));
      pointer.remove_prefix(end);
      const Value* next = find_member(*target, token);
      if (next == nullptr && target->is_list()) next = item_of(*target, token);
      if (next == nullptr) return schema_error(place, "the reference points to nothing");
      target = next;
      target_place = place_of_member(target_place, Value::str(token));
    }
    if (!pointer.empty()) return schema_error(place, "expected \"#\" or \"#/...\"");
    return target;
  }

  static const Value* item_of(const Value& list, string_view token) {
    std::size_t index = 0;
    if (token.empty() || token.size() > 6) return nullptr;
    for (const char c : token) {
      if (!is_digit(c)) return nullptr;
      index = index * 10 + static_cast<std::size_t>(c - '0');
    }
    return index < list.items().size() ? &list.items()[index] : nullptr;
  }

  // "a%20b" as "a b": the pointer is the fragment of a URI.
  static std::string without_percent(string_view fragment) {
    std::string text;
    for (std::size_t i = 0; i < fragment.size(); ++i) {
      const string_view digits = fragment.substr(std::min(i + 1, fragment.size()), 2);
      unsigned byte = 0;
      const bool is_byte =
          fragment[i] == '%' && digits.size() == 2 &&
          std::from_chars(digits.data(), digits.data() + 2, byte, 16).ptr == digits.data() + 2;
      text += is_byte ? static_cast<char>(byte) : fragment[i];
      if (is_byte) i += 2;
    }
    return text;
  }

  static std::string unescaped(string_view token) {
    std::string text;
    for (std::size_t i = 0; i < token.size(); ++i) {
      const string_view rest = token.substr(i);
      if (rest.starts_with("~0") || rest.starts_with("~1")) {
        text += rest[1] == '0' ? '~' : '/';
        ++i;
      } else {
        text += token[i];
      }
    }
    return text;
  }

  const Value& root_;
  const std::string root_place_;
  const SchemaDialect dialect_;
  Schema schema_;
  std::map<std::string, NodeIndex, std::less<>> references_;
  std::deque<Waiting> waiting_;
};

}  // namespace

std::optional<NodeIndex> SchemaNode::property(const Value& name) const {
  const Value* index = properties.find(name);
  if (index == nullptr) return std::nullopt;
  return static_cast<NodeIndex>(index->as_int64());
}

std::optional<NodeIndex> SchemaNode::schema_of(const Value& name) const {
  const std::optional<NodeIndex> index = property(name);
  return index ? index : rest;
}

std::optional<NodeIndex> SchemaNode::schema_of_item(std::size_t index) const {
  return index < prefix.size() ? std::optional(prefix[index]) : items;
}

Result<Schema> compile_parameters(const Value& parameters, string_view place,
                                  SchemaDialect dialect) {
  Value given = parameters;
  if (given.is_none() || (given.is_dict() && given.as_dict().empty())) {
    given = dict_of({{"type", "object"}, {"additionalProperties", false}});
  }
  BFCLX_ASSIGN_OR_RETURN(Schema schema, SchemaReader(given, place, dialect).run());
  if ((schema.root().declared_kinds & kObjectKind) == 0) {
    return schema_error(place, "expected the schema of an object: parameters have names");
  }
  return schema;
}

Error schema_error(string_view place, string_view what) {
  return placed_error(kSchemaError, place, what);
}

Error as_schema_error(Error error) {
  error.kind = kSchemaError;
  return error;
}

}  // namespace bfclx

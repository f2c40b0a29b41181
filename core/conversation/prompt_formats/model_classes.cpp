// parser/jsonschema.py: parse_item and what it calls.
#include "core/conversation/prompt_formats/model_classes.h"

#include <algorithm>

#include "core/conversation/values.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

using std::string_view;

Error unsupported(string_view what) {
  return Error{"Unsupported", "a schema with " + std::string(what)};
}

struct Constraint {
  string_view key;       // of the schema
  string_view argument;  // of Field(...)
  bool compares;         // the value becomes the field's number type
};
constexpr Constraint kConstraints[] = {
    {"exclusiveMinimum", "gt", true},     {"minimum", "ge", true},
    {"exclusiveMaximum", "lt", true},     {"maximum", "le", true},
    {"multipleOf", "multiple_of", false}, {"minItems", "min_items", false},
    {"maxItems", "max_items", false},     {"minLength", "min_length", false},
    {"maxLength", "max_length", false},   {"pattern", "regex", false},
};

struct PlainType {
  string_view name;
  string_view hint;
};
constexpr PlainType kPlainTypes[] = {
    {"string", "str"},   {"integer", "int"},           {"number", "float"},
    {"boolean", "bool"}, {"object", "Dict[str, Any]"}, {"null", "None"}};

// The generator reads the schema as YAML 1.1, for which a float has a point.
Value as_yaml(const Value& value) {
  if (value.is_float()) {
    const std::string text = json_dumps(value).value();
    const bool number = text.find('.') != std::string::npos;
    return number ? value : Value::str(text);
  }
  if (value.is_list()) {
    List items;
    for (const Value& item : value.items()) items.push_back(as_yaml(item));
    return Value::list(std::move(items));
  }
  if (!value.is_dict()) return value;
  Dict members;
  for (const Dict::Entry& entry : value.as_dict()) members.set(entry.key, as_yaml(entry.value));
  return Value::dict(std::move(members));
}

bool is_array(const Value& schema) {
  return present(schema, "items") != nullptr || text_member(schema, "type") == "array";
}

bool is_object(const Value& schema) {
  return present(schema, "properties") != nullptr || text_member(schema, "type") == "object";
}

bool has_constraint(const Value& schema) {
  return std::any_of(std::begin(kConstraints), std::end(kConstraints),
                     [&](const Constraint& row) { return present(schema, row.key) != nullptr; });
}

bool has_choices(const Value& schema) {
  const Value* choices = present(schema, "enum");
  return choices != nullptr && truthy(*choices);
}

bool names_float(const TypeHint& type) {
  return type.text == "float" || std::any_of(type.inner.begin(), type.inner.end(), names_float);
}

// "'...'" of a member of an enumeration, with the escapes of parser/base.py.
std::string quoted(string_view text) {
  std::string out = "'";
  for (const char c : text) {
    static constexpr string_view kFrom = "\\'\b\f\n\r\t";
    static constexpr string_view kTo = "\\'bfnrt";
    const std::size_t place = kFrom.find(c);
    if (place != string_view::npos) {
      out += '\\';
      out += kTo[place];
    } else {
      out += c;
    }
  }
  return out += '\'';
}

class Reader {
 public:
  Result<ModelClasses> read(const Value& schema) {
    names_.insert("Model");
    auto model = std::make_unique<ModelClass>();
    model->name = "Model";
    BFCLX_ASSIGN_OR_RETURN(model->fields, fields_of(schema));
    classes_.push_back(std::move(model));
    return std::move(classes_);
  }

 private:
  // A class that is named after `name`.
  std::unique_ptr<ModelClass> new_class(ModelClass::Kind kind, string_view name, bool singular,
                                        string_view suffix) {
    auto made = std::make_unique<ModelClass>();
    made->kind = kind;
    std::string wanted = class_name_of(name);
    if (singular) wanted = singular_of(wanted, suffix);
    made->name = wanted;
    for (int count = 1; names_.count(made->name) != 0; ++count) {
      made->name = wanted + std::to_string(count);
    }
    if (made->name != wanted) made->wanted_name = wanted;
    names_.insert(made->name);
    return made;
  }

  TypeHint add(std::unique_ptr<ModelClass> made) {
    TypeHint hint;
    hint.kind = TypeHint::Kind::kClass;
    hint.model = made.get();
    classes_.push_back(std::move(made));
    return hint;
  }

  Result<std::vector<ModelField>> fields_of(const Value& schema) {
    std::vector<ModelField> fields;
    const Value* properties = present(schema, "properties");
    if (properties == nullptr) return fields;
    if (!properties->is_dict()) return unsupported("properties that are no object");
    const Value* required = present(schema, "required");
    if (required != nullptr && !required->is_list()) return unsupported("a foreign \"required\"");
    NameSet taken;
    for (const Dict::Entry& entry : properties->as_dict()) {
      const std::string original = str(entry.key);
      const std::string name = attribute_name(original, taken);
      taken.insert(name);
      BFCLX_ASSIGN_OR_RETURN(TypeHint type, item_type(name, entry.value, false, false));
      const bool needed = required != nullptr && contains(required->items(), entry.key);
      BFCLX_ASSIGN_OR_RETURN(ModelField field,
                             field_of(name, entry.value, std::move(type), needed));
      if (name != original) field.arguments.push_back("alias=" + repr(entry.key));
      std::sort(field.arguments.begin(), field.arguments.end());
      fields.push_back(std::move(field));
    }
    return fields;
  }

  Result<ModelField> field_of(string_view name, const Value& schema, TypeHint type, bool required) {
    ModelField field;
    field.name = std::string(name);
    field.required = required;
    if (const Value* value = present(schema, "default")) field.value = as_yaml(*value);
    if (const Value* text = present(schema, "description")) {
      if (!text->is_str()) return unsupported("a description that is no text");
      field.arguments.push_back("description=" + repr(*text));
    }
    const bool bounded = is_array(schema) || (!is_object(schema) && !has_choices(schema));
    for (const Constraint& row : kConstraints) {
      const Value* value = bounded ? present(schema, row.key) : nullptr;
      if (value == nullptr) continue;
      Value bound = as_yaml(*value);
      if (row.compares && bound.is_real_number()) bound = as_number(bound, names_float(type));
      field.arguments.push_back(std::string(row.argument) + "=" + repr(bound));
    }
    std::sort(field.arguments.begin(), field.arguments.end());
    field.type = std::move(type);
    return field;
  }

  static Value as_number(const Value& value, bool as_float) {
    const double number = value.is_float()       ? value.as_float()
                          : value.is_small_int() ? static_cast<double>(value.as_int64())
                                                 : 0;
    if (!value.is_float() && !value.is_small_int()) return value;
    if (as_float) return Value::real(number);
    return value.is_float() ? Value::integer(static_cast<std::int64_t>(number)) : value;
  }

  // `in_list`: what a list holds, whose class has the name in the singular.
  Result<TypeHint> item_type(string_view name, const Value& schema, bool in_list, bool singular) {
    for (const char* key : {"$ref", "anyOf", "oneOf", "allOf", "patternProperties", "const"}) {
      if (present(schema, key) != nullptr) return unsupported(key);
    }
    if (!schema.is_dict()) return unsupported("a parameter that is no object");
    if (in_list && !has_choices(schema) && has_constraint(schema)) {
      return root_type(name, schema, singular);
    }
    if (is_array(schema)) return array_type(name, schema);
    if (is_object(schema)) return object_type(name, schema, singular);
    if (has_choices(schema)) return choice_type(name, schema, singular);
    return plain_type(schema);
  }

  static Result<TypeHint> plain_type(const Value& schema) {
    TypeHint hint;
    const Value* type = present(schema, "type");
    if (type == nullptr) {
      hint.text = "Any";
      return hint;
    }
    if (!type->is_str()) return unsupported("several types");
    const string_view format = text_member(schema, "format");
    if (type->as_str() == "string" && (format == "date" || format == "time")) {
      hint.text = std::string(format);
      return hint;
    }
    for (const PlainType& row : kPlainTypes) {
      if (row.name == type->as_str()) hint.text = std::string(row.hint);
    }
    if (hint.text.empty()) return unsupported("the type " + std::string(type->as_str()));
    return hint;
  }

  Result<TypeHint> array_type(string_view name, const Value& schema) {
    TypeHint list;
    list.kind = TypeHint::Kind::kList;
    if (const Value* items = present(schema, "items")) {
      BFCLX_ASSIGN_OR_RETURN(TypeHint item, item_type(name, *items, true, true));
      list.inner.push_back(std::move(item));
    }
    const bool also_object = is_object(schema);
    if (!also_object && !has_choices(schema)) return list;
    TypeHint either;
    either.kind = TypeHint::Kind::kUnion;
    either.inner.push_back(std::move(list));
    if (also_object) {
      BFCLX_ASSIGN_OR_RETURN(TypeHint object, object_class(name, schema, false));
      either.inner.push_back(std::move(object));
    }
    if (has_choices(schema)) {
      BFCLX_ASSIGN_OR_RETURN(TypeHint choice, choice_type(name, schema, false));
      either.inner.push_back(std::move(choice));
    }
    return either;
  }

  Result<TypeHint> object_type(string_view name, const Value& schema, bool singular) {
    const Value* properties = present(schema, "properties");
    if (properties != nullptr && truthy(*properties)) return object_class(name, schema, singular);
    const Value* others = present(schema, "additionalProperties");
    if (others != nullptr && others->is_dict()) return unsupported("additionalProperties");
    TypeHint hint;
    hint.text = "Dict[str, Any]";
    return hint;
  }

  Result<TypeHint> object_class(string_view name, const Value& schema, bool singular) {
    std::unique_ptr<ModelClass> made = new_class(ModelClass::Kind::kObject, name, singular, "Item");
    BFCLX_ASSIGN_OR_RETURN(made->fields, fields_of(schema));
    return add(std::move(made));
  }

  Result<TypeHint> root_type(string_view name, const Value& schema, bool singular) {
    std::unique_ptr<ModelClass> made = new_class(ModelClass::Kind::kRoot, name, singular, "Item");
    BFCLX_ASSIGN_OR_RETURN(TypeHint type, item_type(name, schema, false, false));
    BFCLX_ASSIGN_OR_RETURN(ModelField field, field_of("__root__", schema, std::move(type), true));
    made->fields.push_back(std::move(field));
    return add(std::move(made));
  }

  Result<TypeHint> choice_type(string_view name, const Value& schema, bool singular) {
    const Value* choices = present(schema, "enum");
    if (!choices->is_list()) return unsupported("an enumeration that is no list");
    const string_view type = text_member(schema, "type");
    std::vector<ModelField> members;
    NameSet taken;
    for (const Value& raw : choices->items()) {
      const Value choice = as_yaml(raw);
      if (choice.is_none()) return unsupported("an enumeration with null");
      const bool named = type == "string" || choice.is_str();
      std::string member = named ? str(choice) : std::string(type) + "_" + str(choice);
      ModelField field;
      field.name = enum_member_name(member, taken);
      taken.insert(field.name);
      field.value = Value::str(choice.is_str() ? quoted(choice.as_str()) : repr(choice));
      members.push_back(std::move(field));
    }
    std::unique_ptr<ModelClass> made = new_class(ModelClass::Kind::kEnum, name, singular, "Enum");
    made->fields = std::move(members);
    return add(std::move(made));
  }

  NameSet names_;
  ModelClasses classes_;
};

}  // namespace

Result<ModelClasses> make_model_classes(const Value& schema) { return Reader().read(schema); }

}  // namespace bfclx::chat_formats

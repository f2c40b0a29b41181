#include "core/conversation/prompt_formats/model_code.h"

#include <map>

#include "core/conversation/prompt_formats/code_layout.h"
#include "core/conversation/prompt_formats/model_classes.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::chat_formats {

namespace {

const ModelClass& standing(const ModelClass& model) {
  return model.same_as != nullptr ? *model.same_as : model;
}

std::string hint_text(const TypeHint& type) {
  switch (type.kind) {
    case TypeHint::Kind::kPlain:
      return type.text;
    case TypeHint::Kind::kClass:
      return standing(*type.model).name;
    case TypeHint::Kind::kList:
      return type.inner.empty() ? "List" : "List[" + hint_text(type.inner[0]) + "]";
    case TypeHint::Kind::kUnion:
      break;
  }
  std::string out = "Union[";
  for (const TypeHint& part : type.inner) {
    if (&part != &type.inner.front()) out += ", ";
    out += hint_text(part);
  }
  return out += "]";
}

bool is_model(const TypeHint& type) {
  return type.kind == TypeHint::Kind::kClass && type.model->kind != ModelClass::Kind::kEnum;
}

// default_factory=..., of a default that stands for an object of a class; empty else.
Code factory_of(const ModelField& field) {
  if (field.required || !truthy(field.value)) return {};
  if (is_model(field.type)) {
    Code call{"default_factory=lambda: " + hint_text(field.type) + ".parse_obj", '('};
    call.items.push_back(code_of(field.value));
    return call;
  }
  if (field.type.kind == TypeHint::Kind::kList && field.type.inner.size() == 1 &&
      is_model(field.type.inner[0]) && field.value.is_list()) {
    return Code{"default_factory=lambda: [" + hint_text(field.type.inner[0]) +
                ".parse_obj(v) for v in " + repr(field.value) + "]"};
  }
  return {};
}

Code field_code(const ModelField& field) {
  const std::string hint = hint_text(field.type);
  std::string head = field.name + ": ";
  head += field.required ? hint : "Optional[" + hint + "]";
  const Code factory = factory_of(field);
  if (field.arguments.empty() && factory.text.empty()) {
    return field.required ? Code{head} : code_of(field.value, head + " = ");
  }
  Code call{head + " = Field", '('};
  if (field.required) {
    call.items.push_back(Code{"..."});
  } else {
    call.items.push_back(factory.text.empty() ? code_of(field.value) : factory);
  }
  for (const std::string& argument : field.arguments) call.items.push_back(Code{argument});
  return call;
}

std::string body_of(const ModelClass& model) {
  constexpr std::size_t kIndent = 4;
  std::string out;
  for (const ModelField& field : model.fields) {
    if (model.kind == ModelClass::Kind::kEnum) {
      append_assignment(out, field.name, field.value.as_str(), kIndent);
    } else {
      append_statement(out, field_code(field), kIndent);
    }
  }
  if (model.fields.empty()) append_statement(out, Code{"pass"}, kIndent);
  return out;
}

std::string_view base_of(const ModelClass& model) {
  return model.kind == ModelClass::Kind::kEnum ? "Enum" : "BaseModel";
}

// __delete_duplicate_models: of two classes that were given one name and are equal, the first
// stands for both.
void drop_equal_classes(ModelClasses& classes) {
  std::map<std::string, ModelClass*> known;
  for (const auto& model : classes) {
    const std::string& name = model->wanted_name.empty() ? model->name : model->wanted_name;
    const auto found = known.find(name);
    if (found != known.end() && found->second->kind == model->kind &&
        body_of(*found->second) == body_of(*model)) {
      model->same_as = found->second;
    } else {
      known[name] = model.get();
    }
  }
}

void add_imports(const TypeHint& type, NameSet& names) {
  if (type.kind == TypeHint::Kind::kPlain) {
    if (type.text == "Dict[str, Any]") names.insert({"Dict", "Any"});
    if (type.text == "Any" || type.text == "date" || type.text == "time") names.insert(type.text);
  }
  if (type.kind == TypeHint::Kind::kList) names.insert("List");
  if (type.kind == TypeHint::Kind::kUnion) names.insert("Union");
  for (const TypeHint& part : type.inner) add_imports(part, names);
}

NameSet imports_of(const ModelClasses& classes) {
  NameSet names;
  for (const auto& model : classes) {
    if (model->same_as != nullptr) continue;
    names.emplace(base_of(*model));
    if (model->kind == ModelClass::Kind::kEnum) continue;
    for (const ModelField& field : model->fields) {
      add_imports(field.type, names);
      if (!field.required) names.insert("Optional");
      if (!field.arguments.empty() || !factory_of(field).text.empty()) names.insert("Field");
    }
  }
  return names;
}

// __replace_duplicate_name_in_module: no class has the name of an import, and a name that became
// free is taken back.
void settle_names(ModelClasses& classes) {
  NameSet taken = imports_of(classes);
  NameSet names;
  for (const auto& model : classes) {
    if (model->same_as != nullptr) continue;
    const std::string wanted = class_name_of(model->name);
    model->name = wanted;
    for (int count = 0; taken.count(model->name) != 0; ++count) {
      model->name = wanted + "Model" + (count > 0 ? std::to_string(count) : "");
    }
    taken.insert(model->name);
    names.insert(model->name);
  }
  for (const auto& model : classes) {
    if (model->same_as != nullptr || model->wanted_name.empty()) continue;
    if (names.count(model->wanted_name) != 0) continue;
    names.erase(model->name);
    model->name = model->wanted_name;
    names.insert(model->name);
  }
}

// The generator reads the schema as YAML, in which the escapes of characters beyond U+FFFF (and of
// lone surrogates) are wrong.
bool has_escaped_surrogate(std::string_view json) {
  for (std::size_t at = 0; at + 3 < json.size(); ++at) {
    if (json[at] != '\\') continue;
    ++at;
    if (json[at] == 'u' && json[at + 1] == 'd' && json[at + 2] >= '8') return true;
  }
  return false;
}

}  // namespace

Result<ModelCode> model_code(const Value& schema) {
  BFCLX_ASSIGN_OR_RETURN(const std::string json, json_dumps(schema));
  if (has_escaped_surrogate(json)) {
    return Error{"ScannerError", "found invalid Unicode character escape code"};
  }
  BFCLX_ASSIGN_OR_RETURN(ModelClasses classes, make_model_classes(schema));
  drop_equal_classes(classes);
  settle_names(classes);
  ModelCode code;
  for (const auto& model : classes) {
    if (model == classes.back()) break;
    if (model->same_as != nullptr) continue;
    code.classes.append("class ").append(model->name).append("(").append(base_of(*model));
    code.classes.append("):\n").append(body_of(*model)).append("\n\n");
  }
  code.parameters = "\n" + body_of(*classes.back());
  return code;
}

}  // namespace bfclx::chat_formats

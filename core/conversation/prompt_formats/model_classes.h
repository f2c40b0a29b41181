// The classes that a JSON schema becomes, before they are text (for model_code.cpp alone).
#ifndef BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MODEL_CLASSES_H_
#define BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MODEL_CLASSES_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/conversation/prompt_formats/model_names.h"
#include "core/value/value.h"

namespace bfclx::chat_formats {

struct ModelClass;

// A type hint.
struct TypeHint {
  enum class Kind { kPlain, kClass, kList, kUnion } kind = Kind::kPlain;
  std::string text = {};        // kPlain: "str", "Dict[str, Any]"
  ModelClass* model = nullptr;  // kClass
  std::vector<TypeHint> inner = {};
};

struct ModelField {
  std::string name;
  TypeHint type;
  bool required = false;
  Value value;                         // the default; of a member of an enumeration its text
  std::vector<std::string> arguments;  // of Field(...), but for the default
};

struct ModelClass {
  enum class Kind { kEnum, kObject, kRoot } kind = Kind::kObject;
  std::string name;
  std::string wanted_name;  // where another class has that one; else empty
  std::vector<ModelField> fields;
  ModelClass* same_as = nullptr;  // an equal class that stands for it
};

// In the order of the generated file, the class Model last.
using ModelClasses = std::vector<std::unique_ptr<ModelClass>>;

// An Error "Unsupported" where the schema has what function docs do not.
Result<ModelClasses> make_model_classes(const Value& schema);

}  // namespace bfclx::chat_formats

#endif  // BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_MODEL_CLASSES_H_

#include "core/checker/function_list.h"

#include <map>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/checker/json_schema.h"
#include "core/checker/schema_kinds.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

// Members that hold the schema of the parameters, and those that hold functions.
constexpr string_view kParameters[] = {"parameters", "inputSchema", "input_schema",
                                       "parametersJsonSchema", "parameters_json_schema"};
constexpr string_view kLists[] = {"tools", "functions", "functionDeclarations",
                                  "function_declarations"};

class ListReader {
 public:
  Result<std::vector<FunctionDoc>> run(const Value& given, std::string place) {
    const Value* list = &given;
    // The answer to `tools/list`, as JSON-RPC has it.
    if (const Value* result = given_member(given, "result");
        result != nullptr && given_member(*result, "tools") != nullptr) {
      list = result;
      place += ".result";
    }
    if (list->is_sequence()) {
      BFCLX_RETURN_IF_ERROR(read_items(*list, place));
    } else if (list->is_dict()) {
      BFCLX_RETURN_IF_ERROR(read_item(*list, place));
    } else {
      return schema_error(place, concat({"expected a list of functions, got ",
                                         list->is_none() ? "null" : type_name(*list)}));
    }
    if (functions_.empty()) return schema_error(place, "there is no function");
    return std::move(functions_);
  }

 private:
  Status read_items(const Value& list, const std::string& place) {
    if (!list.is_sequence()) return schema_error(place, "expected a list of functions");
    for (std::size_t i = 0; i < list.items().size(); ++i) {
      BFCLX_RETURN_IF_ERROR(read_item(list.items()[i], place_of_item(place, i)));
    }
    return {};
  }

  Status read_item(const Value& item, std::string place) {
    if (!item.is_dict()) {
      return schema_error(place, concat({"expected a function: an object with `name` and "
                                         "`parameters`, got ",
                                         brief_repr(item)}));
    }
    for (const string_view name : kLists) {
      const Value* list = given_member(item, name);
      if (list != nullptr && given_member(item, "name") == nullptr) {
        return read_items(*list, concat({place, ".", name}));
      }
    }
    const Value* function = &item;
    if (const Value* inner = given_member(item, "function"); inner != nullptr) {
      function = inner;
      place += ".function";
    }
    return read_function(*function, std::move(place));
  }

  Status read_function(const Value& given, std::string place) {
    const string_view type = find_text(given, "type");
    if (!type.empty() && type != "function" && type != "custom" &&
        find_text(given, "name").empty()) {
      return schema_error(place, concat({"a tool of the type ", brief_repr(Value::str(type)),
                                         " has no schema, so its calls cannot be compared"}));
    }
    FunctionDoc doc;
    doc.name = find_text(given, "name");
    if (doc.name.empty()) return schema_error(place, "the function has no `name`");
    doc.description = find_text(given, "description");
    const auto [known, is_new] = places_.emplace(doc.name, place);
    if (!is_new) {
      return schema_error(place, concat({"there is a function ", brief_repr(Value::str(doc.name)),
                                         " already, at ", known->second}));
    }
    if (functions_.size() == kMaxFunctions) return schema_error(place, "too many functions");
    doc.parameters_place = place + ".parameters";
    for (const string_view name : kParameters) {
      const Value* parameters = given_member(given, name);
      if (parameters == nullptr) continue;
      doc.parameters = *parameters;
      doc.parameters_place = concat({place, ".", name});
      break;
    }
    doc.place = std::move(place);
    functions_.push_back(std::move(doc));
    return {};
  }

  std::vector<FunctionDoc> functions_;
  std::map<std::string, std::string, std::less<>> places_;
};

}  // namespace

Result<std::vector<FunctionDoc>> read_function_list(const Value& given, string_view place) {
  return ListReader().run(given, std::string(place));
}

}  // namespace bfclx

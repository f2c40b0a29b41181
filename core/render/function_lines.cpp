#include "core/render/function_lines.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "core/render/visible.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using Names = std::set<std::string, std::less<>>;

void collect_names(const Value& calls, Names& names) {
  if (!calls.is_list()) return;
  for (const Value& call : calls.items()) {
    if (!call.is_dict()) continue;
    for (const auto& [name, arguments] : call.as_dict()) {
      if (name.is_str()) names.insert(std::string(name.as_str()));
    }
  }
}

std::string parameter_line(const Value& name, const Value& property, bool required) {
  std::string text = printable_line(str(name)) + ": " + printable_line(find_text(property, "type"));
  if (const Value* items = find_member(property, "items")) {
    if (const auto inner = find_text(*items, "type"); !inner.empty()) {
      text += " of " + printable_line(inner);
    }
  }
  if (!required) text += ", optional";
  if (const auto description = find_text(property, "description"); !description.empty()) {
    text += " - " + printable_line(description);
  }
  return text;
}

FunctionLines lines_of(const Value& function) {
  FunctionLines lines{printable_line(find_text(function, "name")),
                      printable(find_text(function, "description")),
                      {}};
  const Value* parameters = find_member(function, "parameters");
  const Value* properties =
      parameters != nullptr ? find_member(*parameters, "properties") : nullptr;
  const Value* required = parameters != nullptr ? find_member(*parameters, "required") : nullptr;
  if (properties == nullptr || !properties->is_dict()) return lines;
  for (const auto& [name, property] : properties->as_dict()) {
    const bool needed =
        required != nullptr && required->is_list() && contains(required->items(), name);
    lines.parameters.push_back(parameter_line(name, property, needed));
  }
  return lines;
}

}  // namespace

OfferedFunctions offered_functions(const Value& functions, const Value& calls,
                                   const Value& ground_truth) {
  OfferedFunctions offered;
  if (!functions.is_list()) return offered;
  Names concerned;
  collect_names(ground_truth, concerned);
  collect_names(calls, concerned);
  for (const Value& function : functions.items()) {
    const std::string name(find_text(function, "name"));
    // What a provider cannot take a dot in is called by this name.
    std::string underscored = name;
    std::replace(underscored.begin(), underscored.end(), '.', '_');
    if (functions.items().size() == 1 || concerned.count(name) > 0 ||
        concerned.count(underscored) > 0) {
      offered.concerned.push_back(lines_of(function));
    } else {
      offered.others.push_back(printable_line(name));
    }
  }
  return offered;
}

}  // namespace bfclx

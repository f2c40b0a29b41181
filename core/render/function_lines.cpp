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

// "string or null" of several types, "any" of none, the last part of a reference.
std::string type_text(const Value& schema, int depth = 0) {
  constexpr int kDeepest = 4;
  if (const auto type = find_text(schema, "type"); !type.empty()) return printable_line(type);
  std::string text;
  const auto add = [&](const std::string& more) {
    if (!more.empty()) text += (text.empty() ? "" : " or ") + more;
  };
  for (const char* member : {"type", "anyOf", "oneOf"}) {
    const Value* parts = find_member(schema, member);
    if (parts == nullptr || !parts->is_list() || depth == kDeepest) continue;
    for (const Value& part : parts->items()) {
      add(part.is_str() ? printable_line(part.as_str()) : type_text(part, depth + 1));
    }
  }
  const std::string_view reference = find_text(schema, "$ref");
  add(printable_line(reference.substr(reference.rfind('/') + 1)));
  return text.empty() ? "any" : text;
}

std::string parameter_line(const Value& name, const Value& property, bool required) {
  std::string text = printable_line(str(name)) + ": " + type_text(property);
  if (const Value* items = find_member(property, "items")) {
    if (const std::string inner = type_text(*items); inner != "any") text += " of " + inner;
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

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

constexpr std::size_t kMostDefault = 2000;    // bytes
constexpr std::size_t kMostAllowed = 20'000;  // bytes of the allowed values
constexpr std::size_t kMostLines = 1000;      // of one function
constexpr int kDeepestProperty = 8;

// ", default 5, one of 'a', 'b'"
std::string values_text(const Value& property) {
  std::string text;
  if (const Value* value = find_member(property, "default")) {
    text +=
        ", default " + shortened(printable_line(repr_begin(*value, kMostDefault)), kMostDefault);
  }
  const Value* allowed = find_member(property, "enum");
  if (allowed == nullptr || !allowed->is_list() || allowed->items().empty()) return text;
  std::string values;
  for (const Value& value : allowed->items()) {
    if (values.size() > kMostAllowed) break;
    values += (values.empty() ? "" : ", ") + repr_begin(value, kMostAllowed);
  }
  return text + ", one of " + shortened(printable_line(values), kMostAllowed);
}

std::string parameter_line(const std::string& name, const Value& property, bool required,
                           FunctionDetail detail) {
  std::string text = name + ": " + type_text(property);
  const Value* items = find_member(property, "items");
  if (items != nullptr) {
    if (const std::string inner = type_text(*items); inner != "any") text += " of " + inner;
  }
  if (!required) text += ", optional";
  if (detail == FunctionDetail::kWhole) {
    text += values_text(property);
    if (items != nullptr) text += values_text(*items);
  }
  if (const auto description = find_text(property, "description"); !description.empty()) {
    text += " - " + printable_line(description);
  }
  return text;
}

// The properties of an object, and with kWhole those of the objects inside: "address.city".
void add_parameters(const Value& schema, const std::string& prefix, FunctionDetail detail,
                    int depth, std::vector<std::string>& lines) {
  const Value* properties = find_member(schema, "properties");
  const Value* required = find_member(schema, "required");
  if (properties == nullptr || !properties->is_dict() || depth > kDeepestProperty) return;
  for (const auto& [name, property] : properties->as_dict()) {
    if (detail == FunctionDetail::kWhole && lines.size() >= kMostLines) {
      if (lines.back() != "...") lines.emplace_back("...");
      return;
    }
    const bool needed =
        required != nullptr && required->is_list() && contains(required->items(), name);
    const std::string path = prefix + printable_line(str(name));
    lines.push_back(parameter_line(path, property, needed, detail));
    if (detail != FunctionDetail::kWhole) continue;
    add_parameters(property, path + ".", detail, depth + 1, lines);
    if (const Value* items = find_member(property, "items")) {
      add_parameters(*items, path + "[].", detail, depth + 1, lines);
    }
  }
}

FunctionLines lines_of(const Value& function, FunctionDetail detail) {
  FunctionLines lines{printable_line(find_text(function, "name")),
                      printable(find_text(function, "description")),
                      {}};
  if (const Value* parameters = find_member(function, "parameters")) {
    add_parameters(*parameters, "", detail, 0, lines.parameters);
  }
  return lines;
}

}  // namespace

OfferedFunctions offered_functions(const Value& functions, const Value& calls,
                                   const Value& ground_truth, FunctionDetail detail) {
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
      offered.concerned.push_back(lines_of(function, detail));
    } else {
      offered.others.push_back(printable_line(name));
    }
  }
  return offered;
}

}  // namespace bfclx

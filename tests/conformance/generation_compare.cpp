#include "tests/conformance/generation_compare.h"

#include <algorithm>

#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::conformance {

namespace {

using std::string_view;

constexpr string_view kErrorPrefix = "Error during inference: ";

std::string shown(const Value& value) {
  std::string text = repr(value);
  if (text.size() > 300) text = text.substr(0, 300) + "...";
  return text;
}

// The part of two texts around where they differ.
std::string text_difference(string_view recorded, string_view ours) {
  std::size_t at = 0;
  while (at < recorded.size() && at < ours.size() && recorded[at] == ours[at]) ++at;
  const std::size_t begin = at > 40 ? at - 40 : 0;
  return "texts differ at " + std::to_string(at) + "\n    recorded ..." +
         std::string(recorded.substr(begin, 160)) + "\n    ours     ..." +
         std::string(ours.substr(begin, 160));
}

enum class Order { kAny, kKept, kWithinProperties };

std::string difference(const Value& recorded, const Value& ours, Order order,
                       const std::string& path, bool in_properties);

std::string dict_difference(const Value& recorded, const Value& ours, Order order,
                            const std::string& path, bool in_properties) {
  const Dict& a = recorded.as_dict();
  const Dict& b = ours.as_dict();
  for (const Dict::Entry& entry : a) {
    const Value* other = b.find(entry.key);
    if (other == nullptr) return path + ": ours lacks " + repr(entry.key);
    const std::string found = difference(entry.value, *other, order, path + "." + str(entry.key),
                                         entry.key.is_str() && entry.key.as_str() == "properties");
    if (!found.empty()) return found;
  }
  for (const Dict::Entry& entry : b) {
    if (!a.contains(entry.key)) return path + ": ours has " + repr(entry.key) + " as well";
  }
  if (order == Order::kKept || (order == Order::kWithinProperties && in_properties)) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!equal(a.entry(i).key, b.entry(i).key)) {
        return path + ": key " + std::to_string(i) + " is " + repr(a.entry(i).key) + ", ours " +
               repr(b.entry(i).key);
      }
    }
  }
  return "";
}

std::string difference(const Value& recorded, const Value& ours, Order order,
                       const std::string& path, bool in_properties) {
  if (recorded.kind() != ours.kind()) {
    return path + ": recorded " + shown(recorded) + "\n    ours " + shown(ours);
  }
  if (recorded.is_dict()) return dict_difference(recorded, ours, order, path, in_properties);
  if (recorded.is_str()) {
    if (recorded.as_str() == ours.as_str()) return "";
    return path + ": " + text_difference(recorded.as_str(), ours.as_str());
  }
  if (recorded.is_list()) {
    const List& a = recorded.items();
    const List& b = ours.items();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      const std::string found =
          difference(a[i], b[i], order, path + "[" + std::to_string(i) + "]", false);
      if (!found.empty()) return found;
    }
    if (a.size() == b.size()) return "";
    return path + ": recorded " + std::to_string(a.size()) + " items, ours " +
           std::to_string(b.size());
  }
  if (repr(recorded) == repr(ours)) return "";
  return path + ": recorded " + repr(recorded) + ", ours " + repr(ours);
}

bool keeps_order(string_view key) {
  return key == "tools" || key == "functions" || key == "toolConfig" ||
         key == "systemInstruction" || key == "system";
}

// Takes "error" out of "Error decoding ..." items, whose text is a Python exception's.
bool blank_decode_errors(const Value& value) {
  bool any = false;
  if (value.is_list()) {
    for (const Value& item : value.items()) any = blank_decode_errors(item) || any;
  }
  if (!value.is_dict()) return any;
  const Value* role = value.as_dict().find("role");
  const bool log = role != nullptr && role->is_str() && role->as_str() == "handler_log";
  for (Dict::Entry& entry : value.mutable_dict()) {
    if (log && entry.key.is_str() && entry.key.as_str() == "error") {
      entry.value = Value::str("");
      any = true;
    } else {
      any = blank_decode_errors(entry.value) || any;
    }
  }
  return any;
}

void blank_error(const Value& line, const LineTolerance& tolerance) {
  Dict& members = line.mutable_dict();
  if (members.contains("traceback")) members.set("traceback", Value::str("<traceback>"));
  const Value* result = members.find("result");
  if (!tolerance.error_text || result == nullptr || !result->is_str()) return;
  if (result->as_str().substr(0, kErrorPrefix.size()) == kErrorPrefix) {
    members.set("result", Value::str(kErrorPrefix));
  }
}

}  // namespace

std::string value_difference(const Value& recorded, const Value& ours, bool ordered,
                             const std::string& path) {
  return difference(recorded, ours, ordered ? Order::kKept : Order::kAny, path, false);
}

std::string body_difference(const Value& recorded, const Value& ours, bool gemini) {
  if (!recorded.is_dict() || !ours.is_dict()) return value_difference(recorded, ours, false);
  for (const Dict::Entry& entry : recorded.as_dict()) {
    const string_view key = entry.key.as_str();
    const Value* other = ours.as_dict().find(entry.key);
    if (other == nullptr) return "body: ours lacks " + std::string(key);
    Order order = keeps_order(key) ? Order::kKept : Order::kAny;
    if (gemini && key == "tools") order = Order::kWithinProperties;
    const std::string found = difference(entry.value, *other, order, std::string(key), false);
    if (!found.empty()) return found;
  }
  for (const Dict::Entry& entry : ours.as_dict()) {
    if (!recorded.as_dict().contains(entry.key)) {
      return "body: ours has " + str(entry.key) + " as well";
    }
  }
  return "";
}

std::string line_difference(string_view recorded_text, string_view our_text,
                            const LineTolerance& tolerance, bool& words) {
  const Result<Value> recorded = json_loads(recorded_text);
  const Result<Value> ours = json_loads(our_text);
  if (!recorded.ok() || !ours.ok()) return "a line is no JSON";
  blank_error(*recorded, LineTolerance());
  blank_error(*ours, LineTolerance());
  std::string strict = value_difference(*recorded, *ours, true);
  if (strict.empty()) return strict;
  blank_error(*recorded, tolerance);
  blank_error(*ours, tolerance);
  blank_decode_errors(*recorded);
  blank_decode_errors(*ours);
  const std::string lenient = value_difference(*recorded, *ours, true);
  if (!lenient.empty()) return lenient;
  words = true;
  return "";
}

}  // namespace bfclx::conformance

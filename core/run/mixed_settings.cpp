#include "core/run/mixed_settings.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/utf8.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kValuesShown = 3;
constexpr std::size_t kShown = 60;  // code points of a value

bool is_told_apart(std::string_view name) { return name == "results" || name == "decoder"; }

bool has_results(const Value& settings) {
  const Value* results = find_member(settings, "results");
  return results == nullptr || !results->is_small_int() || results->as_int64() > 0;
}

std::string shown(const Value* value) {
  if (value == nullptr || value->is_none()) return "none";
  std::string text;
  if (value->is_str()) {
    text = value->as_str();
  } else {
    append_json(text, *value);
  }
  if (text.empty()) return "none";
  return sanitize_utf8(slice_code_points(text, 0, kShown));
}

}  // namespace

std::string mixed_settings_text(const Dict& made_with) {
  std::vector<const Value*> used;
  std::vector<std::string_view> names;
  for (const Dict::Entry& settings : made_with) {
    if (!settings.value.is_dict() || !has_results(settings.value)) continue;
    used.push_back(&settings.value);
    for (const Dict::Entry& member : settings.value.as_dict()) {
      if (!member.key.is_str() || is_told_apart(member.key.as_str())) continue;
      const std::string_view name = member.key.as_str();
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  std::string text;
  for (const std::string_view name : names) {
    std::vector<std::string> values;
    for (const Value* settings : used) {
      std::string value = shown(find_member(*settings, name));
      if (std::find(values.begin(), values.end(), value) == values.end()) {
        values.push_back(std::move(value));
      }
    }
    if (values.size() < 2) continue;
    text += (text.empty() ? "" : "; ") + sanitize_utf8(slice_code_points(name, 0, kShown));
    for (std::size_t i = 0; i < std::min(values.size(), kValuesShown); ++i) {
      text += (i == 0 ? " " : " or ") + values[i];
    }
    if (values.size() > kValuesShown) text += " or others";
  }
  return text;
}

}  // namespace bfclx

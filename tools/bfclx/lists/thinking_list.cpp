#include "tools/bfclx/lists/lists.h"

#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/generation/thinking_presets.h"

namespace bfclx::tools {
namespace {

std::vector<std::string> texts_of(std::span<const std::string_view> texts) {
  return {texts.begin(), texts.end()};
}

std::string models_text(const ThinkingPreset& row) {
  std::string text = row.models.empty() ? "all" : joined(texts_of(row.models), ", ");
  if (!row.not_models.empty()) text += "; not " + joined(texts_of(row.not_models), ", ");
  return text;
}

}  // namespace

Table thinking_table() {
  Table table;
  table.columns = {{"family"},
                   {"--api"},
                   {"hosted by", Align::kLeft, Fit::kDrop},
                   {"names begin with", Align::kLeft, Fit::kWrap},
                   {"--thinking", Align::kLeft, Fit::kWrap}};
  for (const ThinkingPreset& row : thinking_presets()) {
    table.rows.push_back({{std::string(row.family), std::string(row.api), std::string(row.place),
                           models_text(row), thinking_values(row)}});
  }
  return table;
}

nlohmann::ordered_json thinking_json() {
  using Json = nlohmann::ordered_json;
  const auto members = [](std::string_view text) {
    return text.empty() ? Json() : Json::parse(text);
  };
  const auto placed = [](std::string_view text) { return text.empty() ? Json() : Json(text); };
  Json list = Json::array();
  for (const ThinkingPreset& row : thinking_presets()) {
    list.push_back({{"family", row.family},
                    {"api", row.api},
                    {"hosted_by", row.place.empty() ? Json() : Json(row.place)},
                    {"models", texts_of(row.models)},
                    {"not_models", texts_of(row.not_models)},
                    {"on", members(row.on)},
                    {"off", members(row.off)},
                    {"levels", texts_of(row.levels)},
                    {"level", members(row.level)},
                    {"tokens", placed(row.tokens)},
                    {"source", row.source}});
  }
  return list;
}

}  // namespace bfclx::tools

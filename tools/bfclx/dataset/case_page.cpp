#include "tools/bfclx/dataset/case_page.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/render/table.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/view/finding_page.h"

namespace bfclx::tools {

CasePlaces places_of(const DatasetDir& dataset, const std::vector<const Category*>& categories) {
  const DatasetFiles::Read read = dataset.reader();
  const auto bytes_of = [&](std::string_view file) -> std::string {
    if (file.empty()) return {};
    Result<std::optional<std::string>> bytes = read(concat({"data/", file}));
    return bytes.ok() && *bytes ? **std::move(bytes) : std::string();
  };
  CasePlaces places;
  for (const Category* category : categories) {
    places.add(dataset.dataset(), *category, bytes_of(category->questions),
               bytes_of(category->answers));
  }
  return places;
}

std::string cases_page(const std::vector<CaseGroup>& groups, const CasePlaces& places,
                       const Terminal& terminal) {
  if (groups.empty()) {
    return "\n" + terminal.styled(Style::kGood, "No problems with the entries were found.") + "\n";
  }
  std::string text;
  bool more = false;
  for (const CaseGroup& group : groups) {
    text += finding_page(finding_of(group, places), terminal, {.with_files = true});
    more = more || group.findings.size() > kMaxFindingExamples;
  }
  if (more)
    text += "\n" + terminal.styled(Style::kDim, "`--format json` lists all entries.") + "\n";
  return text;
}

std::string cases_json(const DatasetDir& dataset, const std::vector<CaseGroup>& groups,
                       const CasePlaces& places, Value rows, std::string_view power,
                       const std::vector<std::string>& problems) {
  List findings;
  for (const CaseGroup& group : groups) findings.push_back(group_value(group, places));
  const Value report =
      dict_of({{"program", dict_of({{"name", "bfclx"}, {"version", BFCLX_VERSION}})},
               {"dataset", dict_of({{"place", dataset.place()},
                                    {"version", dataset.dataset().version},
                                    {"hash", dataset.dataset().hash}})},
               {"categories", std::move(rows)},
               {"findings", Value::list(std::move(findings))},
               {"power", power.empty() ? Value() : Value::str(power)},
               {"problems", list_of_texts(problems)}});
  std::string text;
  append_json(text, report);
  using Json = nlohmann::ordered_json;
  return Json::parse(text).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bfclx::tools

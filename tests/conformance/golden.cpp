#include "tests/conformance/golden.h"

#include "core/check/short_reason.h"
#include "core/run/official_verdict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::conformance {

std::string field(const Dict& line, std::string_view name) {
  const Value* value = line.find(name);
  if (value == nullptr) return "(absent)";
  std::string text;
  append_json(text, *value);
  return text;
}

void compare_field(std::string_view name, const std::string& official, const std::string& ours,
                   std::string& differences) {
  if (official == ours) return;
  std::size_t same = 0;  // long texts are shown from shortly before they part
  while (same < official.size() && same < ours.size() && official[same] == ours[same]) ++same;
  const std::size_t from = same > 200 ? same - 150 : 0;
  differences += "\n  " + std::string(name) +
                 (from > 0 ? ", from byte " + std::to_string(from) : "") +
                 "\n    official: " + official.substr(from, 1200) +
                 "\n    ours:     " + ours.substr(from, 1200);
}

Value load_line(std::string_view text, const std::string& where) {
  Result<Value> value = json_loads(text);
  if (!value.ok() || !value->is_dict()) fail(where + ": no JSON object");
  return std::move(value).value();
}

// The recordings have infinities and NaN as Python's json writes them, a verdict has their repr.
static Value with_texts(const Value& value) {
  if (value.is_float() && value.as_float() - value.as_float() != 0) return Value::str(repr(value));
  if (value.is_list()) {
    List items;
    for (const Value& item : value.items()) items.push_back(with_texts(item));
    return Value::list(std::move(items));
  }
  if (!value.is_dict()) return value;
  Dict entries;
  for (const auto& [key, item] : value.as_dict()) entries.set(key, with_texts(item));
  return Value::dict(std::move(entries));
}

std::unordered_map<std::string, Value> load_goldens(const std::filesystem::path& path) {
  std::unordered_map<std::string, Value> goldens;
  for_each_line(read_file(path), [&](std::string_view line) {
    Value golden = load_line(line, path.string());
    const std::string id(golden.as_dict().find("id")->as_str());
    const bool is_odd = line.find("NaN") != line.npos || line.find("Infinity") != line.npos;
    goldens[id] = is_odd ? with_texts(golden) : std::move(golden);
  });
  return goldens;
}

Recorded load_recorded(const Dataset& dataset, const Run& run, const std::string& category) {
  Recorded recorded;
  recorded.where = run.source + "/" + run.model + "/" + run.decoder +
                   (run.underscore_to_dot ? ".utd1 " : ".utd0 ");
  const Category* known = find_category(category);
  recorded.settings.decoder = find_decoder(run.decoder);
  if (known == nullptr || recorded.settings.decoder == nullptr) {
    fail(recorded.where + category + ": unknown here");
  }
  recorded.settings.underscore_to_dot = run.underscore_to_dot;
  recorded.settings.model_name = run.model;
  const auto result_path = find_category_file(run.result_dir, category, "_result.json");
  const auto golden_path = find_category_file(run.golden_dir, category, "_golden.jsonl");
  if (result_path.empty() || golden_path.empty()) {
    fail(recorded.where + category + ": files are missing");
  }
  recorded.responses = match_responses(dataset, *known, read_results(read_file(result_path)));
  recorded.goldens = load_goldens(golden_path);
  return recorded;
}

namespace {

// Whether is_valid says the same of a single-turn response that is a text.
bool verdict_alone_agrees(const ScoredResponse& response, const RunSettings& settings) {
  if (response.episode != nullptr || response.agentic != nullptr ||
      response.executable != nullptr) {
    return true;
  }
  return !response.response.is_str() ||
         is_valid(*response.entry, response.response.as_str(), *settings.decoder,
                  settings.underscore_to_dot) == response.verdict.valid;
}

// Whether score_officially says the same, without reasons.
bool official_part_agrees(const ScoredResponse& response, const RunSettings& settings) {
  if (response.entry->category->judging != Judging::kCalls) return true;
  const Verdict& full = response.verdict;
  ScoredResponse again;
  again.id = response.id;
  again.entry = response.entry;
  again.response = response.response;
  score_officially(again, settings);
  const Verdict& official = again.verdict;
  if (official.valid != full.valid || official.error_type != full.error_type) return false;
  if (repr(official.error) != repr(full.error) || official.why) return false;
  if (official.valid) return true;
  return official.decoded.has_value() == full.decoded.has_value() &&
         (!full.decoded || repr(*official.decoded) == repr(*full.decoded));
}

// Of a verdict that failed: a text of its own, not the sentence.
bool has_short_reason(const ScoredResponse& response) {
  const Verdict& verdict = response.verdict;
  if (verdict.valid || response.skipped()) return true;
  if (!verdict.why) return false;
  const std::string text = short_reason(*verdict.why).text;
  return !text.empty() && text != verdict.why->text;
}

}  // namespace

void compare_recorded(Recorded& recorded, Tally& tally,
                      const std::function<void(const Dict& golden, const ScoredResponse& response,
                                               const std::string& where, Tally& tally)>& compare) {
  std::size_t compared = 0;
  for (ScoredResponse& response : recorded.responses.responses) {
    const std::string where = recorded.where + response.id;
    const auto golden = recorded.goldens.find(response.id);
    if (golden == recorded.goldens.end() || response.entry == nullptr) {
      tally.disagree(where + ": recorded verdict or entry is missing");
      continue;
    }
    score_response(response, recorded.settings);
    if (!verdict_alone_agrees(response, recorded.settings)) {
      tally.disagree(where + ": is_valid says otherwise");
    }
    if (!official_part_agrees(response, recorded.settings)) {
      tally.disagree(where + ": the official part alone is another");
    }
    if (!has_short_reason(response)) tally.disagree(where + ": the verdict has no short reason");
    compare(golden->second.as_dict(), response, where, tally);
    ++compared;
  }
  if (compared == recorded.goldens.size()) return;
  tally.disagree(recorded.where + std::string(recorded.responses.category->name) + ": " +
                 std::to_string(recorded.goldens.size()) + " recorded, " +
                 std::to_string(compared) + " compared");
}

}  // namespace bfclx::conformance

#include "tools/bfclx/publish/kept_model.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/audit/meaning.h"
#include "core/decode/decoder.h"
#include "core/render/visible.h"
#include "core/run/run_manifest.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/publish/failed_answers.h"
#include "tools/bfclx/publish/slices.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const fs::path& file, std::string_view what) {
  throw UsageError(file.string() + ": " + std::string(what) +
                   "; publish all models again, or this one from its results");
}

// nullptr where it is no object, or has no such member.
const Json* member(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string text_of(const fs::path& file, const Json& object, std::string_view name) {
  const Json* text = member(object, name);
  if (text == nullptr || !text->is_string()) refuse(file, std::string(name) + " is not a string");
  return text->get<std::string>();
}

std::optional<std::size_t> count_of(const Json* object, std::string_view name) {
  const Json* count = object != nullptr ? member(*object, name) : nullptr;
  if (count == nullptr || !count->is_number_unsigned()) return std::nullopt;
  return count->get<std::size_t>();
}

std::string shown(const Json& json) {
  return short_text(json.dump(-1, ' ', false, Json::error_handler_t::replace), 80);
}

// The first member in which two differ: "overall.interval_95[0] is 0.2, expected 0.1"; empty where
// they are equal.
std::string difference(const Json& found, const Json& expected, const std::string& path) {
  if (found == expected) return {};
  if (found.is_object() && expected.is_object()) {
    const std::string before = path.empty() ? path : path + ".";
    for (const auto& [name, value] : expected.items()) {
      const Json* own = member(found, name);
      if (own == nullptr) return before + name + " is missing";
      if (std::string text = difference(*own, value, before + name); !text.empty()) return text;
    }
    for (const auto& [name, value] : found.items()) {
      if (!expected.contains(name)) return before + name + " is unknown";
    }
    return {};  // in another order
  }
  if (found.is_array() && expected.is_array() && found.size() == expected.size()) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::string text = difference(found[i], expected[i], path + "[" + std::to_string(i) + "]");
      if (!text.empty()) return text;
    }
    return {};
  }
  return path + " is " + shown(found) + ", expected " + shown(expected);
}

Json read_model(const fs::path& file) {
  const FileBytes read = read_file(file.string());
  if (!read.error.empty()) refuse(file, read.error);
  Json json = Json::parse(read.bytes, nullptr, false);
  if (!json.is_object() || json.value("schema", Json()) != kBoardSchema) {
    refuse(file, "not a model of a leaderboard of this version");
  }
  return json;
}

// Of each wrong answer its error type, in the order of the marks.
using ErrorTypes = std::map<const Category*, std::vector<std::string>>;

void read_marks(const KeptModel& kept, const Json& json, DatasetFiles& dataset, ModelRecord& record,
                ErrorTypes& errors) {
  const Json* all = member(json, "verdicts");
  const Json* types = member(json, "types");
  if (all == nullptr || !all->is_object() || types == nullptr || !types->is_array()) {
    refuse(kept.file, "has no verdicts");
  }
  for (const auto& [name, verdicts] : all->items()) {
    const std::string where = "verdicts." + name;
    const Category* category = find_category(name);
    const Json* marks = member(verdicts, "marks");
    const Json* numbers = member(verdicts, "errors");
    if (category == nullptr || marks == nullptr || !marks->is_string() || numbers == nullptr ||
        !numbers->is_array()) {
      refuse(kept.file, where + " cannot be read");
    }
    if (const Status status = dataset.load(*category); !status.ok()) {
      throw UsageError(status.error().message);
    }
    std::string& own = record.marks[category] = marks->get<std::string>();
    if (own.size() != dataset.dataset().entries(*category).size()) {
      refuse(kept.file, where + ".marks is from another dataset");
    }
    if (own.find_first_not_of("01s-?") != std::string::npos) {
      refuse(kept.file, where + ".marks has an unknown mark");
    }
    for (const Json& number : *numbers) {
      const bool known = number.is_number_unsigned() && number < types->size() &&
                         (*types)[number.get<std::size_t>()].is_string();
      if (!known) refuse(kept.file, where + ".errors has a number without an error type");
      errors[category].push_back((*types)[number.get<std::size_t>()].get<std::string>());
    }
    const auto failed = static_cast<std::size_t>(std::count(own.begin(), own.end(), '0'));
    if (errors[category].size() != failed) {
      refuse(kept.file, where + ".errors does not fit its marks");
    }
  }
}

// Whether it is the sample_text of so many entries, with any seed.
bool is_sample_text(const std::string& text, std::size_t entries) {
  if (entries == 0) return text.empty();
  constexpr std::string_view kSeed = "(seed ";
  std::uint64_t seed = 0;
  const std::size_t at = text.find(kSeed);
  if (at == std::string::npos) return false;
  std::from_chars(text.data() + at + kSeed.size(), text.data() + text.size(), seed);
  return std::any_of(
      std::begin(kSampleSchemes), std::end(kSampleSchemes),
      [&](const SampleSchemeName& one) { return text == sample_text(entries, seed, one.scheme); });
}

// Of a share of a score, or of a difference.
std::optional<double> number_of(const Json* object, std::string_view name) {
  const Json* number = object != nullptr ? member(*object, name) : nullptr;
  if (number == nullptr || !number->is_number()) return std::nullopt;
  const double value = number->get<double>();
  return value >= -1 && value <= 1 ? std::optional(value) : std::nullopt;
}

SecondRun read_second_run(const fs::path& file, const Json& status) {
  const Json* json = member(status, "second_run");
  const Json* range = json != nullptr ? member(*json, "interval_95") : nullptr;
  const std::optional<std::size_t> entries = count_of(json, "entries");
  const std::optional<std::size_t> of = count_of(json, "of");
  const std::optional<double> weight = number_of(json, "weight");
  const std::optional<double> difference = number_of(json, "difference");
  const bool is_range = range != nullptr && range->is_array() && range->size() == 2 &&
                        (*range)[0].is_number() && (*range)[1].is_number();
  if (!entries || !of || !weight || !difference || !is_range) {
    refuse(file, "status.second_run cannot be read");
  }
  const SecondRun run{
      *entries, *of, *weight, *difference, {(*range)[0].get<double>(), (*range)[1].get<double>()}};
  if (!run.agrees()) refuse(file, "status.second_run does not agree");
  return run;
}

void read_status(const Json& json, KeptModel& kept) {
  const Json* status = member(json, "status");
  kept.has_status = status != nullptr;
  if (status == nullptr) return;
  const std::optional<ResultStatus> found = find_status(text_of(kept.file, *status, "name"));
  if (!found) refuse(kept.file, "status.name is unknown");
  if (*found != ResultStatus::kClaimed && kept.model.source == "scores") {
    refuse(kept.file, "status.name does not fit official score files");
  }
  kept.model.status = *found;
  if (*found == ResultStatus::kReproduced) kept.model.second = read_second_run(kept.file, *status);
}

// What the marks do not tell.
void read_given(const Json& json, KeptModel& kept) {
  PublishedModel& model = kept.model;
  ModelRecord& record = kept.record;
  const fs::path& file = kept.file;
  model.label = text_of(file, json, "label");
  if (model.label != printable_line(model.label)) refuse(file, "label is not a printable line");
  model.name = record.name;
  model.settings = text_of(file, json, "decoder");
  if (!model.settings.empty() && find_decoder(model.settings) == nullptr) {
    refuse(file, "decoder is unknown");
  }
  model.source = text_of(file, json, "source");
  if (model.source != "results" && model.source != "scores") refuse(file, "source is unknown");
  read_status(json, kept);
  const std::optional<std::size_t> problems = count_of(&json, "problems");
  if (!problems) refuse(file, "problems is not a count");
  model.problems = *problems;
  const Json* overall = member(json, "overall");
  const Json* basis = overall != nullptr ? member(*overall, "basis") : nullptr;
  if (basis == nullptr || !basis->is_object()) refuse(file, "overall.basis is not an object");
  model.sample_entries = count_of(basis, "sample").value_or(0);
  if (const Json* version = member(*basis, "dataset"); version != nullptr && version->is_string()) {
    model.version = version->get<std::string>();
    if (model.version != printable_line(model.version)) {
      refuse(file, "overall.basis.dataset is not a printable line");
    }
  }
  model.sample = text_of(file, json, "sample");
  if (!is_sample_text(model.sample, model.sample_entries)) {
    refuse(file, "sample does not fit overall.basis.sample");
  }
  const Json* warnings = member(json, "warnings");
  if (warnings == nullptr || !warnings->is_array()) refuse(file, "warnings is not a list");
  for (std::size_t i = 0; i < warnings->size(); ++i) {
    const Result<Value> value = json_loads((*warnings)[i].dump());
    std::optional<RunWarning> warning;
    if (value.ok()) warning = warning_of(*value);
    if (!warning) refuse(file, "warnings[" + std::to_string(i) + "] is not a warning of a run");
    model.warnings.push_back(std::move(*warning));
  }
}

bool is_hash(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void read_repeat(const Json& json, KeptModel& kept) {
  const Json* repeat = member(json, "repeat");
  if (repeat == nullptr) return;
  RepeatFacts& facts = kept.model.repeat;
  if (!repeat->is_object()) refuse(kept.file, "repeat is not an object");
  facts.model = text_of(kept.file, *repeat, "model");
  facts.key = text_of(kept.file, *repeat, "settings");
  facts.manifest = text_of(kept.file, *repeat, "manifest");
  kept.model.repetition = text_of(kept.file, *repeat, "repetition");
  if (facts.model != manifest_text(facts.model) ||
      kept.model.repetition != manifest_text(kept.model.repetition) || !is_hash(facts.key) ||
      !is_hash(facts.manifest)) {
    refuse(kept.file, "repeat cannot be read");
  }
}

// What it cannot be makes a difference, which check_figures refuses.
void read_latency(const Json& json, KeptModel& kept) {
  const Json* latency = member(json, "latency");
  if (latency == nullptr) return;
  const Result<Value> value = json_loads(latency->dump());
  if (value.ok()) kept.model.latency = latency_of_value(*value);
  if (!kept.model.latency.all) refuse(kept.file, "latency cannot be read");
}

void read_parts(const Json& json, const Dataset& dataset, KeptModel& kept) {
  const Json* categories = member(json, "categories");
  for (const auto& [category, marks] : kept.record.marks) {
    const std::string where = "categories." + std::string(category->name);
    const Json* part = categories != nullptr ? member(*categories, category->name) : nullptr;
    if (part == nullptr) refuse(kept.file, where + " is missing");
    const std::size_t left_out = count_of(part, "left_out").value_or(0);
    const auto absent = static_cast<std::size_t>(std::count(marks.begin(), marks.end(), '-'));
    if (left_out > absent) {
      refuse(kept.file, where + ".left_out is greater than the entries without a response");
    }
    if (left_out > 0) kept.model.left_out[category] = left_out;
    if (!has_unknown(marks)) continue;
    const std::optional<std::size_t> right = count_of(part, "right");
    const std::optional<std::size_t> entries = count_of(part, "entries");
    if (kept.model.source != "scores" || !right || !entries || *right > *entries ||
        *entries > marks.size()) {
      refuse(kept.file, where + " has counts that do not match its entries");
    }
    kept.model.parts.push_back(
        counted_part(*category, *right, *entries, dataset.entries(*category).size()));
  }
}

// Whether a row of a slice (slices.cpp:append_answer) has the mark, and of a wrong one the error
// type.
bool has_mark(const Json& row, char mark, const Json& types, const std::string& error) {
  if (mark == '-') return row.is_null();
  if (!row.is_array()) return false;
  const auto text_at = [&](std::size_t i) { return row.size() > i && row[i].is_string(); };
  if (mark == 's' || mark == '?') return row.size() == 1 && row[0] == std::string(1, mark);
  if (mark == '1') return row.size() == 2 && row[0] == 1 && text_at(1);
  return row.size() >= 4 && row.size() <= 5 && row[0] == 0 && row[1].is_number_unsigned() &&
         row[1] < types.size() && types[row[1].get<std::size_t>()] == error && text_at(2) &&
         text_at(3) && (row.size() == 4 || row[4].is_number_unsigned());
}

void check_slice(const fs::path& file, const std::string& name, const Category& category,
                 std::size_t first, std::string_view marks, const std::string*& error) {
  std::error_code none;
  if (!fs::is_regular_file(file, none)) refuse(file, "is missing");
  const FileBytes read = read_file(file.string());
  if (!read.error.empty()) refuse(file, read.error);
  const Json json = Json::parse(read.bytes, nullptr, false);
  const Json expected = {
      {"schema", kBoardSchema}, {"model", name}, {"category", category.name}, {"first", first}};
  for (const auto& [key, value] : expected.items()) {
    const Json* found = member(json, key);
    if (found == nullptr || *found != value) refuse(file, key + " is not " + value.dump());
  }
  const Json* types = member(json, "types");
  const Json* answers = member(json, "answers");
  if (types == nullptr || !types->is_array() || answers == nullptr || !answers->is_array() ||
      answers->size() != marks.size()) {
    refuse(file, "answers does not have " + std::to_string(marks.size()) + " entries");
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const std::string& type = marks[i] == '0' ? *error++ : std::string();
    if (!has_mark((*answers)[i], marks[i], *types, type)) {
      refuse(file, "answers[" + std::to_string(i) + "] does not fit model.json");
    }
  }
}

void check_slices(const KeptModel& kept, const ErrorTypes& errors) {
  for (const auto& [category, marks] : kept.record.marks) {
    const auto known = errors.find(category);
    const std::string* error = known == errors.end() ? nullptr : known->second.data();
    for (std::size_t first = 0; first < marks.size(); first += kSlice) {
      check_slice(slice_path(kept.file.parent_path().string(), *category, first), kept.record.name,
                  *category, first, std::string_view(marks).substr(first, kSlice), error);
    }
  }
}

}  // namespace

KeptModel read_kept(const fs::path& board, const std::string& name, DatasetFiles& dataset) {
  const fs::path folder = board / "data/models" / name;
  KeptModel kept;
  kept.file = folder / "model.json";
  ModelRecord& record = kept.record;
  record.name = name;
  Json json = read_model(kept.file);
  ErrorTypes errors;
  read_marks(kept, json, dataset, record, errors);
  read_given(json, kept);
  read_repeat(json, kept);
  read_latency(json, kept);
  read_parts(json, dataset.dataset(), kept);
  record.label = kept.model.label;
  record.left_out = kept.model.left_out;
  record.sample = kept.model.sample_entries;
  record.version = kept.model.version;
  record.repeat = kept.model.repeat;
  record.repetition = kept.model.repetition;
  const Json* program = member(json, "program");
  kept.program = program != nullptr ? text_of(kept.file, *program, "version") : std::string();
  for (const char* other : {"schema", "program", "leaderboard", "types", "verdicts"}) {
    json.erase(other);
  }
  record.figures = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  const fs::path audit = folder / "audit.json";
  const FileBytes answers = read_file(audit.string());
  if (!answers.error.empty()) refuse(audit, answers.error);
  if (!read_failed(answers.bytes, record.failed)) refuse(audit, "cannot be read");
  std::size_t failed = 0;
  for (const auto& [category, marks] : record.marks) {
    failed += static_cast<std::size_t>(std::count(marks.begin(), marks.end(), '0'));
  }
  if (failed != record.failed.size()) refuse(audit, "does not fit model.json");
  check_slices(kept, errors);
  return kept;
}

std::string check_figures(KeptModel& kept, const std::string& figures) {
  const std::string text = difference(Json::parse(kept.record.figures), Json::parse(figures), "");
  if (text.empty()) return {};
  if (kept.program == BFCLX_VERSION && kept.has_status) refuse(kept.file, text);
  kept.record.figures = figures;
  return with_figures(read_file(kept.file.string()).bytes, figures);
}

}  // namespace bfclx::tools

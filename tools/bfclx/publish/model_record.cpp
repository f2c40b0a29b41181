#include "tools/bfclx/publish/model_record.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/value/dict.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/publish/slices.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr int kKinds = 5;   // of AnswerKind
constexpr int kShapes = 4;  // of AnswerDifference

int bits_of(const ArgumentDifference& argument) {
  return (argument.optional ? 1 : 0) | (argument.spelling ? 2 : 0) |
         (argument.found_in_question ? 4 : 0) | (argument.truth_in_question ? 8 : 0) |
         (argument.fits_schema ? 16 : 0);
}

void append_texts(std::string& out, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    out += ",";
    append_json_str(out, text);
  }
}

void append_difference(std::string& out, const AnswerDifference& difference) {
  if (difference.shape == AnswerDifference::Shape::kNone) return;
  out += "," + std::to_string(static_cast<int>(difference.shape)) + ",[";
  for (const ArgumentDifference& argument : difference.arguments) {
    if (out.back() != '[') out += ",";
    out += "[" + std::to_string(static_cast<int>(argument.kind)) + "," +
           std::to_string(bits_of(argument));
    append_texts(out, {argument.function, argument.parameter, argument.truth, argument.found});
    out += "]";
  }
  out += "]";
}

// What cannot be read is found by what is missing: everything has a value that is none.
struct Reader {
  const List* list = nullptr;
  std::size_t at = 0;
  bool good = true;

  explicit Reader(const Value& value) : list(value.is_list() ? &value.items() : nullptr) {}
  bool more() const { return list != nullptr && at < list->size(); }
  const Value* next() {
    if (list == nullptr || at >= list->size()) {
      good = false;
      return nullptr;
    }
    return &(*list)[at++];
  }
  int number(int end) {
    const Value* value = next();
    if (value == nullptr || !value->is_small_int() || value->as_int64() < 0 ||
        value->as_int64() >= end) {
      good = false;
      return 0;
    }
    return static_cast<int>(value->as_int64());
  }
  std::string text() {
    const Value* value = next();
    if (value == nullptr || !value->is_str()) {
      good = false;
      return {};
    }
    return std::string(value->as_str());
  }
};

bool read_argument(const Value& value, ArgumentDifference& argument) {
  Reader reader(value);
  argument.kind = static_cast<ArgumentDifference::Kind>(reader.number(3));
  const int bits = reader.number(32);
  argument.optional = (bits & 1) != 0;
  argument.spelling = (bits & 2) != 0;
  argument.found_in_question = (bits & 4) != 0;
  argument.truth_in_question = (bits & 8) != 0;
  argument.fits_schema = (bits & 16) != 0;
  for (std::string* text :
       {&argument.function, &argument.parameter, &argument.truth, &argument.found}) {
    *text = reader.text();
  }
  return reader.good;
}

bool read_answer(const Value& value, const List& types, Answer& answer) {
  Reader reader(value);
  const std::string meaning = reader.text();
  const auto [end, error] =
      std::from_chars(meaning.data(), meaning.data() + meaning.size(), answer.meaning, 16);
  if (error != std::errc() || end != meaning.data() + meaning.size()) return false;
  answer.kind = static_cast<AnswerKind>(reader.number(kKinds));
  const auto type = static_cast<std::size_t>(reader.number(static_cast<int>(types.size())));
  if (!reader.good || !types[type].is_str()) return false;
  answer.error_type = types[type].as_str();
  answer.shown = reader.text();
  answer.calls = reader.text();
  if (!reader.more()) return reader.good;
  answer.difference.shape = static_cast<AnswerDifference::Shape>(reader.number(kShapes));
  const Value* arguments = reader.next();
  if (arguments == nullptr || !arguments->is_list()) return false;
  for (const Value& argument : arguments->items()) {
    if (!read_argument(argument, answer.difference.arguments.emplace_back())) return false;
  }
  return reader.good;
}

[[noreturn]] void refuse(const fs::path& file, std::string_view what) {
  throw UsageError(file.string() + ": " + std::string(what) +
                   "; publish all models again, or this one from its results");
}

// Boards of earlier versions do not tell it.
void read_left_out(const nlohmann::ordered_json& json, ModelRecord& record) {
  const auto categories = json.find("categories");
  if (categories == json.end() || !categories->is_object()) return;
  for (const auto& [category, marks] : record.marks) {
    const auto part = categories->find(std::string(category->name));
    if (part == categories->end() || !part->is_object()) continue;
    const auto count = part->find("left_out");
    if (count == part->end() || !count->is_number_unsigned()) continue;
    record.left_out[category] = count->get<std::size_t>();
  }
}

bool is_share(const nlohmann::ordered_json& json) {
  return json.is_number() && json.get<double>() >= 0 && json.get<double>() <= 1;
}

// The figures go into the index as they are, so they must be what publishing could have written.
void check_figures(const fs::path& file, const nlohmann::ordered_json& json,
                   const ModelRecord& record) {
  if (json.value("name", nlohmann::ordered_json()) != record.name) {
    refuse(file, "has another name than its folder");
  }
  const auto categories = json.find("categories");
  if (categories == json.end() || !categories->is_object()) refuse(file, "has no categories");
  for (const auto& [name, part] : categories->items()) {
    const Category* category = find_category(name);
    const bool counted = category != nullptr && part.is_object() && part.contains("right") &&
                         part["right"].is_number_unsigned() && part.contains("entries") &&
                         part["entries"].is_number_unsigned() && part["right"] <= part["entries"];
    if (!counted) refuse(file, "has counts of " + name + " that contradict each other");
    const auto known = record.marks.find(category);
    if (known == record.marks.end()) continue;
    const std::string& marks = known->second;
    const auto right = static_cast<std::size_t>(std::count(marks.begin(), marks.end(), '1'));
    const auto wrong = static_cast<std::size_t>(std::count(marks.begin(), marks.end(), '0'));
    const bool fits = has_unknown(marks)
                          ? part["entries"] <= marks.size()
                          : part["right"] == right && part["entries"] == right + wrong;
    if (!fits) refuse(file, "has counts of " + name + " that are not those of its entries");
  }
  const auto overall = json.find("overall");
  if (overall == json.end() || !overall->is_object()) refuse(file, "has no overall score");
  for (const char* member : {"weight", "official", "score"}) {
    if (overall->contains(member) && !is_share((*overall)[member])) {
      refuse(file, "has an overall score that is not from 0 to 1");
    }
  }
  for (const auto& [category, marks] : record.marks) {
    if (categories->find(std::string(category->name)) == categories->end()) {
      refuse(file, "has no counts of " + std::string(category->name));
    }
    for (std::size_t first = 0; first < marks.size(); first += kSlice) {
      std::error_code error;
      const fs::path slice = slice_path(file.parent_path().string(), *category, first);
      if (!fs::is_regular_file(slice, error)) refuse(slice, "is missing");
    }
  }
}

void read_marks(const fs::path& file, ModelRecord& record, DatasetFiles& dataset) {
  const FileBytes read = read_file(file.string());
  if (!read.error.empty()) refuse(file, read.error);
  auto json = nlohmann::ordered_json::parse(read.bytes, nullptr, false);
  if (!json.is_object() || json.value("schema", nlohmann::ordered_json()) != kBoardSchema ||
      !json.contains("verdicts") || !json["verdicts"].is_object() || !json.contains("label") ||
      !json["label"].is_string()) {
    refuse(file, "not a model of a leaderboard of this version");
  }
  record.label = json["label"].get<std::string>();
  for (const auto& [name, verdicts] : json["verdicts"].items()) {
    const Category* category = find_category(name);
    if (category == nullptr || !verdicts.contains("marks") || !verdicts["marks"].is_string()) {
      refuse(file, "has a category that cannot be read");
    }
    if (const Status status = dataset.load(*category); !status.ok()) {
      throw UsageError(status.error().message);
    }
    record.marks[category] = verdicts["marks"].get<std::string>();
    if (record.marks[category].size() != dataset.dataset().entries(*category).size()) {
      refuse(file, "from another dataset");
    }
  }
  check_figures(file, json, record);
  read_left_out(json, record);
  if (json.contains("overall") && json["overall"].contains("basis") &&
      json["overall"]["basis"].is_object()) {
    const auto& basis = json["overall"]["basis"];
    if (basis.value("sample", nlohmann::ordered_json()).is_number_unsigned()) {
      record.sample = basis["sample"].get<std::size_t>();
    }
    if (basis.value("dataset", nlohmann::ordered_json()).is_string()) {
      record.version = basis["dataset"].get<std::string>();
    }
  }
  for (const char* member : {"schema", "program", "leaderboard", "types", "verdicts"}) {
    json.erase(member);
  }
  record.figures = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void read_failed(const fs::path& file, ModelRecord& record) {
  const FileBytes read = read_file(file.string());
  if (!read.error.empty()) refuse(file, read.error);
  const Result<Value> json = json_loads(read.bytes);
  const auto member = [&](std::string_view name) {
    const Value* found = json.ok() && json->is_dict() ? json->as_dict().find(name) : nullptr;
    if (found == nullptr || !found->is_list()) refuse(file, "cannot be read");
    return found;
  };
  const List& types = member("types")->items();
  for (const Value& answer : member("answers")->items()) {
    if (!read_answer(answer, types, record.failed.emplace_back())) refuse(file, "cannot be read");
  }
}

// Calls `use` with each entry that has a verdict that counts, and whether it is right.
template <typename Use>
void each_counting(const ModelRecord& record, const Dataset& dataset, const Use& use) {
  for (const auto& [category, marks] : record.marks) {
    const std::vector<Entry>& entries = dataset.entries(*category);
    const bool counts = !has_unknown(marks);
    for (std::size_t i = 0; i < std::min(marks.size(), entries.size()); ++i) {
      if (marks[i] == '0' || marks[i] == '1') use(entries[i], marks[i] == '1', counts);
    }
  }
}

}  // namespace

bool has_unknown(const std::string& marks) { return marks.find('?') != std::string::npos; }

JudgedRun judged_record(const ModelRecord& record, const Dataset& dataset) {
  JudgedRun judged;
  each_counting(record, dataset, [&](const Entry& entry, bool right, bool counts) {
    if (counts) judged.push_back({entry.id, entry.category, right, {}});
  });
  return judged;
}

ScoredRun scored_record(const ModelRecord& record, const JudgedRun& judged,
                        const Dataset& dataset) {
  ScoredRun run{&judged, {}, record.sample, record.version};
  for (const auto& [category, marks] : record.marks) {
    const std::size_t malformed = dataset.malformed_entries(*category);
    if (malformed > 0) run.malformed_entries.emplace_back(category, malformed);
    auto missing = static_cast<std::size_t>(std::count_if(
        marks.begin(), marks.end(), [](char mark) { return mark != '0' && mark != '1'; }));
    const auto left_out = record.left_out.find(category);
    if (left_out != record.left_out.end()) missing -= std::min(missing, left_out->second);
    if (missing > 0) run.missing_entries.emplace_back(category, missing);
  }
  return run;
}

void audit_record(ModelRecord& record, const Dataset& dataset, Audit& audit) {
  const std::size_t run = audit.add_run(record.label);
  std::size_t next = 0;
  each_counting(record, dataset, [&](const Entry& entry, bool right, bool counts) {
    Answer answer;
    if (!right && next < record.failed.size()) answer = std::move(record.failed[next++]);
    answer.entry = &entry;
    answer.valid = right;
    if (counts) audit.add(run, answer);
  });
  record.failed = {};
}

std::map<std::string, std::string> hashes_of(const DatasetFiles& dataset) {
  std::map<std::string, std::string> hashes;
  for (const auto& [path, hash] : dataset.file_hashes()) {
    char digits[17];
    hashes[path].assign(digits, std::to_chars(digits, digits + sizeof digits, hash, 16).ptr);
  }
  return hashes;
}

std::string record_json(const ModelRecord& record) {
  std::vector<std::string> types;
  std::string answers;
  for (const Answer& answer : record.failed) {
    char digits[17];
    const auto end = std::to_chars(digits, digits + sizeof digits, answer.meaning, 16).ptr;
    answers += answers.empty() ? "\n[\"" : ",\n[\"";
    answers.append(digits, end);
    answers += "\"," + std::to_string(static_cast<int>(answer.kind)) + "," +
               std::to_string(number_of(answer.error_type, types));
    append_texts(answers, {answer.shown, answer.calls});
    append_difference(answers, answer.difference);
    answers += "]";
  }
  std::string out = "{\"schema\":\"" + std::string(kBoardSchema) + "\",\"model\":";
  append_json_str(out, record.name);
  out += ",\"types\":[";
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (i > 0) out += ",";
    append_json_str(out, types[i]);
  }
  return out + "],\"answers\":[" + answers + "]}\n";
}

ModelRecord read_record(const fs::path& board, const std::string& name, DatasetFiles& dataset) {
  ModelRecord record;
  record.name = name;
  const fs::path folder = board / "data/models" / name;
  read_marks(folder / "model.json", record, dataset);
  read_failed(folder / "audit.json", record);
  std::size_t wrong = 0;
  for (const auto& [category, marks] : record.marks) {
    wrong += static_cast<std::size_t>(std::count(marks.begin(), marks.end(), '0'));
  }
  if (wrong != record.failed.size()) refuse(folder / "audit.json", "does not fit model.json");
  return record;
}

}  // namespace bfclx::tools

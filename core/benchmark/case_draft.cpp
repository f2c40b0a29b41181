#include "core/benchmark/case_draft.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/text.h"
#include "core/benchmark/case_reader.h"
#include "core/benchmark/case_table.h"
#include "core/benchmark/language_tag.h"
#include "core/check/findings.h"
#include "core/checker/option_names.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/own_benchmark_members.h"
#include "core/dataset/own_weights.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kFirstVersion = "0.1.0";
constexpr string_view kMore = "more";  // members of other programs

Result<std::optional<std::string>> no_file(const std::string&) {
  return std::optional<std::string>();
}

std::string text_or(const Value& texts, string_view member, string_view otherwise) {
  const string_view text = find_text(texts, member);
  return std::string(text.empty() ? otherwise : text);
}

std::string as_line(const Value& object) {
  std::string line;
  append_json(line, object);
  return line += '\n';
}

// "Turn 2, expected: not JSON" for "turns[1].expected: not JSON": the form counts turns from 1.
std::string in_form(const std::string& fault) {
  constexpr string_view kBegin = "turns[";
  std::size_t index = 0;
  const char* const end = fault.data() + fault.size();
  if (string_view(fault).substr(0, kBegin.size()) != kBegin) return fault;
  const auto read = std::from_chars(fault.data() + kBegin.size(), end, index);
  if (read.ec != std::errc() || read.ptr == end || *read.ptr != ']') return fault;
  string_view rest(read.ptr + 1, static_cast<std::size_t>(end - read.ptr - 1));
  const bool has_member = !rest.empty() && rest.front() == '.';
  if (has_member) rest.remove_prefix(1);
  return concat({"Turn ", std::to_string(index + 1), has_member ? ", " : "", rest});
}

// The tools that the cases define, each name once: the first one's. Two that differ are an Error
// where a case says neither, and so would be offered one of them.
Result<Value> tools_of_cases(const List& cases) {
  List tools;
  std::unordered_map<std::string, std::size_t> places;  // of tools, by name
  string_view twice;
  bool uses_them = false;
  for (const Value& cells : cases) {
    std::vector<std::string> faults;
    const Value object = case_of_cells(cells, faults);
    const Value* own = given_member(object, "tools");
    if (own == nullptr || !own->is_list()) {
      uses_them = true;
      continue;
    }
    for (const Value& tool : own->items()) {
      const string_view name = find_text(tool, "name");
      uses_them = uses_them || tool.is_str();
      if (name.empty()) continue;
      const auto [place, is_new] = places.try_emplace(std::string(name), tools.size());
      if (is_new) {
        tools.push_back(tool);
      } else if (!equal(tools[place->second], tool)) {
        twice = place->first;
      }
    }
  }
  if (twice.empty() || !uses_them) return Value::list(std::move(tools));
  return schema_error("tools", concat({"two cases define different tools `", twice,
                                       "`, and another case has none: paste its tools"}));
}

}  // namespace

Result<OwnBenchmark> read_draft_benchmark(const Value& texts, const List& cases) {
  OwnBenchmark benchmark;
  benchmark.name = text_or(texts, "name", "my-bench");
  benchmark.version = text_or(texts, "version", kFirstVersion);
  benchmark.licence = find_text(texts, "licence");
  benchmark.citation = find_text(texts, "citation");
  benchmark.language = find_text(texts, "language");
  if (!benchmark.language.empty()) {
    if (const Status tag = check_language_tag(benchmark.language); !tag.ok()) {
      return schema_error("language", tag.error().message);
    }
  }
  if (const string_view match = find_text(texts, "match"); !match.empty()) {
    const ValueMatching* known = find_option(kMatchNames, match);
    if (known == nullptr) {
      return schema_error("match", unknown_option(kMatchNames, "match", match));
    }
    benchmark.match = *known;
  }
  BFCLX_ASSIGN_OR_RETURN(const Value members, read_draft_members(texts));
  Result<TagWeights> weights = read_tag_weights(members);
  if (!weights.ok()) return Error{.kind = "SchemaError", .message = weights.error().message};
  benchmark.weights = std::move(weights).value();
  const string_view tools = find_text(texts, "tools");
  if (tools.find_first_not_of(" \t\r\n") == string_view::npos) {
    BFCLX_ASSIGN_OR_RETURN(benchmark.tools, tools_of_cases(cases));
    if (!benchmark.tools.items().empty()) return benchmark;
    return schema_error("tools", "are missing: paste the tools that the model is offered");
  }
  Result<Value> read = json_loads(tools, DuplicateKeys::kRefused);
  if (!read.ok()) return schema_error("tools", json_fault(read.error()));
  benchmark.tools = std::move(read).value();
  return benchmark;
}

Result<Value> read_draft_members(const Value& texts) {
  Dict members;
  for (const string_view name : {kWeightsMember, kMore}) {
    const string_view text = find_text(texts, name);
    if (text.find_first_not_of(" \t\r\n") == string_view::npos) continue;
    const Result<Value> read = json_loads(text, DuplicateKeys::kRefused);
    if (!read.ok()) return schema_error(name, json_fault(read.error()));
    if (name == kWeightsMember) {
      members.set(name, *read);
      continue;
    }
    if (!read->is_dict()) return schema_error(name, "expected a JSON object");
    for (const auto& [key, value] : read->as_dict()) members.set(key, value);
  }
  return Value::dict(std::move(members));
}

namespace {

CaseDraft read_draft(const OwnBenchmark& benchmark, const Value& cells) {
  CaseDraft draft;
  draft.object = case_of_cells(cells, draft.faults);
  if (!draft.faults.empty()) return draft;
  const Result<CaseReader> reader = CaseReader::make(benchmark.tools, "tools", benchmark.match);
  if (!reader.ok()) {
    draft.faults.push_back(reader.error().message);
    return draft;
  }
  draft.faults = reader->faults(draft.object);
  if (!draft.faults.empty()) return draft;
  const Result<AddedCases> added = add_cases(benchmark, no_file, as_line(draft.object));
  if (!added.ok()) {
    draft.faults.push_back(added.error().message);
    return draft;
  }
  for (const CaseProblem& problem : added->problems) draft.faults.push_back(problem.text);
  if (!draft.faults.empty() || added->categories.empty()) return draft;
  draft.only_as_calls = added->only_as_calls > 0;
  const Category& category = *added->categories.front().category;
  auto dataset = std::make_unique<Dataset>();
  dataset->own_matching = benchmark.match;
  const std::string answers = added->files.size() > 1 ? added->files.front().bytes : std::string();
  const Status loaded = dataset->add(category, added->files.back().bytes, answers);
  if (!loaded.ok()) {
    draft.faults.push_back(loaded.error().message);
    return draft;
  }
  if (!dataset->entries(category).empty()) draft.entry = &dataset->entries(category).front();
  draft.dataset = std::move(dataset);
  return draft;
}

}  // namespace

CaseDraft draft_case(const OwnBenchmark& benchmark, const Value& cells) {
  CaseDraft draft = read_draft(benchmark, cells);
  for (std::string& fault : draft.faults) fault = in_form(fault);
  return draft;
}

Result<DraftedCases> draft_cases(const OwnBenchmark& benchmark, const List& cases,
                                 const Value& members) {
  DraftedCases drafted;
  std::vector<CaseProblem> problems;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::vector<std::string> faults;
    const Value object = case_of_cells(cases[i], faults);
    if (!faults.empty()) problems.push_back({i + 1, faults.front()});
    // A blank line keeps the place.
    drafted.lines += faults.empty() ? as_line(object) : "\n";
  }
  BFCLX_ASSIGN_OR_RETURN(drafted.added, add_cases(benchmark, no_file, drafted.lines, kMaxCases));
  std::vector<CaseProblem>& all = drafted.added.problems;
  all.insert(all.end(), problems.begin(), problems.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const CaseProblem& a, const CaseProblem& b) { return a.line < b.line; });
  for (CaseProblem& problem : all) problem.text = in_form(problem.text);
  drafted.added.faulty += problems.size();
  if (drafted.added.faulty > 0) {
    drafted.lines.clear();
    drafted.added.files.clear();
    return drafted;
  }
  BFCLX_ASSIGN_OR_RETURN(std::string manifest, own_benchmark_bytes(benchmark, members));
  std::vector<BenchmarkFile>& files = drafted.added.files;
  if (!benchmark.weights.empty()) {
    const auto read = [&](const std::string& path) -> Result<std::optional<std::string>> {
      const auto found = std::find_if(files.begin(), files.end(),
                                      [&](const BenchmarkFile& file) { return file.path == path; });
      if (found == files.end()) return std::optional<std::string>();
      return std::optional<std::string>(found->bytes);
    };
    const auto fit = read_tag_groups(read, benchmark.weights);
    if (!fit.ok()) return Error{.kind = "SchemaError", .message = fit.error().message};
  }
  files.insert(files.begin(), {std::string(kOwnBenchmarkFile), std::move(manifest)});
  return drafted;
}

std::size_t changed_entries(const std::vector<BenchmarkFile>& files,
                            const DatasetFiles::Read& read) {
  std::unordered_set<std::string> changed;
  for (const BenchmarkFile& file : files) {
    const Result<std::optional<std::string>> before = read(file.path);
    if (file.path == kOwnBenchmarkFile || !before.ok() || !*before) continue;
    if (**before == file.bytes) continue;
    std::unordered_map<std::string, Value> now;
    for (const DatasetLine& line : read_dataset_lines(file.bytes)) {
      if (line.object.ok()) now.emplace(line.id, *line.object);
    }
    for (const DatasetLine& line : read_dataset_lines(**before)) {
      const auto found = now.find(line.id);
      const bool is_same =
          line.object.ok() && found != now.end() && equal(found->second, *line.object);
      if (!is_same) changed.insert(line.id);
    }
  }
  return changed.size();
}

}  // namespace bfclx

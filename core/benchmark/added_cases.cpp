#include "core/benchmark/added_cases.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/counted.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/benchmark/case_reader.h"
#include "core/benchmark/case_table.h"
#include "core/checker/option_names.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/lines.h"
#include "core/dataset/own_ids.h"
#include "core/dataset/own_turns.h"
#include "core/dataset/own_weights.h"
#include "core/findings/self_check.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

std::string data_path(string_view file) { return "data/" + std::string(file); }

// Equal for the same question with the same tools.
std::string asked(const Value& question, const Value& functions) {
  std::string text;
  append_json(text, question);
  append_json(text, functions);
  const auto hash = sha256(text);
  return {hash.begin(), hash.end()};
}

void add_line(std::string& bytes, const Value& object) {
  if (!bytes.empty() && bytes.back() != '\n') bytes += '\n';
  append_json(bytes, object);
  bytes += '\n';
}

// A category's files while cases are added.
struct Part {
  std::string questions, answers;          // as they are
  std::string new_questions, new_answers;  // behind them
  std::string unasked;                     // ground truth at the end that no question has
  std::size_t there = 0;
  std::int64_t next = 0;           // number of the next id
  std::vector<std::size_t> lines;  // of the cases that are new
};

class Adding {
 public:
  Adding(const CaseReader& reader, const DatasetFiles::Read& read, ValueMatching match,
         const TagWeights& weights, bool resumes)
      : reader_(reader), read_(read), match_(match), weights_(weights), resumes_(resumes) {}

  Status read_benchmark() {
    ids_ = std::make_shared<OwnIds>(read_);
    for (const Category& category : all_categories()) {
      BFCLX_ASSIGN_OR_RETURN(const std::optional<std::string> questions,
                             read_(data_path(category.questions)));
      std::optional<std::string> answers;
      if (!category.answers.empty()) {
        BFCLX_ASSIGN_OR_RETURN(answers, read_(data_path(category.answers)));
      }
      if (!questions && !answers) continue;
      Part& part = parts_[&category];
      part.questions = questions.value_or("");
      part.answers = std::move(answers).value_or("");
      take_unasked(part);
      if (questions) BFCLX_RETURN_IF_ERROR(read_part(category, part));
    }
    return {};
  }

  void add(const DatasetLine& line) {
    if (!line.object.ok()) return fail(line.number, line.object.error().message);
    Result<BenchmarkCase> read = reader_.read(*line.object);
    if (!read.ok()) return fail(line.number, read.error().message);
    const Dict members = members_of(*read);
    if (there_.contains(whole_case(members, read->ground_truth))) {
      ++added_.skipped;
      return;
    }
    const std::string id = "id: ";
    const auto same = asked_.find(asked(read->question, read->functions));
    const bool there = same != asked_.end() && entry_ids_.contains(same->second);
    if (const auto other = own_ids_.find(read->own_id);
        !read->own_id.empty() && other != own_ids_.end()) {
      fail(line.number, id + "duplicate, also of " + other->second);
      added_.problems.back().there = there;
      return;
    }
    if (same != asked_.end()) {
      fail(line.number, "question: the same question with the same tools as " + same->second);
      added_.problems.back().there = there;
      return;
    }
    if (!weights_.empty()) {
      const Result<std::size_t> tag = weighted_tag(dict_of({{kTags, read->tags}}), weights_);
      if (!tag.ok()) return fail(line.number, tag.error().message);
    }
    note(*read, "line " + std::to_string(line.number));
    Part& part = parts_[read->category];
    const std::string entry_id = next_id(*read->category, part, read->own_id);
    if (read->own_id != entry_id && entry_ids_.contains(read->own_id)) {
      return fail(line.number, id + "is that of another entry of the benchmark");
    }
    entry_ids_.insert(entry_id);
    part.lines.push_back(line.number);
    Dict question;
    question.set("id", Value::str(entry_id));
    for (const auto& [name, value] : members) question.set(name, value);
    add_line(part.new_questions, Value::dict(std::move(question)));
    if (read->category->answers.empty()) return;
    Value answer = dict_of({{"id", entry_id}, {"ground_truth", read->ground_truth}});
    if (!read->results.is_none()) answer.mutable_dict().set(kTurnResults, read->results);
    add_line(part.new_answers, answer);
  }

  Result<AddedCases> finish(std::size_t most_problems) && {
    for (auto& [category, part] : parts_) {
      check_truths(*category, part);
      if (!part.lines.empty()) BFCLX_RETURN_IF_ERROR(check_unasked(*category, part));
    }
    std::stable_sort(added_.problems.begin(), added_.problems.end(),
                     [](const CaseProblem& a, const CaseProblem& b) { return a.line < b.line; });
    added_.faulty = added_.problems.size();
    if (added_.faulty > most_problems) added_.problems.resize(most_problems);
    std::vector<BenchmarkFile> questions;
    for (auto& [category, part] : parts_) {
      if (part.there + part.lines.size() == 0) continue;
      added_.categories.push_back({category, part.lines.size(), part.there + part.lines.size()});
      if (part.lines.empty() || added_.faulty > 0) continue;
      if (!category->answers.empty()) {
        added_.files.push_back(
            {data_path(category->answers), appended(part.answers, part.new_answers)});
      }
      questions.push_back(
          {data_path(category->questions), appended(part.questions, part.new_questions)});
    }
    std::move(questions.begin(), questions.end(), std::back_inserter(added_.files));
    return std::move(added_);
  }

 private:
  // What the entry has beside its id.
  Dict members_of(const BenchmarkCase& read) const {
    Dict members;
    members.set("question", read.question);
    members.set("function", read.functions);
    if (!read.own_id.empty()) members.set(kOwnId, Value::str(read.own_id));
    if (!read.tags.is_none()) members.set(kTags, read.tags);
    if (read.category->judging == Judging::kCalls || is_own_turns(*read.category)) {
      set_rules(members, read.rules);
    }
    return members;
  }

  // Equal for cases that are the same in every member.
  static std::string whole_case(const Dict& members, const Value& ground_truth) {
    return asked(Value::dict(members), ground_truth);
  }

  void note_whole_cases(const Part& part) {
    std::unordered_map<std::string, Value> truths;
    for (const DatasetLine& line : read_dataset_lines(part.answers)) {
      if (!line.object.ok()) continue;
      const Value* truth = find_member(*line.object, "ground_truth");
      if (truth != nullptr) truths.emplace(line.id, *truth);
    }
    for (const DatasetLine& line : read_dataset_lines(part.questions)) {
      if (!line.object.ok()) continue;
      Dict members;
      for (const auto& [name, value] : line.object->as_dict()) {
        if (name.as_str() != "id") members.set(name, value);
      }
      const auto truth = truths.find(line.id);
      there_.insert(whole_case(members, truth != truths.end() ? truth->second : Value()));
    }
  }

  // The next id that no other entry has, nor its author gave one.
  std::string next_id(const Category& category, Part& part, const std::string& own_id) const {
    while (true) {
      std::string id = concat({category.name, "_", std::to_string(part.next++)});
      if (id == own_id || !own_ids_.contains(id)) return id;
    }
  }

  void fail(std::size_t line, std::string text) {
    added_.problems.push_back({line, std::move(text)});
  }

  // What the entry says of its match: nothing where it is the benchmark's.
  void set_rules(Dict& question, MatchRules rules) const {
    if (rules.match != match_) {
      question.set(kMatchMember, Value::str(option_name(kMatchNames, rules.match)));
    }
    if (rules.order != CallOrder::kAny) {
      question.set(kOrderMember, Value::str(option_name(kOrderNames, rules.order)));
    }
  }

  void note(const BenchmarkCase& read, const std::string& name) {
    if (!read.own_id.empty()) own_ids_.emplace(read.own_id, name);
    asked_.emplace(asked(read.question, read.functions), name);
  }

  // An interrupted call leaves it, as all ground truth takes its place before all questions.
  static void take_unasked(Part& part) {
    if (part.answers.empty()) return;
    std::unordered_set<std::string> asked;
    for (const DatasetLine& line : read_dataset_lines(part.questions)) asked.insert(line.id);
    const std::vector<DatasetLine> answers = read_dataset_lines(part.answers);
    std::size_t kept = answers.size();
    while (kept > 0 && answers[kept - 1].object.ok() && !answers[kept - 1].id.empty() &&
           !asked.contains(answers[kept - 1].id)) {
      --kept;
    }
    if (kept == answers.size()) return;
    LineReader lines(part.answers);
    Line line;
    while (lines.next(line) && line.number < answers[kept].number) {
    }
    part.unasked = part.answers.substr(line.offset);
    part.answers.resize(line.offset);
  }

  // What an interrupted call has left is what is written again now. Anything else is somebody's
  // own.
  static Status check_unasked(const Category& category, const Part& part) {
    if (part.new_answers.starts_with(part.unasked)) return {};
    const std::vector<DatasetLine> lines = read_dataset_lines(part.unasked);
    return Error{.kind = "dataset",
                 .message = concat({data_path(category.answers), ": no question has the id ",
                                    lines.empty() ? "" : lines.front().id,
                                    ". Write its question, or remove its ground truth"})};
  }

  Status read_part(const Category& category, Part& part) {
    Dataset dataset;
    dataset.own_matching = match_;
    dataset.own_ids = ids_;
    const Status loaded = dataset.add(category, part.questions, part.answers);
    const std::vector<MalformedEntry>& malformed = dataset.malformed(category);
    if (!loaded.ok() || !malformed.empty()) {
      Error error = loaded.ok() ? malformed.front().error() : loaded.error();
      error.message += ". Correct the file of the benchmark first";
      return error;
    }
    const std::string before = std::string(category.name) + "_";
    for (const Entry& entry : dataset.entries(category)) {
      BenchmarkCase there;
      there.own_id = find_text(entry.data, kOwnId);
      there.question = entry.question();
      there.functions = entry.functions();
      note(there, entry.id);
      entry_ids_.insert(entry.id);
      const std::string number = entry.id.substr(std::min(before.size(), entry.id.size()));
      std::int64_t value = 0;
      const auto [end, error] =
          std::from_chars(number.data(), number.data() + number.size(), value);
      constexpr std::int64_t kMost = std::int64_t{1} << 60;
      if (error == std::errc() && value < kMost) part.next = std::max(part.next, value + 1);
    }
    part.there = dataset.entries(category).size();
    if (resumes_) note_whole_cases(part);
    return {};
  }

  // Whether each new case can be read as an entry, and its ground truth passes.
  void check_truths(const Category& category, const Part& part) {
    if (part.lines.empty()) return;
    Dataset dataset;
    dataset.own_matching = match_;
    const Status loaded = dataset.add(category, part.new_questions, part.new_answers);
    if (!loaded.ok()) return fail(part.lines.front(), loaded.error().message);
    for (const MalformedEntry& one : dataset.malformed(category)) {
      fail(part.lines[std::min(one.position, part.lines.size() - 1)], one.text);
    }
    const Decoder* text = find_decoder("prompting");
    const std::vector<Entry>& entries = dataset.entries(category);
    if (!can_self_check(category) || text == nullptr || entries.size() != part.lines.size()) return;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const SelfCheckFinding finding = self_check(entries[i], *text);
      if (finding.outcome == SelfCheckOutcome::kAsText) ++added_.only_as_calls;
      if (finding.outcome != SelfCheckOutcome::kImpossible &&
          finding.outcome != SelfCheckOutcome::kTrap) {
        continue;
      }
      fail(part.lines[i], "expected: " + finding.reason);
    }
  }

  static std::string appended(std::string bytes, string_view more) {
    if (!bytes.empty() && bytes.back() != '\n') bytes += '\n';
    return bytes.append(more);
  }

  const CaseReader& reader_;
  const DatasetFiles::Read& read_;
  const ValueMatching match_;  // of entries that say nothing else
  const TagWeights& weights_;
  const bool resumes_;
  std::unordered_set<std::string> there_;  // whole cases, if it resumes
  std::map<const Category*, Part> parts_;  // rows of one table: in the official order
  std::shared_ptr<const OwnIds> ids_;
  std::unordered_map<std::string, std::string> own_ids_;  // to what has them
  std::unordered_set<std::string> entry_ids_;
  std::unordered_map<std::string, std::string> asked_;
  AddedCases added_;
};

}  // namespace

Result<AddedCases> add_cases(const OwnBenchmark& benchmark, const DatasetFiles::Read& read,
                             string_view cases, std::size_t most_problems, bool resumes) {
  BFCLX_ASSIGN_OR_RETURN(const CaseReader reader,
                         CaseReader::make(benchmark.tools, "tools", benchmark.match));
  Adding adding(reader, read, benchmark.match, benchmark.weights, resumes);
  BFCLX_RETURN_IF_ERROR(adding.read_benchmark());
  const std::vector<DatasetLine> lines = is_case_table(cases)
                                             ? read_case_table(cases)
                                             : read_dataset_lines(cases, DuplicateKeys::kRefused);
  if (lines.size() > kMaxCases) {
    return Error{.kind = "Limit",
                 .message = "more than " + grouped_digits(kMaxCases) + " cases at a time"};
  }
  for (const DatasetLine& line : lines) adding.add(line);
  return std::move(adding).finish(most_problems);
}

}  // namespace bfclx

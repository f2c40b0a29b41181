#include "core/dataset/entry_builder.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/base/counted.h"
#include "core/checker/schema_doc.h"
#include "core/dataset/earlier_calls.h"
#include "core/dataset/entry_completion.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/own_benchmark.h"
#include "core/dataset/own_ids.h"
#include "core/dataset/own_rules.h"
#include "core/dataset/own_turns.h"
#include "core/value/dict_of.h"

namespace bfclx {

namespace {

using std::string_view;

MalformedEntry malformed_entry(std::string id, const Error& fault, std::size_t position) {
  const MessagePlace& place = fault.place;
  const std::size_t text = place.id_begin + (place.id_size > 0 ? place.id_size + 2 : 0);
  return {std::move(id), "data/" + std::string(fault.file()), place.line,
          fault.message.substr(text), position};
}

// The official program pairs questions and ground truth by line and does not look at ids. Ground
// truth may have none, or spell it in another way, but with the same number and no other category:
// live_multiple_1052-279-0 of live_multiple_1052-79-0.
bool is_same_entry(string_view answer_id, string_view question_id) {
  static constexpr string_view kDigits = "0123456789";
  if (answer_id.empty() || question_id.empty() || answer_id == question_id) return true;
  const std::string answer = canonical_id(answer_id);
  const std::string question = canonical_id(question_id);
  const EntryId a = read_entry_id(answer);
  const EntryId b = read_entry_id(question);
  if (a.category != nullptr && b.category != nullptr && a.category != b.category) return false;
  const auto number = [](string_view id) {
    const std::size_t begin = std::min(id.find_first_of(kDigits), id.size());
    return id.substr(begin, id.find_first_not_of(kDigits, begin) - begin);
  };
  const string_view wanted = number(question);
  return !wanted.empty() && number(answer) == wanted;
}

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
// The places of the most values that rise, without kNone.
std::vector<std::size_t> longest_rise(const std::vector<std::size_t>& values) {
  std::vector<std::size_t> ends;  // ends[k]: where the rise of k + 1 values with the least end ends
  std::vector<std::size_t> before(values.size(), kNone);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == kNone) continue;
    const auto at =
        std::lower_bound(ends.begin(), ends.end(), values[i],
                         [&](std::size_t end, std::size_t value) { return values[end] < value; });
    if (at != ends.begin()) before[i] = *(at - 1);
    if (at == ends.end()) {
      ends.push_back(i);
    } else {
      *at = i;
    }
  }
  std::vector<std::size_t> rise(ends.size());
  std::size_t last = ends.empty() ? kNone : ends.back();
  for (std::size_t k = rise.size(); k-- > 0; last = before[last]) rise[k] = last;
  return rise;
}

// An entry while it is put together.
struct Draft {
  Entry entry;
  std::string file_id;  // as the file of questions has it, which several categories may share
  std::size_t line = 0;
  std::optional<Error> fault;  // the first, once there is one
  OwnRules rules;
};

class EntryBuilder {
 public:
  EntryBuilder(const Dataset& dataset, const Category& category)
      : dataset_(dataset), category_(category) {}

  void add_questions(string_view bytes);
  // An error where questions and ground truth cannot be aligned.
  Status add_answers(string_view bytes);
  // An error where no entry is usable.
  Result<BuiltEntries> finish() &&;

 private:
  Status read_question(DatasetLine& line, Draft& draft) const;
  Status read_answer(const DatasetLine& line, Draft& draft);
  Status read_own_members(Draft& draft);
  bool align_answers(const std::vector<DatasetLine>& lines);
  std::vector<std::size_t> named_entries(const std::vector<DatasetLine>& lines) const;
  void set_id(Draft& draft, string_view file_id) const;
  void find_duplicates();
  const Error* first_fault() const;

  const Dataset& dataset_;
  const Category& category_;
  std::vector<Draft> drafts_;
  std::unordered_map<string_view, std::size_t> numbers_;  // of the drafts, by file_id
  EntryCheckers checkers_;
  std::vector<MalformedEntry> spare_;  // lines of ground truth that no question belongs to
};

Status placed(const Status& status, const LinePlace& place) {
  if (status.ok()) return status;
  return dataset_error(place.file, place.line, place.id, status.error().message);
}

void keep_first(std::optional<Error>& fault, const Status& status) {
  if (!status.ok() && !fault) fault = status.error();
}

void EntryBuilder::set_id(Draft& draft, string_view file_id) const {
  draft.file_id = file_id;
  draft.entry.id = id_in_category(category_, file_id);
}

Status EntryBuilder::read_question(DatasetLine& line, Draft& draft) const {
  if (!line.object.ok()) {
    return dataset_error(category_.questions, line.number, draft.entry.id,
                         line.object.error().message);
  }
  if (dataset_.own_matching) {
    BFCLX_RETURN_IF_ERROR(placed(check_question_members(*line.object),
                                 {category_.questions, line.number, draft.entry.id}));
  }
  draft.entry.data = std::move(line.object).value();
  Dict& data = draft.entry.data.mutable_dict();
  const Value* id = data.find("id");
  if (id == nullptr && category_.name == "chatable") {
    set_id(draft, "chatable_" + std::to_string(line.number - 1));
    data.set("id", Value::str(draft.entry.id));
    id = data.find("id");
  }
  const LinePlace place{category_.questions, line.number, draft.entry.id};
  if (id == nullptr || !id->is_str()) return place.error("id", id, "text");
  return complete_entry(dataset_, category_, draft.entry, place);
}

void EntryBuilder::add_questions(string_view bytes) {
  std::vector<DatasetLine> lines = read_dataset_lines(bytes);
  drafts_.reserve(lines.size());
  for (DatasetLine& line : lines) {
    Draft& draft = drafts_.emplace_back();
    draft.line = line.number;
    draft.entry.category = &category_;
    set_id(draft, line.id);
    keep_first(draft.fault, read_question(line, draft));
    const bool is_own = dataset_.own_matching || is_own_turns(category_);
    if (is_own && !draft.fault) keep_first(draft.fault, read_own_members(draft));
  }
  find_duplicates();
}

void EntryBuilder::find_duplicates() {
  const auto tell = [&](Draft& draft, const Draft& other) {
    keep_first(draft.fault,
               dataset_error(category_.questions, draft.line, draft.entry.id,
                             "duplicate id, also in line " + std::to_string(other.line)));
  };
  numbers_.reserve(drafts_.size());
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    if (drafts_[i].file_id.empty()) continue;
    const auto [first, is_new] = numbers_.emplace(drafts_[i].file_id, i);
    if (is_new) continue;
    tell(drafts_[first->second], drafts_[i]);
    tell(drafts_[i], drafts_[first->second]);
  }
}

// What an entry of a benchmark of someone's own has beside the official members: tags, and how it
// is compared.
Status EntryBuilder::read_own_members(Draft& draft) {
  const Entry& entry = draft.entry;
  BFCLX_RETURN_IF_ERROR(
      check_tags(given_member(entry.data, kTags), {category_.questions, draft.line, entry.id}));
  const string_view own_id = find_text(entry.data, kOwnId);
  if (dataset_.own_ids != nullptr && !own_id.empty()) {
    BFCLX_RETURN_IF_ERROR(placed(dataset_.own_ids->check(own_id, category_.questions, draft.line),
                                 {category_.questions, draft.line, entry.id}));
  }
  const std::optional<ValueMatching> otherwise = dataset_.own_matching;
  if (!is_own_turns(category_) && otherwise == ValueMatching::kOfficial &&
      given_member(entry.data, kMatchMember) == nullptr &&
      given_member(entry.data, kOrderMember) == nullptr && !has_earlier_calls(entry.question()) &&
      find_json_schema(entry.functions()) == nullptr) {
    return {};
  }
  Result<OwnRules> rules = read_own_rules(entry, otherwise, checkers_);
  if (!rules.ok()) {
    return dataset_error(category_.questions, draft.line, entry.id, rules.error().message);
  }
  draft.rules = std::move(rules).value();
  return {};
}

Status EntryBuilder::read_answer(const DatasetLine& line, Draft& draft) {
  if (!line.object.ok()) {
    return dataset_error(category_.answers, line.number, draft.entry.id,
                         line.object.error().message);
  }
  if (!is_same_entry(line.id, draft.file_id)) {
    return dataset_error(category_.answers, line.number, draft.entry.id,
                         "the ground truth on this line has the id " + line.id +
                             "; questions and ground truth are matched by line");
  }
  const LinePlace place{category_.answers, line.number, draft.entry.id};
  if (dataset_.own_matching) {
    BFCLX_RETURN_IF_ERROR(
        placed(check_answer_members(*line.object, is_own_turns(category_)), place));
  }
  const Dict& answer = line.object->as_dict();
  const Value* truth = answer.find("ground_truth");
  if (draft.rules.checker != nullptr) {
    Result<std::shared_ptr<const OwnMatch>> match = read_own_truth(draft.rules, *line.object);
    if (!match.ok()) {
      return dataset_error(place.file, place.line, place.id, match.error().message);
    }
    draft.entry.own_match = std::move(match).value();
  } else {
    BFCLX_RETURN_IF_ERROR(check_ground_truth(category_, truth, place));
  }
  if (is_simulated(category_) && !draft.fault) {
    const std::size_t turns = draft.entry.question().items().size();
    if (truth->items().size() != turns) {
      return dataset_error(category_.answers, line.number, draft.entry.id,
                           "\"ground_truth\" has " +
                               counted(truth->items().size(), "turn", "turns") +
                               ", the question has " + std::to_string(turns));
    }
  }
  draft.entry.ground_truth = *truth;
  const Value* types = answer.find("execution_result_type");
  if (types != nullptr) draft.entry.match_types = *types;
  return {};
}

// For each line the entry that its id names, or kNone.
std::vector<std::size_t> EntryBuilder::named_entries(const std::vector<DatasetLine>& lines) const {
  constexpr std::size_t kFarthest = 64;  // ids in another spelling are looked for near their place
  std::vector<std::size_t> named(lines.size(), kNone);
  std::size_t next = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].object.ok() || lines[i].id.empty()) continue;
    const auto found = numbers_.find(lines[i].id);
    std::size_t at = found != numbers_.end() ? found->second : next;
    if (found == numbers_.end()) {
      const std::size_t end = std::min(drafts_.size(), next + kFarthest);
      while (at < end &&
             (drafts_[at].file_id.empty() || !is_same_entry(lines[i].id, drafts_[at].file_id))) {
        ++at;
      }
      if (at == end) continue;
    }
    named[i] = at;
    next = at + 1;
  }
  return named;
}

// Lines that are lost, broken or too many cost their own entries and no others: lines and entries
// are told by their ids, in the same order. False where lines are paired with entries by their
// place: nothing is wrong with them but perhaps their order, or most ids do not tell the entry.
bool EntryBuilder::align_answers(const std::vector<DatasetLine>& lines) {
  const bool as_many = lines.size() == drafts_.size();
  std::size_t in_place = 0;
  std::size_t unread = 0;
  std::size_t faulty = 0;  // unread, or without an id
  for (std::size_t i = 0; i < lines.size(); ++i) {
    in_place += i < drafts_.size() && is_same_entry(lines[i].id, drafts_[i].file_id) ? 1 : 0;
    unread += lines[i].object.ok() ? 0 : 1;
    faulty += !lines[i].object.ok() || lines[i].id.empty() ? 1 : 0;
  }
  if (as_many && (faulty == 0 || in_place == lines.size())) return false;
  const std::vector<std::size_t> named = named_entries(lines);
  const std::vector<std::size_t> in_order = longest_rise(named);
  if (2 * in_order.size() <= lines.size() || (as_many && in_order.size() <= in_place)) return false;
  std::vector<const DatasetLine*> own(drafts_.size());
  for (const std::size_t i : in_order) own[named[i]] = &lines[i];
  const std::size_t lost = drafts_.size() - in_order.size();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const DatasetLine& line = lines[i];
    if (named[i] != kNone && own[named[i]] == &line) continue;
    if (!line.object.ok() && unread <= lost) continue;  // a lost entry is told for it
    if (named[i] == kNone) {
      const Error fault = dataset_error(category_.answers, line.number, line.id,
                                        !line.object.ok() ? line.object.error().message
                                        : line.id.empty() ? "the line has no id"
                                                          : "no question has this id");
      std::string id = line.id.empty() ? std::string() : id_in_category(category_, line.id);
      spare_.push_back(malformed_entry(std::move(id), fault, drafts_.size() + spare_.size()));
      spare_.back().is_entry = false;
      continue;
    }
    Draft& draft = drafts_[named[i]];
    keep_first(draft.fault, dataset_error(category_.answers, line.number, draft.entry.id,
                                          "duplicate or misplaced ground truth for this entry"));
  }
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    Draft& draft = drafts_[i];
    keep_first(draft.fault,
               own[i] != nullptr
                   ? read_answer(*own[i], draft)
                   : dataset_error(category_.answers, 0, draft.entry.id,
                                   "no readable line has the ground truth of this entry"));
  }
  return true;
}

Status EntryBuilder::add_answers(string_view bytes) {
  const std::vector<DatasetLine> lines = read_dataset_lines(bytes);
  if (align_answers(lines)) return {};
  if (lines.size() != drafts_.size()) {
    // A line of either file that cannot be read may be why.
    if (const Error* fault = first_fault()) return *fault;
    for (const DatasetLine& line : lines) {
      if (line.object.ok()) continue;
      return dataset_error(category_.answers, line.number, line.id, line.object.error().message);
    }
    return dataset_error(category_.answers, 0, {},
                         counted(lines.size(), "entry", "entries") + ", but " +
                             std::string(category_.questions) + " has " +
                             counted(drafts_.size(), "entry", "entries") +
                             "; the two are aligned by line");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Draft& draft = drafts_[i];
    if (draft.file_id.empty()) set_id(draft, lines[i].id);
    keep_first(draft.fault, read_answer(lines[i], draft));
  }
  return {};
}

const Error* EntryBuilder::first_fault() const {
  for (const Draft& draft : drafts_) {
    if (draft.fault) return &*draft.fault;
  }
  return nullptr;
}

Result<BuiltEntries> EntryBuilder::finish() && {
  BuiltEntries built;
  built.entries.reserve(drafts_.size());
  for (std::size_t i = 0; i < drafts_.size(); ++i) {
    Draft& draft = drafts_[i];
    if (!draft.fault) {
      built.entries.push_back(std::move(draft.entry));
    } else {
      built.malformed.push_back(malformed_entry(std::move(draft.entry.id), *draft.fault, i));
    }
  }
  if (built.entries.empty() && !built.malformed.empty()) return *first_fault();
  std::move(spare_.begin(), spare_.end(), std::back_inserter(built.malformed));
  return built;
}

}  // namespace

Result<std::vector<Entry>> build_memory_prerequisites(const Dataset& dataset,
                                                      const Category& category) {
  std::vector<Entry> entries;
  if (!is_memory(category)) return entries;
  const std::string api = memory_class_of(category);
  for (const MemoryScenario& scenario : memory_scenarios()) {
    const Value* conversations = dataset.memory_conversations(scenario.name);
    if (conversations == nullptr) continue;
    List before;
    for (const Value& conversation : conversations->items()) {
      Entry entry;
      entry.category = &category;
      entry.data = conversation.deep_copy();
      Dict& data = entry.data.mutable_dict();
      entry.id = id_in_category(category, data.find("id")->as_str());
      const LinePlace place{scenario.file, 0, entry.id};
      data.set("id", Value::str(entry.id));
      data.set("depends_on", Value::list(before));
      data.set("involved_classes", Value::list({Value::str(api)}));
      BFCLX_RETURN_IF_ERROR(normalise_question(data, place));
      BFCLX_RETURN_IF_ERROR(fill_in_functions(dataset, data, place));
      before.push_back(Value::str(entry.id));
      entries.push_back(std::move(entry));
    }
  }
  return entries;
}

Result<BuiltEntries> build_entries(const Dataset& dataset, const Category& category,
                                   string_view questions, string_view answers) {
  EntryBuilder builder(dataset, category);
  builder.add_questions(questions);
  if (!category.answers.empty()) BFCLX_RETURN_IF_ERROR(builder.add_answers(answers));
  return std::move(builder).finish();
}

}  // namespace bfclx

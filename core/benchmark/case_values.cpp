#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/audit/meaning.h"
#include "core/audit/schema.h"
#include "core/audit/truth_check.h"
#include "core/base/text.h"
#include "core/benchmark/case_parts.h"
#include "core/benchmark/case_texts.h"
#include "core/check/ast_checker.h"
#include "core/checker/checker.h"
#include "core/checker/own_match.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kShown = 80;
constexpr int kMaxDepth = 16;
constexpr std::size_t kMaxArguments = 1000;    // of an entry
constexpr std::size_t kMaxAlternatives = 100;  // of an argument

// Whether a schema lists its values, at any depth.
bool lists_values(const Value& schema, int depth) {
  if (depth > kMaxDepth) return true;
  if (schema.is_sequence()) {
    return std::any_of(schema.items().begin(), schema.items().end(),
                       [&](const Value& item) { return lists_values(item, depth + 1); });
  }
  if (!schema.is_dict()) return false;
  for (const auto& [name, value] : schema.as_dict()) {
    if (name.is_str() && (name.as_str() == "enum" || name.as_str() == "const")) return true;
    if (lists_values(value, depth + 1)) return true;
  }
  return false;
}

bool is_left_out(const Value& value) { return value.is_str() && value.as_str().empty(); }

bool is_default(const Value& value, const Value& fallback) {
  return standardize_string(str(value)) == standardize_string(str(fallback));
}

// Words and numbers that a description may mention.
std::optional<std::string> text_to_find(const Value& value) {
  if (value.is_str()) {
    const string_view text = value.as_str();
    const auto letters = std::count_if(text.begin(), text.end(),
                                       [](char c) { return is_letter(c) || (c & 0x80) != 0; });
    if (letters < 3 || text.size() > 200) return std::nullopt;
    return std::string(text);
  }
  if (value.is_bool()) return value.as_bool() ? "true" : "false";
  if (value.is_int() || value.is_float()) return canonical_value(value);
  return value.is_sequence() && value.items().size() == 1 ? text_to_find(value.items().front())
                                                          : std::nullopt;
}

class ValueReview {
 public:
  ValueReview(const Entry& entry, QuestionWords& question, const Value& written, std::string place,
              std::vector<CaseFinding>& findings)
      : entry_(entry),
        question_(question),
        written_(written),
        place_(std::move(place)),
        findings_(findings) {}

  void check(const Value& answers) {
    if (!answers.is_list()) return;
    for (std::size_t i = 0; i < answers.items().size(); ++i) {
      const Value& call = answers.items()[i];
      if (!call.is_dict()) continue;
      for (const auto& [name, arguments] : call.as_dict()) {
        if (!name.is_str() || !arguments.is_dict()) continue;
        const Value* function = find_function(entry_, name.as_str());
        if (function == nullptr) continue;
        for (const auto& [parameter, alternatives] : arguments.as_dict()) {
          if (!parameter.is_str() || !alternatives.is_list()) continue;
          if (++checked_ > kMaxArguments) return;
          check_parameter(*function, {i, name.as_str(), parameter.as_str()}, alternatives.items());
        }
      }
    }
  }

 private:
  struct Place {
    std::size_t call;
    string_view function, parameter;
  };

  std::string text_of(const Place& place) const {
    const std::string call = place_ + "[" + std::to_string(place.call) + "].";
    if (written_.is_list() && place.call < written_.items().size()) {
      const Value& its = written_.items()[place.call];
      if (find_text(its, "name") == place.function) {
        return concat({call, "arguments.", place.parameter});
      }
      if (find_member(its, place.function) != nullptr) {
        return concat({call, place.function, ".", place.parameter});
      }
    }
    return concat({place.function, ".", place.parameter});
  }

  void add(CaseFault fault, Severity severity, const Place& place, std::string text) {
    findings_.push_back({.fault = fault,
                         .severity = severity,
                         .id = entry_.id,
                         .entry = &entry_,
                         .place = text_of(place),
                         .text = std::move(text)});
  }

  void check_parameter(const Value& function, const Place& place, const List& alternatives) {
    if (alternatives.empty() || alternatives.size() > kMaxAlternatives ||
        std::any_of(alternatives.begin(), alternatives.end(), is_left_out)) {
      return;
    }
    const Value* schema = parameter_schema(function, place.parameter);
    if (schema == nullptr) return;
    const bool required = is_required(function, place.parameter);
    const auto stated = [&](const Value& value) {
      if (!value.is_bool()) return question_.may_state(value, required);
      // One that is required has to be guessed anyway.
      return required || question_.may_state_flag(value.as_bool(), place.parameter,
                                                  find_text(*schema, "description"));
    };
    const bool in_question = std::any_of(alternatives.begin(), alternatives.end(), stated);
    const std::string shown = short_value(alternatives.front(), kShown);
    if (const Value* fallback = default_of(function, place.parameter); fallback != nullptr) {
      const bool only_default =
          std::all_of(alternatives.begin(), alternatives.end(),
                      [&](const Value& value) { return is_default(value, *fallback); });
      const Value& first = alternatives.front();
      const bool given = first.is_str() || first.is_real_number();
      if (only_default && !required && given && !in_question && needs_default()) {
        add(CaseFault::kDefaultDemanded, Severity::kWarning, place,
            shown +
                " is the default and the question does not state it, but a call without it "
                "fails");
      }
      if (only_default) return;
    }
    if (in_question || lists_values(*schema, 0)) return;
    // That a boolean is meant is often said in other words.
    const bool is_hint = required || alternatives.front().is_bool();
    add_unstated(place, required, is_hint, shown, mention_in(function, *schema, alternatives));
  }

  // Of the first alternative that a description mentions.
  static Mention mention_in(const Value& function, const Value& schema, const List& alternatives) {
    for (const Value& value : alternatives) {
      const std::optional<std::string> text = text_to_find(value);
      if (!text) continue;
      for (const Value* described : {&schema, &function}) {
        const Mention mention = mention_of(find_text(*described, "description"), *text);
        if (mention == Mention::kNone) continue;
        if (mention == Mention::kDefault) return mention;
        if (value.is_bool()) return Mention::kNone;  // "true if ..." says what it means
        // A digit may be a code, and the description say what for.
        return text->size() > 1 ? mention : Mention::kChoice;
      }
    }
    return Mention::kNone;
  }

  void add_unstated(const Place& place, bool required, bool is_hint, const std::string& shown,
                    Mention mention) {
    constexpr string_view kUnstated = ", but the question does not state it";
    switch (mention) {
      case Mention::kChoice:
        break;
      case Mention::kDefault:
        if (required || !needs_default()) break;
        add(CaseFault::kDefaultDemanded, Severity::kWarning, place,
            concat({"the description says that ", shown, " is the default", kUnstated,
                    ", and a call without it fails"}));
        break;
      case Mention::kExample:
        add(CaseFault::kValueLeak, Severity::kWarning, place,
            concat({"the description has ", shown, " as its example", kUnstated}));
        break;
      case Mention::kPlain:
        add(CaseFault::kValueLeak, Severity::kInfo, place,
            concat({"the description contains ", shown, kUnstated}));
        break;
      case Mention::kNone:
        add(CaseFault::kUnstatedValue, is_hint ? Severity::kInfo : Severity::kWarning, place,
            required ? "the question does not state " + shown
                     : "the parameter is optional and the question does not state " + shown +
                           ", but a call without it fails");
    }
  }

  // With the match schema a parameter may be left out where its default is expected.
  bool needs_default() const {
    return entry_.own_match == nullptr || entry_.own_match->rules().match != ValueMatching::kSchema;
  }

  const Entry& entry_;
  QuestionWords& question_;
  const Value& written_;
  std::string place_;
  std::vector<CaseFinding>& findings_;
  std::size_t checked_ = 0;
};

// Possible answers against the schemas of the functions that they call.
class SchemaReview {
 public:
  SchemaReview(const Entry& entry, std::vector<CaseFinding>& findings)
      : entry_(entry), findings_(findings) {}

  void run() {
    const std::size_t before = findings_.size();
    for (const TruthProblem& problem : check_truth(entry_)) {
      if (!problem.proof) continue;
      if (findings_.size() - before == kMostProblems) return;
      if (problem.kind == "left_out_twice") {
        add(CaseFault::kNotAsWritten, Severity::kWarning, problem);
      } else {
        check_other_alternatives(problem);
      }
    }
    if (findings_.size() > before) return;
    truth_ = entry_.ground_truth.deep_copy();
    std::set<const Value*> called;
    List functions;
    for (const Value& call : truth_.items()) {
      if (!call.is_dict()) return;
      for (const auto& [name, arguments] : call.as_dict()) {
        const Value* function = name.is_str() ? find_function(entry_, name.as_str()) : nullptr;
        if (function == nullptr) return;
        if (called.insert(function).second) functions.push_back(*function);
      }
    }
    const Result<Checker> checker =
        Checker::make(Value::list(std::move(functions)),
                      {.dialect = SchemaDialect::kBfcl, .match = ValueMatching::kSchema});
    if (!checker.ok()) return;  // a keyword that the official rules do not look at
    if (!each_argument(leave_out_default)) return;
    for (std::size_t i = 0; i < kMostConflicts; ++i) {
      const Result<Expectation> read = checker->read_expected(truth_, "ground_truth");
      if (read.ok() || !take_out(read.error().message)) return;
    }
  }

 private:
  static constexpr std::size_t kMostConflicts = 4;
  static constexpr std::size_t kMostProblems = 100;  // of an entry; each is looked for in all calls

  struct Argument {
    std::string place;
    const Value* function;
    string_view parameter;
    Value& alternatives;
  };

  void add(CaseFault fault, Severity severity, const TruthProblem& problem) {
    add(fault, severity, place_of(problem), problem.text);
  }
  void add(CaseFault fault, Severity severity, std::string place, std::string text) {
    findings_.push_back({.fault = fault,
                         .severity = severity,
                         .id = entry_.id,
                         .entry = &entry_,
                         .place = std::move(place),
                         .text = std::move(text)});
  }

  // Of the first call that may have it.
  std::string place_of(const TruthProblem& problem) const {
    std::string place = problem.function;
    const List& calls = entry_.ground_truth.items();
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const Value* arguments = find_member(calls[i], problem.function);
      if (arguments == nullptr) continue;
      const bool has = find_member(*arguments, problem.parameter) != nullptr;
      if (!problem.parameter.empty() && has == (problem.kind == "required_missing")) continue;
      place = concat({"ground_truth[", std::to_string(i), "].", problem.function});
      break;
    }
    return problem.parameter.empty() ? place : concat({place, ".", problem.parameter});
  }

  // An alternative that cannot occur does no harm beside one that can.
  void check_other_alternatives(const TruthProblem& problem) {
    const Value* function = find_function(entry_, problem.function);
    const Value* schema =
        function != nullptr ? parameter_schema(*function, problem.parameter) : nullptr;
    bool fits = false;
    for (const Value& call : entry_.ground_truth.items()) {
      const Value* arguments = find_member(call, problem.function);
      const Value* alternatives =
          arguments != nullptr ? find_member(*arguments, problem.parameter) : nullptr;
      if (schema == nullptr || alternatives == nullptr || !alternatives->is_list()) continue;
      for (const Value& value : alternatives->items()) {
        fits = fits || (!is_left_out(value) && !value.is_none() && fits_type(value, *schema) &&
                        fits_item_type(value, *schema) && fits_enum(value, *schema));
      }
    }
    const bool of_value = problem.kind.starts_with("wrong_") || problem.kind == "not_in_enum" ||
                          problem.kind == "null";
    add(CaseFault::kSchemaConflict, of_value && fits ? Severity::kInfo : Severity::kWarning,
        problem);
  }

  // Whether `seen` says so of all.
  template <typename Seen>
  bool each_argument(const Seen& seen) {
    List& calls = truth_.mutable_list();
    for (std::size_t i = 0; i < calls.size(); ++i) {
      for (auto& [name, arguments] : calls[i].mutable_dict()) {
        if (!arguments.is_dict()) return false;
        const Value* function = find_function(entry_, name.as_str());
        for (auto& [parameter, alternatives] : arguments.mutable_dict()) {
          if (!parameter.is_str() || !alternatives.is_list()) return false;
          if (!seen({concat({"ground_truth[", std::to_string(i), "].", name.as_str(), ".",
                             parameter.as_str()}),
                     function, parameter.as_str(), alternatives})) {
            return false;
          }
        }
      }
    }
    return true;
  }

  // A value that the schema itself gives as default is no conflict.
  static bool leave_out_default(const Argument& at) {
    const Value* fallback = default_of(*at.function, at.parameter);
    if (fallback == nullptr) return true;
    List& values = at.alternatives.mutable_list();
    const std::size_t before = values.size();
    std::erase_if(values, [&](const Value& value) {
      return !is_left_out(value) && is_default(value, *fallback);
    });
    if (values.size() == before || !values.empty()) return true;
    if (is_required(*at.function, at.parameter)) return false;
    values.push_back(Value::str(""));
    return true;
  }

  // Tells the fault of an alternative and goes on without it; false where there is none.
  bool take_out(const std::string& message) {
    const std::size_t colon = message.find(": ");
    if (colon == std::string::npos) return false;
    const string_view place = string_view(message).substr(0, colon);
    bool others = false;
    const bool unknown = each_argument([&](const Argument& at) {
      List& values = at.alternatives.mutable_list();
      for (std::size_t k = 0; k < values.size(); ++k) {
        if (!place.starts_with(concat({at.place, "[", std::to_string(k), "]"}))) continue;
        values.erase(values.begin() + static_cast<std::ptrdiff_t>(k));
        others = std::any_of(values.begin(), values.end(),
                             [](const Value& value) { return !is_left_out(value); });
        return false;
      }
      return true;
    });
    if (unknown) return false;
    add(CaseFault::kSchemaConflict, others ? Severity::kInfo : Severity::kWarning,
        std::string(place), message.substr(colon + 2));
    return others;
  }

  const Entry& entry_;
  std::vector<CaseFinding>& findings_;
  Value truth_;
};

}  // namespace

void check_values(const Entry& entry, string_view language, std::vector<CaseFinding>& findings) {
  if (entry.category->language != Language::kPython) return;
  const std::string text = question_text(entry);
  if (text.size() > kMaxSearchedText || !is_english(text, language)) return;
  QuestionWords question(text);
  if (entry.own_match != nullptr && !entry.own_match->turns().empty()) {
    const std::vector<OwnTurn>& turns = entry.own_match->turns();
    for (std::size_t i = 0; i < turns.size(); ++i) {
      const Value* written = entry.ground_truth.is_list() && i < entry.ground_truth.items().size()
                                 ? &entry.ground_truth.items()[i]
                                 : &entry.ground_truth;
      ValueReview(entry, question, *written, "ground_truth[" + std::to_string(i) + "]", findings)
          .check(turns[i].match->possible_answers());
    }
    return;
  }
  ValueReview(entry, question, entry.ground_truth, "ground_truth", findings)
      .check(entry.possible_answers());
}

void check_schema(const Entry& entry, std::vector<CaseFinding>& findings) {
  // With another match it is checked when the entry is read.
  if (entry.own_match != nullptr || entry.category->judging != Judging::kCalls ||
      entry.category->language != Language::kPython || !entry.ground_truth.is_list()) {
    return;
  }
  SchemaReview(entry, findings).run();
}

}  // namespace bfclx

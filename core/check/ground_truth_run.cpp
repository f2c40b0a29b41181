#include "core/check/ground_truth_run.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/python/evaluate/simple_calls.h"
#include "core/python/objects/protocol.h"
#include "core/value/dict.h"

namespace bfclx {

namespace {

bool same_literal(const Value& a, const Value& b);

bool same_literals(const List& a, const List& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_literal);
}

bool same_entries(const Dict& a, const Dict& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const Dict::Entry& one, const Dict::Entry& other) {
        return same_literal(one.key, other.key) && same_literal(one.value, other.value);
      });
}

// Of one type and one value: 1, 1.0 and True are three, and so are 0.0 and -0.0.
bool same_literal(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return false;
  if (a.is_sequence()) return same_literals(a.items(), b.items());
  if (a.is_dict()) return same_entries(a.as_dict(), b.as_dict());
  if (a.is_float()) {
    return a.as_float() == b.as_float() && std::signbit(a.as_float()) == std::signbit(b.as_float());
  }
  return (a.is_none() || a.is_bool() || a.is_int() || a.is_str()) && equal(a, b);
}

// A call's text without the spaces that separate nothing: those outside of strings with a bracket,
// a comma, "=" or ":" at one side.
class Compact {
 public:
  explicit Compact(std::string_view text) : text_(text) {}

  bool done() const { return at_ == text_.size(); }
  // '\0' at the end.
  char next() {
    if (quote_ == '\0' && at_ < text_.size() && text_[at_] == ' ') skip_spaces();
    if (done()) return '\0';
    last_ = text_[at_++];
    if (quote_ == '\0') {
      if (last_ == '\'' || last_ == '"') quote_ = last_;
    } else if (escaped_) {
      escaped_ = false;
    } else if (last_ == quote_) {
      quote_ = '\0';
    } else {
      escaped_ = last_ == '\\';
    }
    return last_;
  }

 private:
  static bool separates(char c) {
    return std::string_view(",=()[]{}:").find(c) != std::string_view::npos;
  }
  void skip_spaces() {
    const std::size_t end = std::min(text_.find_first_not_of(' ', at_), text_.size());
    if (separates(last_) || (end < text_.size() && separates(text_[end]))) at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  char last_ = 'x';
  char quote_ = '\0';  // of the string around
  bool escaped_ = false;
};

bool same_but_for_spaces(std::string_view a, std::string_view b) {
  Compact one(a);
  Compact other(b);
  while (true) {
    const char c = one.next();
    if (c != other.next()) return false;
    if (c == '\0') return one.done() && other.done();
  }
}

// `a` is plain.
bool same_call(std::string_view a, std::string_view b) {
  if (a == b || same_but_for_spaces(a, b)) return true;
  const std::optional<SimpleCall> one = Episode::plain_call(a);
  if (!one) return false;
  const std::optional<SimpleCall> other = Episode::plain_call(b);
  return other && one->name == other->name && same_literals(one->positional, other->positional) &&
         same_entries(one->keywords, other->keywords);
}

bool equals_a_copy(const Episode& episode) {
  return std::all_of(episode.instances().begin(), episode.instances().end(),
                     [](const auto& instance) { return instance->equals_a_copy(); });
}

}  // namespace

Status execute_calls(Episode& episode, const Value& calls, List& results) {
  List storage;
  BFCLX_ASSIGN_OR_RETURN(const List* const items, python::iterate(calls, storage));
  for (const Value& call : *items) {
    if (!call.is_str()) {
      return Error{"TypeError", "expected string or bytes-like object, got '" +
                                    std::string(type_name(call)) + "'"};
    }
    results.push_back(episode.run(call.as_str()));
  }
  return {};
}

GroundTruthRun::GroundTruthRun(const EpisodeTask& task, const EpisodeSetup& model_setup,
                               EpisodeModules& modules)
    : task_(task), setup_(model_setup), modules_(modules) {
  modules_.set_before_sharing([this] { part(); });
}

void GroundTruthRun::follow(const Value& calls, std::size_t index, const Value& result) {
  if (!in_step_) return;
  const List& expected = task_.ground_truth->items()[turn_].items();
  in_step_ = same_ < expected.size() && expected[same_].is_str() && calls.is_list() &&
             same_call(calls.items()[index].as_str(), expected[same_].as_str());
  if (!in_step_) return;
  ++same_;
  results_.push_back(result);
}

Status GroundTruthRun::run_turn(std::size_t turn, const Episode& model, List& results) {
  const Value& calls = task_.ground_truth->items()[turn];
  if (episode_ == std::nullopt) {
    in_step_ = in_step_ && same_ == calls.items().size() && equals_a_copy(model);
    if (!in_step_) part();
  }
  BFCLX_RETURN_IF_ERROR(started_);
  turn_ = turn + 1;
  same_ = 0;
  if (episode_) return execute_calls(*episode_, calls, results);
  results = std::exchange(results_, {});
  return {};
}

// The ground truth gets instances of its own, and makes up for the turns before this one. Nothing
// that both sides hold has been changed yet, so it finds what it would have found then.
void GroundTruthRun::part() {
  in_step_ = false;
  modules_.set_before_sharing(nullptr);
  if (!episode_) started_ = start_and_make_up();
}

Status GroundTruthRun::start_and_make_up() {
  EpisodeSetup setup = setup_;
  setup.model_name += "_ground_truth";
  setup.budget = nullptr;  // what the model has used up is its own
  Result<Episode> episode = Episode::start(setup, modules_);
  if (!episode.ok()) return std::move(episode).error();
  episode_.emplace(std::move(episode).value());
  for (std::size_t turn = 0; turn < turn_; ++turn) {
    List known;
    BFCLX_RETURN_IF_ERROR(execute_calls(*episode_, task_.ground_truth->items()[turn], known));
  }
  return {};
}

}  // namespace bfclx

#include "tools/explain_episode.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check/rules.h"
#include "core/report/dict_of.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tools/columns.h"
#include "tools/page.h"
#include "tools/state_view.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kIndent = 4;
constexpr std::size_t kMaxCellBytes = 3000;
constexpr std::size_t kMaxSteps = 200;  // of one turn; what is more is counted
constexpr std::size_t kMaxCalls = 200;  // of one step
constexpr std::size_t kMaxTurns = 200;

using Lines = std::vector<ColumnLine>;

std::string turn_name(std::size_t turn) { return "Turn " + std::to_string(turn); }

std::string cell(std::string_view text) { return printable_line(excerpt(text, 0, kMaxCellBytes)); }

// The reply as text: a str as it is, anything else as JSON.
std::string reply_text(const Value& reply) {
  if (reply.is_str()) return std::string(reply.as_str());
  std::string text;
  append_json(text, reply);
  return text;
}

const Value* item(const Value& list, std::size_t index) {
  return list.is_list() && index < list.items().size() ? &list.items()[index] : nullptr;
}

std::optional<std::size_t> as_index(const Value* value) {
  if (value == nullptr || !value->is_small_int() || value->as_int64() < 0) return std::nullopt;
  return static_cast<std::size_t>(value->as_int64());
}

// A call and, once it ran, its result below.
void add_call(Lines& lines, const Value& call, const Value* result, std::string_view remark,
              std::size_t indent) {
  const bool wrong = !remark.empty();
  lines.push_back({cell(str(call)), indent, wrong ? Style::kMark : Style::kPlain});
  if (result != nullptr) {
    lines.push_back({cell(str(*result)), indent + 2, wrong ? Style::kBad : Style::kDim, 5});
  }
  if (wrong) lines.push_back({"^ " + std::string(remark), indent, Style::kBad});
}

class EpisodeExplanation {
 public:
  EpisodeExplanation(const ScoredReply& reply, const RunSettings& settings,
                     const Terminal& terminal)
      : reply_(reply),
        entry_(*reply.entry),
        episode_(*reply.episode),
        settings_(settings),
        page_(terminal) {
    const std::optional<Reason>& why = reply.verdict.why;
    if (why && !why->path.empty()) failing_ = as_index(&why->path.front());
    if (why) left_at_ = find_member(why->more, "left_at");
    const Value* details = find_member(reply.verdict.error, "details");
    const Value* missing = details != nullptr ? find_member(*details, "missing_items") : nullptr;
    if (missing != nullptr && missing->is_list()) missing_ = missing->items();
    if (details != nullptr) differences_ = find_member(*details, "differences");
  }

  std::string take() && {
    add_services();
    if (!reply_.reply.is_list()) {
      page_.section("Reply");
      page_.paragraph(shortened(reply_text(reply_.reply)), kIndent);
    }
    const std::size_t count = turn_count();
    for (std::size_t turn = 0; turn < std::min(count, kMaxTurns); ++turn) add_turn(turn);
    if (count > kMaxTurns) {
      page_.section("... " + std::to_string(count - kMaxTurns) + " more turns");
    }
    add_verdict();
    return std::move(page_).take();
  }

 private:
  std::size_t turn_count() const {
    std::size_t count = std::max(episode_.turns_total, episode_.turns.size());
    if (entry_.question().is_list()) count = std::max(count, entry_.question().items().size());
    return count;
  }

  void add_services() {
    page_.section("Services");
    const Value* classes = find_member(entry_.data, "involved_classes");
    std::string names;
    if (classes != nullptr && classes->is_list()) {
      for (const Value& name : classes->items()) names += (names.empty() ? "" : ", ") + str(name);
    }
    page_.paragraph(printable_line(names), kIndent);
    page_.paragraph("steps read by " + std::string(settings_.decoder->name) + ": " +
                        printable_line(settings_.decoder_reason),
                    kIndent, Style::kDim);
  }

  void add_turn(std::size_t turn) {
    const bool ran = turn < episode_.execution.size();
    const bool fails = failing_ == turn;
    if (fails) {
      page_.section(turn_name(turn), "the episode fails here", Style::kBad);
    } else if (ran && (turn < episode_.turns_passed)) {
      page_.section(turn_name(turn), "agrees", Style::kGood);
    } else {
      page_.section(turn_name(turn), "not run", Style::kDim);
    }
    add_messages(turn);
    const Lines model = model_lines(turn);
    const Lines truth = truth_lines(turn);
    page_.add(two_columns({"model", model}, {"ground truth", truth}, kIndent, page_.terminal()));
    if (fails) add_failure(turn);
  }

  void add_messages(std::size_t turn) {
    if (const Value* messages = item(entry_.question(), turn); messages != nullptr) {
      if (messages->is_list()) {
        for (const Value& message : messages->items()) {
          const Value* content = find_member(message, "content");
          page_.paragraph(printable_line(find_text(message, "role")) + ": " +
                              shortened(content != nullptr ? str(*content) : ""),
                          kIndent);
        }
      }
    }
    const Value* held = find_member(entry_.data, "missed_function");
    const Value* docs = held != nullptr ? find_member(*held, std::to_string(turn)) : nullptr;
    if (docs == nullptr || !docs->is_list()) return;
    std::string names;
    for (const Value& doc : docs->items()) {
      names += (names.empty() ? "" : ", ") + std::string(find_text(doc, "name"));
    }
    page_.paragraph("offered from here on: " + printable_line(names), kIndent, Style::kDim);
  }

  Lines model_lines(std::size_t turn) const {
    Lines lines;
    if (turn >= episode_.turns.size()) {
      lines.push_back({"(no reply)", 0, Style::kDim});
      return lines;
    }
    const std::vector<DecodedStep>& steps = episode_.turns[turn];
    std::size_t ran = 0;
    for (std::size_t step = 0; step < std::min(steps.size(), kMaxSteps); ++step) {
      const List* results = nullptr;
      if (steps[step].has_calls && turn < episode_.execution.size()) {
        const std::vector<List>& executed = episode_.execution[turn].model;
        if (ran < executed.size()) results = &executed[ran++];
      }
      if (steps.size() > 1) lines.push_back({"step " + std::to_string(step), 0, Style::kDim});
      add_step(lines, turn, step, results);
    }
    if (steps.size() > kMaxSteps) {
      lines.push_back({"... " + std::to_string(steps.size() - kMaxSteps) + " more steps"});
    }
    if (steps.empty()) lines.push_back({"(no steps)", 0, Style::kDim});
    return lines;
  }

  void add_step(Lines& lines, std::size_t turn, std::size_t step, const List* results) const {
    const DecodedStep& decoded = episode_.turns[turn][step];
    if (decoded.has_calls) {
      if (!decoded.calls.is_sequence()) {
        lines.push_back({cell(repr(decoded.calls)), kStepIndent});
        return;
      }
      const List& calls = decoded.calls.items();
      for (std::size_t i = 0; i < std::min(calls.size(), kMaxCalls); ++i) {
        const Value* result = results != nullptr && i < results->size() ? &(*results)[i] : nullptr;
        add_call(lines, calls[i], result,
                 is_left_at(turn, step, i) ? "the first result that no call of the ground truth has"
                                           : "",
                 kStepIndent);
      }
      if (calls.size() > kMaxCalls) {
        lines.push_back({"... " + std::to_string(calls.size() - kMaxCalls) + " more calls"});
      }
      return;
    }
    const Error& error = decoded.decode_error;
    const Value* turn_reply = item(reply_.reply, turn);
    const Value* said = turn_reply != nullptr ? item(*turn_reply, step) : nullptr;
    const std::string text = said != nullptr ? reply_text(*said) : "";
    if (!text.empty() && text != "[]") {
      lines.push_back({printable(excerpt(text, 0, kMaxCellBytes)), kStepIndent, Style::kPlain, 4});
    }
    lines.push_back({error.kind.empty()
                         ? "no calls"
                         : cell("no calls: " + std::string(error.kind) + ": " + error.message),
                     kStepIndent, Style::kDim, 2});
  }

  bool is_left_at(std::size_t turn, std::size_t step, std::size_t call) const {
    return left_at_ != nullptr && failing_ == turn &&
           as_index(find_member(*left_at_, "step")) == step &&
           as_index(find_member(*left_at_, "call")) == call;
  }

  Lines truth_lines(std::size_t turn) const {
    Lines lines;
    const Value* calls = item(entry_.ground_truth, turn);
    if (calls == nullptr || !calls->is_list()) {
      lines.push_back({"(no such turn)", 0, Style::kDim});
      return lines;
    }
    if (calls->items().empty()) lines.push_back({"no calls asked for", 0, Style::kDim});
    List missing = failing_ == turn ? missing_ : List();
    for (std::size_t i = 0; i < calls->items().size(); ++i) {
      const Value* result = nullptr;
      if (turn < episode_.execution.size() && i < episode_.execution[turn].ground_truth.size()) {
        result = &episode_.execution[turn].ground_truth[i];
      }
      const auto place =
          result == nullptr ? missing.end()
                            : std::find_if(missing.begin(), missing.end(), [&](const Value& value) {
                                return equal(value, *result);
                              });
      const bool is_missing = place != missing.end();
      if (is_missing) missing.erase(place);
      add_call(lines, calls->items()[i], result,
               is_missing ? "no call of the model has this result" : "", 0);
    }
    return lines;
  }

  void add_failure(std::size_t turn) {
    const Verdict& verdict = reply_.verdict;
    if (differences_ != nullptr && differences_->is_dict()) {
      const std::string class_name =
          verdict.why->path.size() > 1 ? str(verdict.why->path[1]) : std::string();
      page_.section("State after turn " + std::to_string(turn), class_name, Style::kName);
      Dict truth;
      Dict model;
      for (const auto& [attribute, pair] : differences_->as_dict()) {
        if (const Value* value = find_member(pair, "ground_truth")) truth.set(attribute, *value);
        if (const Value* value = find_member(pair, "model")) model.set(attribute, *value);
      }
      const auto changes = compare_states(Value::dict(truth), Value::dict(model));
      page_.add(show_changes(changes, "ground truth", "model", kIndent, page_.terminal()));
      return;
    }
    const Value* nearest = find_member(verdict.why->more, "nearest");
    if (nearest == nullptr || missing_.empty()) return;
    page_.section("The response that is missing, and the nearest that was given");
    const std::vector<StateChange> change = {{"response", missing_.front(), *nearest}};
    page_.add(show_changes(change, "ground truth", "model", kIndent, page_.terminal()));
  }

  void add_verdict() {
    const Verdict& verdict = reply_.verdict;
    page_.section("Verdict");
    if (reply_.superseded) {
      page_.paragraph("a later reply of the same id counts instead of this one", kIndent,
                      Style::kDim);
    }
    if (verdict.valid) {
      page_.paragraph("right: all " + std::to_string(episode_.turns_total) + " turns agree",
                      kIndent, Style::kGood);
      return;
    }
    page_.paragraph("wrong: " + printable_line(verdict.error_type), kIndent, Style::kBad);
    page_.paragraph(std::to_string(episode_.turns_passed) + " of " +
                        std::to_string(episode_.turns_total) +
                        " turns passed before that (ours; the official score gives no part of it)",
                    kIndent, Style::kDim);
    if (verdict.why) {
      page_.paragraph(printable_line(verdict.why->text), kIndent);
      if (const Rule* rule = find_rule(verdict.why->rule)) {
        page_.paragraph("rule " + std::string(rule->name) + ": " + std::string(rule->explanation),
                        kIndent, Style::kDim);
      }
    }
    add_official(verdict.error);
  }

  void add_official(const Value& error) {
    page_.paragraph("the official evaluator says:", kIndent, Style::kDim);
    const Value* message = find_member(error, "error_message");
    if (message != nullptr && message->is_list()) {
      for (const Value& text : message->items()) {
        page_.paragraph(shortened(str(text)), kIndent + 2);
      }
    } else {
      page_.paragraph(shortened(str(message != nullptr ? *message : error)), kIndent + 2);
    }
    const Value* details = find_member(error, "details");
    if (details == nullptr || !details->is_dict() || details->as_dict().empty()) return;
    std::string names;
    for (const auto& [name, value] : details->as_dict()) {
      names += (names.empty() ? "" : ", ") + str(name);
    }
    page_.paragraph("with details (`bfclx check --verdicts` writes them): " + printable_line(names),
                    kIndent + 2, Style::kDim);
  }

  static constexpr std::size_t kStepIndent = 2;

  const ScoredReply& reply_;
  const Entry& entry_;
  const EpisodeVerdict& episode_;
  const RunSettings& settings_;
  std::optional<std::size_t> failing_;
  const Value* left_at_ = nullptr;
  const Value* differences_ = nullptr;
  List missing_;
  Page page_;
};

}  // namespace

std::string explain_episode(const ScoredReply& reply, const RunSettings& settings,
                            const Terminal& terminal) {
  return EpisodeExplanation(reply, settings, terminal).take();
}

}  // namespace bfclx::tools

#include "tools/bfclx/explain/explain_episode.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check/rules.h"
#include "core/explain/episode_failure.h"
#include "core/explain/explanation.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"
#include "tools/bfclx/view/columns.h"
#include "tools/bfclx/view/page.h"
#include "tools/bfclx/view/state_view.h"

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
        failure_(reply),
        page_(terminal) {}

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
    const bool fails = failure_.turn() == turn;
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
    if (const Value* messages = item_of(entry_.question(), turn); messages != nullptr) {
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
                 failure_.is_left_at(turn, step, i)
                     ? "the first result that no call of the ground truth has"
                     : "",
                 kStepIndent);
      }
      if (calls.size() > kMaxCalls) {
        lines.push_back({"... " + std::to_string(calls.size() - kMaxCalls) + " more calls"});
      }
      return;
    }
    const Error& error = decoded.decode_error;
    const Value* turn_reply = item_of(reply_.reply, turn);
    const Value* said = turn_reply != nullptr ? item_of(*turn_reply, step) : nullptr;
    const std::string text = said != nullptr ? reply_text(*said) : "";
    if (!text.empty() && text != "[]") {
      lines.push_back({printable(excerpt(text, 0, kMaxCellBytes)), kStepIndent, Style::kPlain, 4});
    }
    lines.push_back({error.kind.empty()
                         ? "no calls"
                         : cell("no calls: " + std::string(error.kind) + ": " + error.message),
                     kStepIndent, Style::kDim, 2});
  }

  Lines truth_lines(std::size_t turn) const {
    Lines lines;
    const Value* calls = item_of(entry_.ground_truth, turn);
    if (calls == nullptr || !calls->is_list()) {
      lines.push_back({"(no such turn)", 0, Style::kDim});
      return lines;
    }
    if (calls->items().empty()) lines.push_back({"no calls asked for", 0, Style::kDim});
    const bool ran = turn < episode_.execution.size();
    const List results = ran ? episode_.execution[turn].ground_truth : List();
    const std::vector<bool> missing = failure_.missing_among(turn, results);
    for (std::size_t i = 0; i < calls->items().size(); ++i) {
      const bool has_result = i < results.size();
      add_call(lines, calls->items()[i], has_result ? &results[i] : nullptr,
               has_result && missing[i] ? "no call of the model has this result" : "", 0);
    }
    return lines;
  }

  void add_failure(std::size_t turn) {
    const Verdict& verdict = reply_.verdict;
    if (failure_.differences() != nullptr) {
      const std::string class_name =
          verdict.why->path.size() > 1 ? str(verdict.why->path[1]) : std::string();
      page_.section("State after turn " + std::to_string(turn), class_name, Style::kName);
      Dict truth;
      Dict model;
      for (const auto& [attribute, pair] : failure_.differences()->as_dict()) {
        if (const Value* value = find_member(pair, "ground_truth")) truth.set(attribute, *value);
        if (const Value* value = find_member(pair, "model")) model.set(attribute, *value);
      }
      const auto changes = compare_states(Value::dict(truth), Value::dict(model));
      page_.add(show_changes(changes, "ground truth", "model", kIndent, page_.terminal()));
      return;
    }
    const Value* nearest = find_member(verdict.why->more, "nearest");
    if (nearest == nullptr || failure_.missing().empty()) return;
    page_.section("The response that is missing, and the nearest that was given");
    const std::vector<StateChange> change = {{"response", failure_.missing().front(), *nearest}};
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
  EpisodeFailure failure_;
  Page page_;
};

}  // namespace

std::string explain_episode(const ScoredReply& reply, const RunSettings& settings,
                            const Terminal& terminal) {
  return EpisodeExplanation(reply, settings, terminal).take();
}

}  // namespace bfclx::tools

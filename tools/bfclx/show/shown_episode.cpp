#include "tools/bfclx/show/shown_episode.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/dataset/earlier_calls.h"
#include "core/dataset/response_forms.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"
#include "tools/bfclx/show/shown_verdict.h"
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

// People count from 1.
std::string turn_name(std::size_t turn) { return "Turn " + std::to_string(turn + 1); }

std::string cell(std::string_view text) { return printable_line(excerpt(text, 0, kMaxCellBytes)); }

// A call, once it ran its result below, and the remark when it is marked.
void add_call(Lines& lines, const ExplainedCall& call, std::string_view remark,
              std::size_t indent) {
  const bool wrong = call.marked;
  lines.push_back({cell(str(call.call)), indent, wrong ? Style::kMark : Style::kPlain});
  if (call.result != nullptr) {
    lines.push_back({cell(str(*call.result)), indent + 2, wrong ? Style::kBad : Style::kDim, 5});
  }
  if (wrong) lines.push_back({"^ " + std::string(remark), indent, Style::kBad});
}

class EpisodeText {
 public:
  EpisodeText(const Explanation& explanation, const Terminal& terminal)
      : explanation_(explanation), episode_(*explanation.episode), page_(terminal) {}

  std::string take() && {
    if (episode_.is_simulated) add_services();
    add_decoder();
    if (!explanation_.response->response.is_list()) {
      page_.section("Response");
      page_.paragraph(shortened(explanation_.raw), kIndent);
    }
    const std::size_t count = episode_.turns.size();
    for (std::size_t turn = 0; turn < std::min(count, kMaxTurns); ++turn) add_turn(turn);
    if (count > kMaxTurns) {
      page_.section("... " + counted(count - kMaxTurns, "more turn", "more turns"));
    }
    add_verdict();
    return std::move(page_).take();
  }

 private:
  void add_services() {
    page_.section("Services");
    const Value* classes = episode_.involved_classes;
    std::string names;
    if (classes != nullptr && classes->is_list()) {
      for (const Value& name : classes->items()) names += (names.empty() ? "" : ", ") + str(name);
    }
    page_.paragraph(printable_line(names), kIndent);
  }

  void add_decoder() {
    if (!episode_.is_simulated) {
      page_.section("Turns" + (episode_.match.empty() ? "" : ", " + episode_.match));
    }
    const RunSettings& settings = *explanation_.settings;
    page_.paragraph("steps read by " + std::string(settings.decoder->name) + ": " +
                        printable_line(settings.decoder_reason),
                    kIndent, Style::kDim);
  }

  void add_turn(std::size_t index) {
    const ExplainedTurn& turn = episode_.turns[index];
    const bool fails = episode_.failed_turn == index || !turn.failure.empty();
    if (fails) {
      page_.section(turn_name(index), "failed", Style::kBad);
    } else if (turn.agrees) {
      page_.section(turn_name(index), "passed", Style::kGood);
    } else {
      page_.section(turn_name(index), "not run", Style::kDim);
    }
    add_messages(turn);
    page_.add(two_columns({"model", model_lines(turn)}, {"ground truth", truth_lines(turn)},
                          kIndent, page_.terminal()));
    if (!turn.failure.empty()) {
      page_.paragraph(printable_line(turn.failure), kIndent, Style::kBad);
    } else if (fails) {
      add_failure(index);
    }
  }

  void add_messages(const ExplainedTurn& turn) {
    if (turn.messages != nullptr) {
      for (const Value& message : turn.messages->items()) {
        page_.paragraph(
            printable_line(find_text(message, "role")) + ": " + shortened(message_text(message)),
            kIndent);
      }
    }
    std::string names;
    for (const std::string_view name : turn.offered) {
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    if (turn.offered.empty()) return;
    page_.paragraph("offered from here on: " + printable_line(names), kIndent, Style::kDim);
  }

  Lines model_lines(const ExplainedTurn& turn) const {
    Lines lines;
    if (!turn.replied) {
      lines.push_back({"(no response)", 0, Style::kDim});
      return lines;
    }
    const std::size_t count = turn.steps.size();
    for (std::size_t step = 0; step < std::min(count, kMaxSteps); ++step) {
      if (count > 1) lines.push_back({"step " + std::to_string(step + 1), 0, Style::kDim});
      add_step(lines, turn.steps[step]);
    }
    if (count > kMaxSteps) {
      lines.push_back({"... " + counted(count - kMaxSteps, "more step", "more steps")});
    }
    if (count == 0) lines.push_back({"(no steps)", 0, Style::kDim});
    return lines;
  }

  void add_step(Lines& lines, const ExplainedStep& step) const {
    if (step.has_calls) {
      for (std::size_t i = 0; i < std::min(step.calls.size(), kMaxCalls); ++i) {
        add_call(lines, step.calls[i], "first result that the ground truth does not produce",
                 kStepIndent);
      }
      if (step.calls.size() > kMaxCalls) {
        lines.push_back(
            {"... " + counted(step.calls.size() - kMaxCalls, "more call", "more calls")});
      }
      return;
    }
    const std::string text = step.said != nullptr ? response_text(*step.said) : "";
    if (!text.empty() && text != "[]") {
      lines.push_back({printable(excerpt(text, 0, kMaxCellBytes)), kStepIndent, Style::kPlain, 4});
    }
    const Error* error = step.decode_error;
    lines.push_back({error == nullptr         ? "no calls"
                     : looks_like_calls(text) ? "no calls could be parsed"
                                              : "text without calls",
                     kStepIndent, Style::kDim, 2});
  }

  Lines truth_lines(const ExplainedTurn& turn) const {
    Lines lines;
    if (!turn.asked) {
      lines.push_back({"(no such turn)", 0, Style::kDim});
      return lines;
    }
    if (turn.ground_truth.empty()) lines.push_back({"no calls asked for", 0, Style::kDim});
    for (const ExplainedCall& call : turn.ground_truth) {
      add_call(lines, call, "no call of the model has this result", 0);
    }
    return lines;
  }

  void add_failure(std::size_t turn) {
    if (episode_.failed_state) {
      page_.section("State after turn " + std::to_string(turn + 1), episode_.failed_class,
                    Style::kName);
      page_.add(
          show_changes(*episode_.failed_state, "ground truth", "model", kIndent, page_.terminal()));
    } else if (episode_.nearest_response) {
      page_.section("Missing return value, and the closest one that the model's calls returned");
      const std::vector<StateChange> change = {*episode_.nearest_response};
      page_.add(show_changes(change, "ground truth", "model", kIndent, page_.terminal()));
    }
  }

  void add_verdict() {
    page_.section("Verdict");
    add_superseded(page_, explanation_);
    const std::string total = std::to_string(episode_.turns_total);
    if (explanation_.response->verdict.valid) {
      page_.paragraph("passed: all " + total + " turns match the ground truth", kIndent,
                      Style::kGood);
      return;
    }
    add_wrong(page_, explanation_);
    const std::string passed = std::to_string(episode_.turns_passed) + " of " + total;
    page_.paragraph(!episode_.is_simulated      ? passed + " turns passed"
                    : episode_.turns_total == 0 ? "no turn was executed"
                                                : passed +
                                                      " turns passed before that (not an "
                                                      "official score)",
                    kIndent, Style::kDim);
    add_reason(page_, explanation_);
    std::string names;
    for (const std::string& name : explanation_.official_details) {
      names += (names.empty() ? "" : ", ") + name;
    }
    if (names.empty() || !episode_.is_simulated) return;
    page_.paragraph("with details (`bfclx score --verdicts` writes them): " + printable_line(names),
                    kIndent + 2, Style::kDim);
  }

  static constexpr std::size_t kStepIndent = 2;

  const Explanation& explanation_;
  const ExplainedEpisode& episode_;
  Page page_;
};

}  // namespace

std::string episode_text(const Explanation& explanation, const Terminal& terminal) {
  return EpisodeText(explanation, terminal).take();
}

}  // namespace bfclx::tools

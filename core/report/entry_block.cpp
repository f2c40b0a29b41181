// One entry of a run, from its question to its verdict.
#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "core/checker/own_match.h"
#include "core/dataset/earlier_calls.h"
#include "core/render/call_lines.h"
#include "core/render/function_lines.h"
#include "core/render/visible.h"
#include "core/report/report_page.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxQuestionBytes = 1200;
constexpr std::size_t kMaxResponseBytes = 2500;
constexpr std::size_t kMaxOfficialBytes = 1500;
constexpr std::size_t kMaxLines = 40;
constexpr std::size_t kMaxMessages = 12;  // of a turn
constexpr std::size_t kMaxTurns = 16;

Block dim(std::string text) { return paragraph({Span(std::move(text))}, Style::kDim); }

Block bounded_text(std::string_view text, std::size_t most) {
  if (text.empty()) return dim("(empty)");
  return text_as_it_stands({shortened(text, most)});
}

std::string more_text(std::size_t left_out, const char* one, const char* many) {
  return "... " + counted(left_out, one, many);
}

// --- Question -----------------------------------------------------------------------------------

// The messages of a turn; a lone one of the user needs no name.
Blocks message_blocks(const Value& messages) {
  Blocks blocks;
  if (!messages.is_list()) return blocks;
  const List& all = messages.items();
  for (std::size_t i = 0; i < std::min(all.size(), kMaxMessages); ++i) {
    const std::string role(find_text(all[i], "role"));
    if (all.size() > 1 || role != "user") blocks.push_back(remark({Span(role)}));
    blocks.push_back(bounded_text(message_text(all[i]), kMaxQuestionBytes));
  }
  if (all.size() > kMaxMessages) {
    blocks.push_back(
        remark({more_text(all.size() - kMaxMessages, "more message", "more messages")}));
  }
  return blocks;
}

void add_question(Blocks& known, const Entry& entry) {
  const Value& turns = entry.question();
  if (!turns.is_list() || turns.items().empty()) return;
  Blocks messages = message_blocks(turns.items()[0]);
  if (!messages.empty()) known.push_back(fact("question", std::move(messages)));
}

// --- Functions ----------------------------------------------------------------------------------

void add_functions(Blocks& known, const ScoredResponse& response) {
  const OfferedFunctions offered =
      offered_functions(response.entry->functions(), response.verdict.decoded.value_or(Value()),
                        response.entry->possible_answers());
  Blocks blocks;
  for (const FunctionLines& function : offered.concerned) {
    blocks.push_back(paragraph({{function.name, Style::kName}}));
    blocks.push_back(dim(shortened(function.description, kMaxQuestionBytes)));
    const std::size_t shown = std::min(function.parameters.size(), kMaxLines);
    for (std::size_t i = 0; i < shown; ++i) {
      blocks.push_back(paragraph({shortened(function.parameters[i], kMaxQuestionBytes)}));
    }
    if (shown < function.parameters.size()) {
      blocks.push_back(
          dim(more_text(function.parameters.size() - shown, "more parameter", "more parameters")));
    }
  }
  if (!offered.others.empty()) {
    blocks.push_back(
        dim("also offered: " + shortened(joined(offered.others, ", "), kMaxQuestionBytes)));
  }
  if (!blocks.empty()) known.push_back(fact("functions", std::move(blocks)));
}

// --- Calls and ground truth ---------------------------------------------------------------------

// Lines as they stand, what a verdict points at marked.
Block lines_block(std::vector<ViewLine> lines) {
  if (lines.size() > kMaxLines) {
    const std::size_t left_out = lines.size() - kMaxLines;
    lines.resize(kMaxLines);
    lines.push_back({more_text(left_out, "more line", "more lines")});
  }
  Spans spans;
  for (const ViewLine& line : lines) {
    const std::string& text = line.text;
    const bool marked = line.mark_end > line.mark_begin && line.mark_end <= text.size();
    const std::size_t begin = marked ? line.mark_begin : text.size();
    const std::size_t end = marked ? line.mark_end : text.size();
    spans.emplace_back(std::string(line.indent, ' ') + text.substr(0, begin));
    if (marked) spans.emplace_back(text.substr(begin, end - begin), Style::kMark);
    spans.emplace_back(text.substr(end) + "\n");
  }
  return text_as_it_stands(std::move(spans));
}

void add_calls(Blocks& known, const Explanation& explanation) {
  const ScoredResponse& response = *explanation.response;
  const std::optional<Value>& decoded = response.verdict.decoded;
  if (!decoded || response.entry->category->judging == Judging::kAgentic) return;
  const bool none = decoded->is_list() && decoded->items().empty();
  known.push_back(fact(
      "calls", {none ? dim("no call") : lines_block(view_calls(*decoded, explanation.marked))}));
}

void add_ground_truth(Blocks& known, const Entry& entry) {
  const Judging judging = entry.category->judging;
  if (judging == Judging::kCalls) {
    const std::vector<ViewLine> lines = view_ground_truth(entry.shown_answers());
    const std::string match =
        entry.own_match != nullptr ? match_text(entry.own_match->rules()) : std::string();
    const std::string name = "ground truth" + (match.empty() ? "" : ", " + match);
    if (!lines.empty()) known.push_back(fact(name, {lines_block(lines)}));
  } else if (judging == Judging::kRelevance || judging == Judging::kIrrelevance) {
    known.push_back(fact("ground truth", {dim("none: what counts is whether a call was made")}));
  } else if (!entry.ground_truth.is_none()) {
    known.push_back(
        fact("ground truth",
             {text_as_it_stands({shortened(repr(entry.ground_truth), kMaxResponseBytes)})}));
  }
}

// --- Episodes -----------------------------------------------------------------------------------

std::vector<ViewLine> call_lines(const std::vector<ExplainedCall>& calls) {
  std::vector<ViewLine> lines;
  for (const ExplainedCall& call : calls) {
    ViewLine line;
    line.text = shortened(str(call.call), kMaxQuestionBytes);
    if (call.marked) line.mark_end = line.text.size();
    lines.push_back(std::move(line));
  }
  return lines;
}

// What the model did in a turn: its calls, and what it said without any.
std::vector<ViewLine> step_lines(const ExplainedTurn& turn) {
  std::vector<ViewLine> lines;
  for (const ExplainedStep& step : turn.steps) {
    std::vector<ViewLine> calls = call_lines(step.calls);
    if (calls.empty() && step.said != nullptr) {
      calls.push_back({shortened(response_text(*step.said), kMaxQuestionBytes)});
    }
    for (ViewLine& line : calls) lines.push_back(std::move(line));
  }
  return lines;
}

void add_turn(Blocks& known, const ExplainedTurn& turn, std::size_t number) {
  const std::string sign = !turn.ran ? ", not reached" : turn.agrees ? " \u2713" : " \u2715";
  const auto lines = [](std::vector<ViewLine> some) {
    return some.empty() ? dim("(none)") : lines_block(std::move(some));
  };
  known.push_back(fact("turn " + std::to_string(number) + sign,
                       turn.messages != nullptr ? message_blocks(*turn.messages) : Blocks()));
  known.push_back(fact("calls", {lines(step_lines(turn))}));
  if (turn.asked) known.push_back(fact("ground truth", {lines(call_lines(turn.ground_truth))}));
}

void add_turns(Blocks& known, const ExplainedEpisode& episode) {
  const std::size_t shown = std::min(episode.turns.size(), kMaxTurns);
  for (std::size_t i = 0; i < shown; ++i) add_turn(known, episode.turns[i], i + 1);
  if (shown == episode.turns.size()) return;
  known.push_back(
      fact("", {dim(more_text(episode.turns.size() - shown, "more turn", "more turns"))}));
}

// --- The whole entry ----------------------------------------------------------------------------

Spans summary_of(const ScoredResponse& response) {
  const Verdict& verdict = response.verdict;
  Spans spans = {{response.entry->id, Style::kName}, " "};
  if (response.skipped()) {
    spans.push_back({std::string(skip_name(response.executable->skip)), Style::kDim});
  } else if (verdict.valid) {
    spans.push_back({"\u2713 passed", Style::kGood});
  } else {
    spans.push_back({verdict.error_type, Style::kBad});
    spans.push_back(" ");
    spans.push_back({verdict.why ? verdict.why->text : std::string(), Style::kDim});
  }
  return spans;
}

}  // namespace

Block entry_block(const Explanation& explanation, bool open) {
  const ScoredResponse& response = *explanation.response;
  const Entry& entry = *response.entry;
  Blocks known;
  if (explanation.episode != nullptr) {
    add_turns(known, *explanation.episode);
  } else {
    add_question(known, entry);
    if (open) add_functions(known, response);  // in a list of failures they would hide the rest
    known.push_back(fact("response", {bounded_text(explanation.raw, kMaxResponseBytes)}));
    add_calls(known, explanation);
    add_ground_truth(known, entry);
  }
  // Of an episode the official message repeats whole states.
  if (response.episode == nullptr && !explanation.official.empty()) {
    known.push_back(fact(
        "official error",
        {text_as_it_stands({shortened(joined(explanation.official, "\n"), kMaxOfficialBytes)})}));
  }
  return details(Block::Level::kEntry, summary_of(response), {facts(std::move(known))}, open);
}

Block unscored_block(const std::string& id, const Entry* entry, std::string why) {
  Blocks known;
  if (entry != nullptr) add_question(known, *entry);
  known.push_back(fact("response", {dim(std::move(why))}));
  if (entry != nullptr) add_ground_truth(known, *entry);
  return details(Block::Level::kEntry,
                 {{id, Style::kName}, " ", {"\u2013 not scored", Style::kDim}},
                 {facts(std::move(known))}, true);
}

}  // namespace bfclx

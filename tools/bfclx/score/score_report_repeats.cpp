// Repeats of models in the report.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/render/escape.h"
#include "core/render/repeats_text.h"
#include "core/render/table.h"
#include "core/run/same_responses.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/score/score_report.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

// Of more models, only a line each.
constexpr std::size_t kFewModels = 5;

std::vector<NamedRepeats> named(const Report& report) {
  std::vector<NamedRepeats> models;
  for (const RepeatsReport& one : repeats_in(report)) models.push_back({one.model, &one.analysis});
  return models;
}

std::vector<std::string> sentences_of(const RepeatsReport& one) {
  std::vector<std::string> sentences = repeats_sentences(one.analysis);
  if (one.identical.value_or(0) > 0) sentences.push_back(identical_repeats_text(*one.identical));
  return sentences;
}

// Of runs that were scored, which are opened again: scoring drops the responses of episodes.
std::size_t identical_in(const RepeatGroup& group, const Session& session) {
  std::vector<const ModelRun*> runs;
  for (const std::size_t run : group.runs) {
    if (run < session.models.size()) runs.push_back(&session.models[run]);
  }
  return identical_responses(runs);
}

}  // namespace

// Only repeats without a flip can be identical. What came on standard input cannot be read again.
void find_identical_repeats(Report& report, const RunOptions& options) {
  const std::vector<std::string>& paths = options.paths;
  if (report.repeated == nullptr || std::find(paths.begin(), paths.end(), "-") != paths.end()) {
    return;
  }
  auto all = std::make_shared<RepeatsReports>(*report.repeated);
  std::unique_ptr<Session> again;
  List values;
  for (std::size_t i = 0; i < all->groups.size(); ++i) {
    RepeatsReport& group = all->groups[i];
    group.identical = 0;
    if (group.analysis.flipped.empty()) {
      if (again == nullptr) again = open_session(options);
      group.identical = identical_in(group, *again);
    }
    Value value = all->value.items()[i];
    value.mutable_dict().set("identical", Value::boolean(*group.identical > 0));
    values.push_back(std::move(value));
  }
  all->value = Value::list(std::move(values));
  report.repeated = std::move(all);
}

std::string repeats_report(const Report& report, const Terminal& terminal, bool details) {
  std::string out;
  if (repeats_in(report).size() > kFewModels) {
    out += terminal.styled(Style::kBold, "repeats") + "\n" +
           terminal_table(repeats_overview(named(report)), terminal.screen());
    for (const RepeatsReport& one : repeats_in(report)) {
      if (!one.warning.empty() && !details) {
        out += warning_row(one.model + ": " + one.warning, terminal);
      }
    }
    out += "\n";
    if (!details) return out;
  }
  for (const RepeatsReport& one : repeats_in(report)) {
    const std::string heading = printable_line(repeats_heading(one.model, one.analysis));
    out += terminal.styled(Style::kBold, heading) + "  " +
           terminal.styled(Style::kDim, "(" + one.reason + ")") + "\n";
    if (!one.warning.empty()) out += warning_row(one.warning, terminal);
    for (const std::string& sentence : sentences_of(one)) {
      out += wrapped(sentence, 2, terminal.width());
    }
    if (!one.analysis.passes.empty()) {
      out += "\n" + terminal_table(pass_table(one.analysis), terminal.screen());
    }
    if (details && !one.analysis.categories.empty()) {
      out += "\n" + terminal_table(repeats_categories_table(one.analysis), terminal.screen());
    }
    out += "\n";
  }
  return out;
}

std::string repeats_markdown(const Report& report) {
  std::string out;
  for (const RepeatsReport& one : repeats_in(report)) {
    out += "## " + markdown_text(repeats_heading(one.model, one.analysis)) + "\n\n";
    if (!one.warning.empty()) out += "**Warning**: " + markdown_text(one.warning) + "\n\n";
    out += "Recognized by: " + markdown_text(one.reason) + ".";
    for (const std::string& sentence : sentences_of(one)) {
      out += " " + markdown_text(sentence);
    }
    out += "\n\n";
    if (!one.analysis.passes.empty()) out += markdown_table(pass_table(one.analysis)) + "\n";
    if (!one.analysis.categories.empty()) {
      out += markdown_table(repeats_categories_table(one.analysis)) + "\n";
    }
  }
  return out;
}

}  // namespace bfclx::tools

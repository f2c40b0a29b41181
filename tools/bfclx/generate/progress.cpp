#include "tools/bfclx/generate/progress.h"

#include <unistd.h>

#include <algorithm>

#include "core/base/counted.h"
#include "core/generation/run_text.h"
#include "tools/bfclx/generate/endpoint_table.h"
#include "tools/bfclx/generate/stream_report.h"

namespace bfclx::tools {
namespace {

constexpr double kRedraw = 0.2;     // seconds, on a terminal
constexpr double kPlainEvery = 15;  // seconds, elsewhere
constexpr std::size_t kMissingShown = 10;
constexpr std::size_t kErrorShown = 400;  // bytes
constexpr std::size_t kReasonsShown = 8;
constexpr std::size_t kEndpointsShown = 10;
constexpr std::size_t kEndpointsAtEnd = 20;

// "3 results are generation errors (1 from before) and are scored as responses. ..."
std::string errors_text(const GenerationSummary& summary) {
  const std::size_t errors = summary.errors + summary.kept_errors;
  if (errors == 0) return {};
  std::string text =
      counted(errors, "result is a generation error", "results are generation errors");
  if (summary.kept_errors > 0) text += " (" + grouped_digits(summary.kept_errors) + " from before)";
  return text +
         (errors == 1 ? " and is scored as a response. Its id: "
                      : " and are scored as responses. Their ids: ") +
         printable_line(first_of(summary.error_ids, kMissingShown)) + ". To regenerate only " +
         (errors == 1 ? "it, put its id" : "them, put their ids") +
         " into a file, one per line, and pass -o --run-ids FILE" +
         (summary.shard.empty() ? "" : " when all shards are merged") +
         ". The first error: " + printable_line(summary.first_error.substr(0, kErrorShown)) + "\n";
}

// "8 status 500, 2 timeout": the most frequent first.
std::string reasons_text(const GenerationSummary& summary) {
  std::vector<std::pair<std::size_t, std::string_view>> rows;
  for (const auto& [reason, count] : summary.missing_reasons) rows.emplace_back(count, reason);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min(rows.size(), kReasonsShown); ++i) {
    if (i > 0) text += ", ";
    text += grouped_digits(rows[i].first) + " ";
    text += rows[i].second;
  }
  return text + (rows.size() > kReasonsShown ? ", ..." : "");
}

// "2 entries have a response that ended at the token limit (first: simple_python_3). ..."
std::string token_limit_text(const GenerationSummary& summary) {
  if (summary.at_token_limit == 0) return {};
  return counted(summary.at_token_limit, "entry has", "entries have") +
         " a response that ended at the token limit (first: " + summary.first_at_token_limit +
         ") and is truncated; raise --max-tokens or the server's context length, and regenerate "
         "with -o\n";
}

}  // namespace

ProgressLines::ProgressLines() : redraws_(can_wipe(STDERR_FILENO)) {}

void ProgressLines::begins(const std::vector<PlannedEntry>& plan, const ResultFolder& folder,
                           const std::set<std::string, std::less<>>& done) {
  shown_ = net::Client::now();
  say(counted(plan.size(), "response to generate", "responses to generate") +
      (done.empty() ? "" : ", " + counted(done.size(), "has", "have") + " a result") +
      "; results in " + printable_line(folder.place().string()));
}

void ProgressLines::clear() { block_.clear(); }

void ProgressLines::say(const std::string& line) {
  clear();
  note(line);
}

void ProgressLines::tick(const RunState& state) {
  const Scheduler::Figures& figures = state.figures;
  const double now = net::Client::now();
  if (now - shown_ < (redraws_ ? kRedraw : kPlainEvery)) return;
  shown_ = now;
  std::string line = progress_text(state);
  if (!redraws_) line += endpoints_text(figures.endpoints);
  if (redraws_) {
    block_.draw(endpoint_table(figures.endpoints, kEndpointsShown, true) + line);
  } else if (figures.batches.empty() || line != last_line_) {
    say(line);  // batches are open for hours
  }
  last_line_ = std::move(line);
}

std::string summary_text(const Generation& generation, const GenerationSummary& summary) {
  std::string text = generation.target().settings.registry_name + ": " +
                     grouped_digits(summary.answered) + " of " +
                     counted(summary.planned, "entry generated", "entries generated");
  if (summary.had > 0) text += ", " + grouped_digits(summary.had) + " had a result before";
  if (summary.left_out > 0) text += ", " + grouped_digits(summary.left_out) + " not needed";
  text += "; results in " + printable_line(generation.folder().place().string()) + "\n";
  if (!summary.shard.empty()) text += summary.shard + "\n";
  if (summary.differences > 0) {
    text += counted(summary.differences, "difference", "differences") + " from the recording\n";
  }
  if (!summary.service_trouble.empty()) {
    text += "Warning: " + printable_line(summary.service_trouble) + "\n";
  }
  if (summary.malformed > 0) {
    text += counted(summary.malformed, "malformed entry", "malformed entries") +
            " of the dataset not generated\n";
  }
  if (summary.planned > 0) text += endpoint_table(summary.endpoints, kEndpointsAtEnd, false);
  text += streamed_text(summary.streamed);
  text += errors_text(summary) + token_limit_text(summary);
  const SpendingOptions& spending = generation.options().spending;
  if (chosen_limits(spending).any() || !spending.price.empty()) {
    text += spent_text(summary.spent, generation.prices()) + "\n";
  }
  if (!summary.why.empty()) text += "Ended early: " + printable_line(summary.why) + "\n";
  if (summary.missing.empty()) return text;
  const bool renewed = generation.options().overwrite && !generation.options().as_official;
  text += grouped_digits(summary.missing.size()) + " without a " + (renewed ? "new " : "") +
          "result (" + printable_line(reasons_text(summary)) +
          "): " + first_of(summary.missing, kMissingShown);
  if (!summary.first_missing.empty()) {
    text += "\nFirst error: " + printable_line(summary.first_missing.substr(0, kErrorShown));
  }
  if (renewed) return text + "\nTheir earlier results are kept.\n";
  if (generation.options().batch_cancel) {
    return text + "\nTo generate them, run the command without --batch-cancel.\n";
  }
  if (summary.spent.used_up && spending.places != nullptr) {
    return text +
           "\nTo generate them, run the command again with higher limits. They count what all "
           "commands with this folder have spent.\n";
  }
  if (summary.spent.used_up && summary.spent.tokens.all() == 0) {
    return text + "\nTo generate them, run the command again with higher limits.\n";
  }
  const bool fix_first = !summary.why.empty() && !summary.may_pass;
  return text + (fix_first ? "\nFix the cause, then run the same command again to generate them.\n"
                           : "\nRun the same command again to generate them.\n");
}

}  // namespace bfclx::tools

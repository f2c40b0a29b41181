#include "tools/bfclx/run/live_scores.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include "core/base/counted.h"
#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/dataset/results.h"
#include "core/generation/run_text.h"
#include "core/render/figure_text.h"
#include "core/run/run_statistics.h"
#include "tools/bfclx/generate/endpoint_table.h"
#include "tools/bfclx/input/score_run.h"

namespace bfclx::tools {
namespace {

constexpr double kRedraw = 0.25;     // seconds, on a terminal
constexpr double kPlainEvery = 15;   // seconds, elsewhere
constexpr std::size_t kFewest = 20;  // entries before --stop-at may end a category
constexpr std::size_t kErrorsShown = 4;
constexpr std::size_t kBelow = 5;  // rows below those of the categories
constexpr std::size_t kEndpointsShown = 8;

// How responses are read: by the registry's model, else by the dialect's own decoder.
RunSettings settings_of(const Target& target) {
  const Settings& asked = target.settings;
  RunSettings settings;
  settings.decoder = asked.reader();
  // The registry's names are those of its mode.
  const bool fc = asked.calls_functions();
  const bool as_registered = target.registered != nullptr && target.registered->is_fc_model == fc;
  settings.underscore_to_dot = as_registered ? target.registered->underscore_to_dot : fc;
  settings.model_name = model_folder(asked.registry_name);
  settings.long_context = asked.long_context;
  settings.today = asked.today;
  return settings;
}

std::string cost_text(const RunState& state, const CategoryCounts& total) {
  const std::optional<double> cost = state.cost();
  if (!cost) return {};
  const double share = static_cast<double>(std::max<std::size_t>(total.ended(), 1)) /
                       static_cast<double>(total.planned + 1);
  char text[64];
  std::snprintf(text, sizeof text, ", $%.2f of about $%.2f", *cost, *cost / std::min(1.0, share));
  return text;
}

std::string figures_line(const RunState& state) {
  const Scheduler::Figures& figures = state.figures;
  const CategoryCounts total = state.total();
  std::string line =
      grouped_digits(total.ended()) + " of " + grouped_digits(total.planned) + " generated";
  if (figures.batches.empty()) {
    line += ", " + grouped_digits(figures.in_flight) + " in flight (of " +
            grouped_digits(figures.allowed) + ")" + speed_text(state);
  }
  if (figures.repeated > 0) line += ", " + grouped_digits(figures.repeated) + " retried";
  return line + outlook_text(state) + cost_text(state, total);
}

}  // namespace

std::size_t LiveRow::ended() const {
  return scored + missing + left_out +
         std::accumulate(skipped.begin(), skipped.end(), std::size_t{0});
}

LiveScores::LiveScores(const Generation& generation, const Dataset& dataset, double stop_at,
                       const ExecutableSettings& executable)
    : dataset_(dataset),
      settings_(settings_of(generation.target())),
      stop_at_(stop_at),
      redraws_(can_wipe(STDERR_FILENO)) {
  settings_.executable = executable;
}

LiveRow& LiveScores::row_of(const Category* category) {
  for (LiveRow& row : rows_) {
    if (row.category == category) return row;
  }
  rows_.push_back({.category = category});
  return rows_.back();
}

void LiveScores::score(const Entry& entry, const Value& response) {
  ScoredResponse scored;
  scored.id = entry.id;
  scored.entry = &entry;
  scored.response = response;
  EntryMemory memory;
  EntryMemory::Share share(memory);
  score_responses({&scored, 1}, settings_, Keep::kCounts, {}, guard_of(share));
  LiveRow& row = row_of(entry.category);
  if (scored.skipped()) {
    ++row.skipped[static_cast<std::size_t>(scored.executable->skip)];
    return;
  }
  ++row.scored;
  row.clusters.add(cluster_of(*entry.category, entry.id), scored.verdict.valid);
  if (scored.verdict.valid) {
    ++row.right;
  } else {
    ++failures_[std::string(scored.verdict.error_type)];
  }
}

void LiveScores::begins(const std::vector<PlannedEntry>& plan, const ResultFolder& folder,
                        const std::set<std::string, std::less<>>& done) {
  shown_ = net::Client::now();
  std::set<std::string> files;
  for (const std::string& id : done) {
    const Entry* entry = dataset_.find(id);
    if (entry == nullptr) continue;
    ++row_of(entry->category).entries;
    files.insert(result_file_path(id));
  }
  for (const PlannedEntry& planned : plan) {
    if (dataset_.find(planned.entry->id) != nullptr) ++row_of(planned.entry->category).entries;
  }
  std::sort(rows_.begin(), rows_.end(),
            [](const LiveRow& a, const LiveRow& b) { return a.category < b.category; });
  weigh();
  for (const std::string& file : files) {
    const Result<std::optional<std::string>> bytes = folder.read(file);
    if (!bytes.ok() || !*bytes) continue;
    std::set<std::string> seen;
    read_results(
        **bytes,
        [&](Response&& response) {
          const Entry* entry = done.count(response.id) != 0 ? dataset_.find(response.id) : nullptr;
          if (entry != nullptr && seen.insert(response.id).second) score(*entry, response.result);
        },
        [](ResultProblem&&) {});
  }
  say(grouped_digits(plan.size()) + (plan.size() == 1 ? " entry" : " entries") + " to generate, " +
      grouped_digits(done.size()) + (done.size() == 1 ? " has" : " have") +
      " a result; results in " + printable_line(folder.place().string()));
}

// Where nothing counts in the overall score, everything counts the same.
void LiveScores::weigh() {
  double sum = 0;
  for (const CategoryWeight& one : category_weights(LeaderboardVersion::kV4)) {
    for (LiveRow& row : rows_) {
      if (row.category != one.category) continue;
      row.weight = one.weight;
      sum += one.weight;
    }
  }
  for (LiveRow& row : rows_) {
    if (sum <= 0) row.weight = 1;
  }
}

void LiveScores::ended(const Asked& asked) {
  const Entry* entry = dataset_.find(asked.planned->entry->id);
  if (entry == nullptr) return;  // a conversation that fills a memory
  if (!asked.answered || asked.conversation == nullptr) {
    ++row_of(entry->category).missing;
    return;
  }
  if (is_error(asked)) ++row_of(entry->category).errors;
  const Value* response = member(asked.conversation->result(), "result");
  score(*entry, response != nullptr ? *response : Value());
}

// --stop-at: an entry is asked unless its category is known well enough.
bool LiveScores::wanted(const PlannedEntry& planned) {
  if (stop_at_ <= 0 || dataset_.find(planned.entry->id) == nullptr) return true;
  LiveRow& row = row_of(planned.entry->category);
  if (!row.closed) {
    const Range interval = row.interval();
    row.closed = row.scored >= kFewest && (interval.high - interval.low) * 100 < stop_at_;
  }
  if (row.closed) ++row.left_out;
  return !row.closed;
}

// What its interval adds to that of the overall score, when those that are in flight are scored.
double LiveScores::urgency(const Category& category, std::size_t asked) const {
  const auto row = std::find_if(rows_.begin(), rows_.end(), [&category](const LiveRow& one) {
    return one.category == &category;
  });
  if (row == rows_.end() || row->closed) return -1;
  const Range interval = row->interval();
  const double to_come =
      static_cast<double>(row->scored + 1) / static_cast<double>(std::max(asked, row->scored) + 1);
  return row->weight * (interval.high - interval.low) * std::sqrt(to_come);
}

std::string LiveScores::table_row(const LiveRow& row, std::size_t width) const {
  const Range interval = row.interval();
  std::string line = "  " + pad_right(row.category->name, width) +
                     pad_left(grouped_digits(row.scored), 7) + " of " +
                     pad_left(grouped_digits(row.entries), 5) + " scored";
  if (row.scored > 0) {
    line += pad_left(percent(static_cast<double>(row.right) / static_cast<double>(row.scored)), 7) +
            " %   " + pad_left(percent(interval.low), 5) + " to " +
            pad_left(percent(interval.high), 5);
  }
  if (row.missing > 0) line += "   " + grouped_digits(row.missing) + " without a response";
  if (row.errors > 0) line += "   " + counted(row.errors, "error", "errors") + " of the server";
  if (const std::string skipped = skips_text(row.skipped); !skipped.empty()) {
    line += "   " + skipped;
  }
  if (row.left_out > 0) line += "   " + grouped_digits(row.left_out) + " not needed";
  return line;
}

// Where the screen is too short for all: categories in progress first, then those that are done.
std::vector<const LiveRow*> LiveScores::rows_shown(std::size_t room) const {
  std::vector<const LiveRow*> shown;
  for (const LiveRow& row : rows_) shown.push_back(&row);
  if (shown.size() <= room) return shown;
  const auto rank = [](const LiveRow* row) {
    return row->ended() == 0 ? 2 : row->ended() < row->entries ? 0 : 1;
  };
  std::stable_sort(shown.begin(), shown.end(),
                   [&rank](const LiveRow* a, const LiveRow* b) { return rank(a) < rank(b); });
  shown.resize(room > 1 ? room - 1 : 1);
  std::sort(shown.begin(), shown.end());
  return shown;
}

std::string LiveScores::table(const RunState& state, std::size_t room) const {
  std::size_t width = 8;
  for (const LiveRow& row : rows_) width = std::max(width, row.category->name.size());
  const std::string endpoints = endpoint_table(state.figures.endpoints, kEndpointsShown, true);
  const std::size_t below =
      kBelow + static_cast<std::size_t>(std::count(endpoints.begin(), endpoints.end(), '\n'));
  const std::vector<const LiveRow*> shown = rows_shown(room > below ? room - below : 1);
  std::string text;
  for (const LiveRow* row : shown) text += table_row(*row, width) + "\n";
  if (shown.size() < rows_.size()) {
    text += "  ... " + grouped_digits(rows_.size() - shown.size()) + " more categories\n";
  }
  std::vector<std::pair<std::size_t, std::string>> errors;
  for (const auto& [type, count] : failures_) errors.emplace_back(count, type);
  std::sort(errors.rbegin(), errors.rend());
  std::string line;
  for (std::size_t i = 0; i < std::min(errors.size(), kErrorsShown); ++i) {
    line +=
        (i == 0 ? "  failed: " : ", ") + grouped_digits(errors[i].first) + " " + errors[i].second;
  }
  if (!line.empty()) text += printable_line(line) + "\n";
  return text + endpoints + "  " + figures_line(state) + "\n";
}

void LiveScores::clear() { block_.clear(); }

void LiveScores::say(const std::string& line) {
  clear();
  note(line);
}

void LiveScores::tick(const RunState& state) {
  const double now = net::Client::now();
  if (now - shown_ < (redraws_ ? kRedraw : kPlainEvery)) return;
  shown_ = now;
  if (!redraws_) {
    say(figures_line(state) + endpoints_text(state.figures.endpoints));
    return;
  }
  block_.draw(table(state, LiveBlock::room()));
}

void LiveScores::add_scores(RunState& state) const {
  state.failures = failures_;
  for (CategoryCounts& counts : state.categories) {
    const auto row = std::find_if(rows_.begin(), rows_.end(), [&counts](const LiveRow& one) {
      return one.category == counts.category;
    });
    if (row == rows_.end()) continue;
    const Range interval = row->interval();
    counts.score = {row->scored, row->right, interval.low, interval.high};
  }
}

std::string LiveScores::totals() const {
  std::size_t entries = 0;
  std::size_t right = 0;
  std::size_t scored = 0;
  std::size_t left_out = 0;
  Skips without_verdict{};
  for (const LiveRow& row : rows_) {
    for (std::size_t i = 0; i < kSkips; ++i) without_verdict[i] += row.skipped[i];
    entries += row.entries;
    right += row.right;
    scored += row.scored;
    left_out += row.left_out;
  }
  const std::size_t skipped =
      left_out + std::accumulate(without_verdict.begin(), without_verdict.end(), std::size_t{0});
  const std::size_t missing = entries - std::min(entries, scored + skipped);
  std::string text = "total " + grouped_digits(entries) + ", passed " + grouped_digits(right) +
                     ", failed " + grouped_digits(scored - right) + ", skipped " +
                     grouped_digits(skipped);
  if (skipped > 0) {
    std::vector<std::string> reasons;
    if (left_out > 0) reasons.push_back("not needed by --stop-at " + grouped_digits(left_out));
    if (std::string skips = skips_text(without_verdict); !skips.empty()) {
      reasons.push_back(std::move(skips));
    }
    text += " (" + joined(reasons, ", ") + ")";
  }
  if (missing > 0) text += ", missing " + grouped_digits(missing);
  return text + "\n";
}

}  // namespace bfclx::tools

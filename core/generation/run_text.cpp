#include "core/generation/run_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "core/base/counted.h"

namespace bfclx {

std::string time_left_text(double seconds) {
  const long whole = std::lround(std::clamp(seconds, 0.0, 1e8));
  char text[32];
  if (whole < 60) {
    std::snprintf(text, sizeof text, "%ld s", whole);
  } else if (whole < 3600) {
    std::snprintf(text, sizeof text, "%ld:%02ld min", whole / 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%ld:%02ld h", whole / 3600, whole / 60 % 60);
  }
  return text;
}

std::string speed_text(const RunState& state) {
  const std::optional<double> speed = state.time.tokens_per_second();
  return speed ? ", " + grouped_digits(static_cast<std::size_t>(*speed)) + " tokens/s" : "";
}

std::string outlook_text(const RunState& state) {
  const Scheduler::Figures& figures = state.figures;
  if (figures.stopping) return ", stopping";
  if (!figures.batches.empty()) return ", " + figures.batches;
  if (figures.paused) return ", waiting for the server";
  std::string text;
  if (figures.backing_off > 0) text = ", " + grouped_digits(figures.backing_off) + " being retried";
  if (figures.waiting_for_budget > 0) {
    text += ", " + grouped_digits(figures.waiting_for_budget) + " waiting for the budget";
  }
  // Of a slow model 0.0 would be shown.
  if (const std::optional<double> speed = state.time.entries_per_minute(); speed && *speed >= 0.1) {
    char shown[32];
    std::snprintf(shown, sizeof shown, *speed < 9.95 ? ", %.1f" : ", %.0f", *speed);
    text += std::string(shown) + " entries/min";
  }
  const std::optional<double> left = state.time.left(state.total().left());
  return left ? text + ", " + time_left_text(*left) + " left" : text;
}

std::string progress_text(const RunState& state) {
  const CategoryCounts total = state.total();
  const Scheduler::Figures& figures = state.figures;
  std::string line =
      grouped_digits(total.ended()) + " of " + counted(total.planned, "entry", "entries");
  if (figures.batches.empty()) {
    line += ", " + grouped_digits(figures.in_flight) + " in flight" + speed_text(state);
  }
  if (figures.repeated > 0) line += ", " + grouped_digits(figures.repeated) + " retried";
  if (total.without_response > 0) {
    line += ", " + grouped_digits(total.without_response) + " without a response";
  }
  if (total.errors > 0)
    line += ", " + counted(total.errors, "generation error", "generation errors");
  return line + outlook_text(state);
}

}  // namespace bfclx

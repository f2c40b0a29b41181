#include "core/render/figure_text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/base/text.h"

namespace bfclx {
namespace {

std::string formatted(const char* form, double value) {
  char text[32];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

}  // namespace

std::string percent(double share) { return formatted("%.1f", share * 100); }

std::string share_text(std::size_t right, std::size_t entries) {
  if (entries == 0) return "-";
  if (entries < kFewEntries) return std::to_string(right) + " of " + std::to_string(entries);
  return percent(static_cast<double>(right) / static_cast<double>(entries));
}

std::string percent_range(const Range& range) {
  return percent(range.low) + " to " + percent(range.high);
}

std::string rank_text(const RankRange& rank) {
  std::string text = std::to_string(rank.rank);
  if (rank.low != rank.high) {
    text += " (" + std::to_string(rank.low) + " to " + std::to_string(rank.high) + ")";
  }
  return text;
}

std::string signed_points(double share) {
  const std::string points = formatted("%+.1f", share * 100);
  return points == "+0.0" || points == "-0.0" ? "0.0" : points;
}

std::string signed_range(const Range& range) {
  return signed_points(range.low) + " to " + signed_points(range.high);
}

std::string with_minus_signs(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = i == 0 || text[i - 1] == ' ' || text[i - 1] == '(';
    const bool minus = text[i] == '-' && begins && i + 1 < text.size() && is_digit(text[i + 1]);
    if (minus) {
      out += "\u2212";
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string p_text(double p) {
  if (p < 0.001) return "< 0.001";
  // Numbers in the middle of two texts are sixteenths; up, as the page's toFixed() rounds them.
  const bool between = std::fmod(p * 16, 2) == 1;
  return formatted("%.3f", between ? std::nextafter(p, 2) : p);
}

int per_thousand(double p) {
  const std::string text = p_text(p);
  return p < 0.001 ? 0 : static_cast<int>(std::lround(std::strtod(text.c_str(), nullptr) * 1000));
}

}  // namespace bfclx

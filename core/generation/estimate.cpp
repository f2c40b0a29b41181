#include "core/generation/estimate.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/generation/spending.h"

namespace bfclx {
namespace {

// Typical numbers, as the docs have them.
constexpr TypicalRange kOne = {1, 1, 1};
constexpr TypicalRange kTokensOfByte = {0.2, 0.25, 1.0 / 3};
constexpr TypicalRange kPlainOutput = {25, 60, 200};  // tokens of a response
constexpr TypicalRange kReasoningOutput = {200, 700, 3000};
constexpr TypicalRange kSecondsOfToken = {0.01, 0.02, 0.05};
constexpr TypicalRange kSecondsOfRequest = {0.2, 0.5, 2};  // before the first token
constexpr TypicalRange kUnknownAtOnce = {64, 16, 4};       // --concurrency auto

// Requests for a turn of the user, and tokens that each adds to the next.
struct Steps {
  TypicalRange requests;
  TypicalRange growth;
};
constexpr Steps kSingle = {kOne, {}};
constexpr Steps kMultiTurn = {{1.3, 2, 4}, {80, 150, 400}};
constexpr Steps kMemory = {{2, 4, 8}, {100, 200, 600}};
constexpr Steps kWebSearch = {{3, 8, 20}, {500, 1500, 4000}};

const Steps& steps_of(const Category* category) {
  if (category == nullptr) return kSingle;
  if (category->judging == Judging::kMultiTurn) return kMultiTurn;
  if (category->judging != Judging::kAgentic) return kSingle;
  return category->name.starts_with("web_search") ? kWebSearch : kMemory;
}

// "48 s", "6 min", "1.5 h", "3 days".
std::string time_text(double seconds) {
  const auto with = [](double number, const char* unit) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*f %s", number < 9.95 && *unit == 'h' ? 1 : 0, number,
                  unit);
    return std::string(text);
  };
  if (seconds < 99.5) return with(seconds, "s");
  if (seconds < 99.5 * 60) return with(seconds / 60, "min");
  if (seconds < 48 * 3600) return with(seconds / 3600, "h");
  return with(seconds / 86400, "days");
}

// To two digits, as an estimate is.
std::string rounded(double number) {
  double unit = 1;
  while (number / unit >= 100) unit *= 10;
  return grouped_digits(static_cast<std::size_t>(std::lround(number / unit) * unit));
}

template <typename Text>
std::string range_text(const TypicalRange& range, std::string_view what, Text&& text) {
  const std::string low = text(range.low);
  const std::string high = text(range.high);
  std::string all = concat({text(range.likely), what});
  return low == high ? all : concat({all, " (", low, " to ", high, ")"});
}

}  // namespace

void TypicalRange::add(const TypicalRange& more) {
  low += more.low;
  likely += more.likely;
  high += more.high;
}

TypicalRange TypicalRange::times(const TypicalRange& other) const {
  return {low * other.low, likely * other.likely, high * other.high};
}

// Every request has the conversation so far: n of them have it n times, and what was added.
void RunEstimate::add(const Category* category, std::size_t turns, std::size_t bytes,
                      std::size_t responses) {
  if (responses == 0) return;
  if (bytes > 0) smallest_ = smallest_ == 0 ? bytes : std::min(smallest_, bytes);
  largest_ = std::max(largest_, bytes);
  const Steps& steps = steps_of(category);
  const auto times = static_cast<double>(std::max<std::size_t>(turns, 1));
  const TypicalRange requests =
      &steps == &kSingle ? kOne : steps.requests.times({times, times, times});
  requests_.add(requests);
  const auto each = static_cast<double>(responses);
  responses_.add(requests.times({each, each, each}));
  const auto size = static_cast<double>(bytes);
  input_.add(kTokensOfByte.times({size, size, size}).times(requests));
  const auto pairs = [](double n) { return n * (n - 1) / 2; };
  input_.add(
      steps.growth.times({pairs(requests.low), pairs(requests.likely), pairs(requests.high)}));
}

TypicalRange RunEstimate::response(bool reasoning) const {
  TypicalRange one = reasoning ? kReasoningOutput : kPlainOutput;
  if (basis_.max_tokens) {
    const auto most = static_cast<double>(*basis_.max_tokens);
    one = {std::min(one.low, most), std::min(one.likely, most), std::min(one.high, most)};
  }
  return one;
}

TypicalRange RunEstimate::output(bool reasoning) const {
  return response(reasoning).times(responses_);
}

TypicalRange RunEstimate::dollars(bool reasoning) const {
  if (!basis_.prices) return {};
  const TypicalRange tokens = output(reasoning);
  const auto cost = [this](double in, double out) {
    return basis_.prices->cost(
        {.input = static_cast<std::size_t>(in), .output = static_cast<std::size_t>(out)});
  };
  return {cost(input_.low, tokens.low), cost(input_.likely, tokens.likely),
          cost(input_.high, tokens.high)};
}

TypicalRange RunEstimate::seconds(bool reasoning) const {
  // Several responses to a request come at the same time.
  TypicalRange all = response(reasoning).times(requests_).times(kSecondsOfToken);
  all.add(requests_.times(kSecondsOfRequest));
  TypicalRange at_once = kUnknownAtOnce;
  if (basis_.concurrency > 0) {
    const auto known = static_cast<double>(basis_.concurrency);
    at_once = {known, known, known};
  }
  return {all.low / at_once.low, all.likely / at_once.likely, all.high / at_once.high};
}

std::string RunEstimate::text() const {
  EstimateSum sum;
  sum.add(*this);
  return sum.text();
}

void EstimateSum::add(const RunEstimate& run) {
  if (run.requests().likely == 0) return;
  const EstimateBasis& basis = run.basis();
  ++runs_;
  requests_.add(run.requests());
  input_.add(run.input());
  has_dollars_ = has_dollars_ && basis.prices;
  has_seconds_ = has_seconds_ && !basis.in_batches;
  for (const bool reasoning : {false, true}) {
    Kind& kind = kinds_[reasoning ? 1 : 0];
    const bool known = basis.reasoning.value_or(reasoning);
    kind.possible = kind.possible || known == reasoning;
    kind.output.add(run.output(known));
    kind.dollars.add(run.dollars(known));
    kind.seconds.add(run.seconds(known));
  }
}

std::string EstimateSum::text_of(const Kind& kind, bool reasoning) const {
  if (!kind.possible) return {};
  std::string text = concat({reasoning ? "  with reasoning: " : "  without reasoning: ",
                             range_text(kind.output, " output tokens", rounded)});
  if (has_dollars_) text += ", " + range_text(kind.dollars, "", dollars_text);
  if (has_seconds_) text += ", " + range_text(kind.seconds, "", time_text);
  return text + "\n";
}

std::string EstimateSum::text() const {
  if (runs_ == 0) return {};
  const std::string runs = runs_ == 1 ? "" : concat({" of all ", grouped_digits(runs_), " runs"});
  return concat({"Estimate", runs, " (typical range): ",
                 range_text(requests_, requests_.high == 1 ? " request" : " requests", rounded),
                 ", ", range_text(input_, " input tokens", rounded), "\n",
                 text_of(kinds_[0], false), text_of(kinds_[1], true)});
}

}  // namespace bfclx

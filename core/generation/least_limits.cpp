#include "core/generation/least_limits.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/counted.h"
#include "core/base/text.h"

namespace bfclx {
namespace {

// To two digits, and not below; to what is shown at least.
double rounded_up(double amount, double shown) {
  const double unit = std::max(std::pow(10, std::floor(std::log10(amount)) - 1), shown);
  return std::ceil(amount / unit - 1e-9) * unit;
}

// The smallest difference that `dollars_text` shows, and a token.
double shown_unit(bool cost, double amount) {
  if (!cost) return 1;
  return amount >= 0.1 ? 0.01 : 0.0001;
}

std::string rounded_up_text(bool cost, double amount) {
  const double unit = shown_unit(cost, amount);
  const double up = std::ceil(amount / unit - 1e-9) * unit;
  return cost ? dollars_text(up) : grouped_digits(static_cast<std::size_t>(std::llround(up)));
}

std::string text_of(std::string_view option, bool cost, double limit, double others, double least,
                    double most, bool whole) {
  if (least <= 0 || others + least <= limit) return {};
  const double enough = rounded_up(others + most, shown_unit(cost, others + most));
  const std::string_view unit = cost ? "" : " tokens";
  // As everywhere else; only what has to be enough is rounded up.
  const auto plain_text = [cost](double amount) {
    return cost ? dollars_text(amount) : grouped_digits(static_cast<std::size_t>(amount));
  };
  return concat({option, " ", plain_text(limit),
                 " is not enough for one entry: ", whole ? "a request" : "the prompt of a request",
                 " can take up to ", rounded_up_text(cost, most), unit,
                 others > 0 ? concat({", and ", plain_text(others), unit, cost ? " is" : " are",
                                      " already spent"})
                            : std::string(),
                 ". Pass ", rounded_up_text(cost, enough), " or more"});
}

}  // namespace

std::string too_low_text(const SpendingLimits& limits, const std::optional<TokenPrices>& prices,
                         const Amounts& others, const Amounts& greatest,
                         const RunEstimate& estimate) {
  if (estimate.largest_request() == 0) return {};
  Spending spending(limits, prices);
  const Amounts prompt = spending.most(estimate.largest_request(), 1);
  spending.set_others(others, greatest);
  const Amounts least = spending.most(estimate.smallest_request(), 1);
  const Amounts most = spending.most(estimate.largest_request(), 1);
  const bool whole = limits.response.has_value();
  std::string text;
  if (limits.cost) {
    text = text_of("--max-cost", true, *limits.cost, others.cost, least.cost, most.cost,
                   whole || most.cost > prompt.cost);
  }
  if (limits.tokens && text.empty()) {
    text = text_of("--max-tokens-total", false, static_cast<double>(*limits.tokens), others.tokens,
                   least.tokens, most.tokens, whole || most.tokens > prompt.tokens);
  }
  return text;
}

}  // namespace bfclx

#include "tools/bfclx/generate/spending_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "core/base/counted.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {
namespace {

// "3600", "90s", "30m", "8h", "1h30m": each unit at most once, the largest first.
std::optional<double> seconds_of(const std::string& text) {
  double sum = 0;
  double last = 0;  // the unit
  for (const char* at = text.c_str(); *at != '\0';) {
    if (std::isdigit(static_cast<unsigned char>(*at)) == 0 && *at != '.') return std::nullopt;
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    const bool is_plain = last == 0 && *end == '\0';
    const double unit = is_plain || *end == 's' ? 1 : *end == 'm' ? 60 : *end == 'h' ? 3600 : 0;
    if (end == at || unit == 0 || (last != 0 && unit >= last)) return std::nullopt;
    sum += number * unit;
    last = unit;
    at = *end != '\0' ? end + 1 : end;
  }
  if (!(sum > 0) || !std::isfinite(sum)) return std::nullopt;
  return sum;
}

}  // namespace

void add_spending_options(CLI::App& command, SpendingOptions& options) {
  command
      .add_option("--max-cost", options.max_cost,
                  "Cost limit in US dollars: entries that could exceed it are not started")
      ->type_name("USD")
      ->check(number(1e-6, 1e9));
  command
      .add_option("--max-tokens-total", options.max_tokens_total,
                  "Limit of input and output tokens: entries that could exceed it are not started")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000'000'000));
  command
      .add_option("--max-time", options.max_time,
                  "Time limit, such as 90s, 30m or 8h: entries that could exceed it are not\n"
                  "started. At the limit, open conversations have --stop-timeout seconds to\n"
                  "finish")
      ->type_name("TIME");
  command
      .add_option("--budget-scope", options.scope,
                  "What --max-cost and --max-tokens-total count. folder (default): all commands\n"
                  "that wrote to the result folder. command: only this one")
      ->type_name("SCOPE")
      ->check(CLI::IsMember({"folder", "command"}));
  command
      .add_option("--price", options.price,
                  "US dollars per million tokens: in=3,out=15,cached=0.3,written=3.75\n"
                  "(cached: cache reads; written: cache writes, default 1.25 times `in`).\n"
                  "batch=0.5: price factor for --batch. Default: from the model registry")
      ->type_name("P");
}

SpendingLimits chosen_limits(const SpendingOptions& options) {
  SpendingLimits limits{options.max_cost, options.max_tokens_total, std::nullopt};
  if (options.max_time.empty()) return limits;
  limits.seconds = seconds_of(options.max_time);
  if (!limits.seconds) {
    throw UsageError("--max-time " + options.max_time +
                     ": expected a time above 0, in seconds or such as 90s, 30m, 8h or 1h30m");
  }
  return limits;
}

static TokenPrices given_prices(const std::string& text) {
  const Result<TokenPrices> prices = read_prices(text);
  if (!prices.ok()) throw UsageError("--price " + text + ": " + prices.error().message);
  return *prices;
}

void check_spending(const SpendingOptions& options) {
  if (options.scope != "folder" && !options.max_cost && !options.max_tokens_total) {
    throw UsageError("--budget-scope needs --max-cost or --max-tokens-total");
  }
  chosen_limits(options);
  if (!options.price.empty()) given_prices(options.price);
}

std::optional<TokenPrices> chosen_prices(const SpendingOptions& options, const Model* registered) {
  if (!options.price.empty()) return given_prices(options.price);
  if (registered != nullptr && registered->input_price && registered->output_price) {
    return TokenPrices{*registered->input_price, *registered->output_price};
  }
  if (options.max_cost) {
    throw UsageError(
        "--max-cost needs prices, and the model registry has none for this model: "
        "pass --price in=...,out=... (US dollars per million tokens)");
  }
  return std::nullopt;
}

SpendingOptions for_next_run(SpendingOptions& left) {
  SpendingOptions next = left;
  left.is_further = true;
  return next;
}

bool take_spent(SpendingOptions& options, const Spent& spent,
                const std::optional<TokenPrices>& prices) {
  const SpendingLimits limits = chosen_limits(options);
  if (!limits.any()) return true;
  if (spent.at_limit) return false;
  const bool counts = options.places == nullptr;
  if (counts && limits.cost && prices) {
    options.max_cost = *limits.cost - prices->cost(spent.tokens) - spent.lost.cost;
  }
  if (counts && limits.tokens) {
    const std::size_t tokens =
        spent.tokens.all() + static_cast<std::size_t>(std::ceil(spent.lost.tokens));
    options.max_tokens_total = *limits.tokens - std::min(*limits.tokens, tokens);
  }
  if (limits.seconds) options.max_time = std::to_string(*limits.seconds - spent.seconds);
  return (!options.max_cost || *options.max_cost > 0) &&
         (!options.max_tokens_total || *options.max_tokens_total > 0) &&
         (!limits.seconds || *limits.seconds > spent.seconds);
}

std::string spent_text(const Spent& spent, const std::optional<TokenPrices>& prices) {
  const TokenCounts& tokens = spent.tokens;
  std::string text = "spent ";
  if (prices) text += dollars_text(prices->cost(tokens)) + ": ";
  text += counted(tokens.input, "input token", "input tokens");
  if (tokens.cached > 0) text += " (" + grouped_digits(tokens.cached) + " cached)";
  text += ", " + counted(tokens.output, "output token", "output tokens");
  if (tokens.reasoning > 0) text += " (" + grouped_digits(tokens.reasoning) + " of reasoning)";
  if (spent.lost.tokens > 0) {
    text += "; requests without a response add at most ";
    text += prices ? dollars_text(spent.lost.cost)
                   : grouped_digits(static_cast<std::size_t>(spent.lost.tokens)) + " tokens";
  }
  if (spent.others.tokens > 0) {
    text += "; total with earlier or parallel runs: ";
    text += prices ? dollars_text(prices->cost(tokens) + spent.lost.cost + spent.others.cost)
                   : grouped_digits(tokens.all() + static_cast<std::size_t>(spent.lost.tokens +
                                                                            spent.others.tokens)) +
                         " tokens";
  }
  if (spent.uncounted == 0) return text;
  return text + "; " + counted(spent.uncounted, "response", "responses") +
         " without token counts not included" +
         (tokens.all() > 0 ? " (limits count the mean for each)" : "");
}

}  // namespace bfclx::tools

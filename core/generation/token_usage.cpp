#include "core/generation/token_usage.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <string>

#include "core/base/text.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kInput[] = {"prompt_tokens", "input_tokens", "promptTokenCount",
                                  "inputTokens"};
constexpr string_view kOutput[] = {"completion_tokens", "output_tokens", "candidatesTokenCount",
                                   "outputTokens"};
// Inside of the input, by the detail that has it; and beside the input.
constexpr string_view kDetails[] = {"prompt_tokens_details", "input_tokens_details"};
constexpr string_view kCachedInside[] = {"cached_tokens", "cachedContentTokenCount"};
constexpr string_view kCachedBeside[] = {"cache_read_input_tokens", "cacheReadInputTokens"};
constexpr string_view kWrittenBeside[] = {"cache_creation_input_tokens", "cacheWriteInputTokens"};
constexpr string_view kReasoningBeside[] = {"thoughtsTokenCount"};

std::size_t count_in(const Value& usage, std::span<const string_view> names) {
  for (const string_view name : names) {
    const Value* value = given_member(usage, name);
    if (value != nullptr && value->is_small_int() && value->as_int64() > 0) {
      return static_cast<std::size_t>(value->as_int64());
    }
  }
  return 0;
}

}  // namespace

void TokenCounts::add(const TokenCounts& more) {
  input += more.input;
  cached += more.cached;
  output += more.output;
}

TokenCounts tokens_in(const Value& usage) {
  TokenCounts counts;
  counts.input = count_in(usage, kInput);
  counts.output = count_in(usage, kOutput) + count_in(usage, kReasoningBeside);
  counts.cached = count_in(usage, kCachedInside);
  for (const string_view name : kDetails) {
    const Value* details = given_member(usage, name);
    if (details != nullptr)
      counts.cached = std::max(counts.cached, count_in(*details, kCachedInside));
  }
  counts.cached = std::min(counts.cached, counts.input);
  const std::size_t beside = count_in(usage, kCachedBeside);
  counts.input += beside + count_in(usage, kWrittenBeside);
  counts.cached += beside;
  return counts;
}

double TokenPrices::cost(const TokenCounts& tokens) const {
  const auto dollars = [](std::size_t count, double price) {
    return static_cast<double>(count) * price / 1e6;
  };
  return dollars(tokens.input - std::min(tokens.cached, tokens.input), input) +
         dollars(tokens.cached, cached.value_or(input)) + dollars(tokens.output, output);
}

Result<TokenPrices> read_prices(string_view text) {
  const auto wrong = [] {
    return Error{.kind = "ValueError",
                 .message =
                     "expected US dollars for a million tokens, such as "
                     "in=3,out=15,cached=0.3 (cached can be left out)"};
  };
  std::optional<double> input;
  std::optional<double> output;
  std::optional<double> cached;
  while (true) {
    const std::size_t end = std::min(text.find(','), text.size());
    const string_view item = text.substr(0, end);
    const std::size_t equals = std::min(item.find('='), item.size());
    const string_view name = item.substr(0, equals);
    std::optional<double>* price = name == "in"       ? &input
                                   : name == "out"    ? &output
                                   : name == "cached" ? &cached
                                                      : nullptr;
    if (price == nullptr || price->has_value() || equals == item.size()) return wrong();
    const char* first = item.data() + equals + 1;
    const char* last = item.data() + item.size();
    double value = 0;
    const auto [stop, error] = std::from_chars(first, last, value);
    if (error != std::errc() || stop != last || !(value >= 0) || !std::isfinite(value)) {
      return wrong();
    }
    *price = value;
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  if (!input || !output) return wrong();
  return TokenPrices{*input, *output, cached};
}

}  // namespace bfclx

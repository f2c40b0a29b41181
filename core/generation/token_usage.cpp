#include "core/generation/token_usage.h"

#include <algorithm>
#include <span>
#include <string>

#include "core/base/float_text.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kInput[] = {"prompt_tokens", "input_tokens", "promptTokenCount",
                                  "inputTokens"};
constexpr string_view kOutput[] = {"completion_tokens", "output_tokens", "candidatesTokenCount",
                                   "outputTokens"};
constexpr string_view kTotal[] = {"total_tokens"};
constexpr string_view kUsage = "\"usage";  // begins the names of all
// What a token that is written into the cache costs, in those that are read from the prompt.
constexpr double kWrittenPrice = 1.25;
constexpr std::size_t kShownItem = 40;  // of a price that is refused
// Of one response. Only integers from 0 to below this are counts.
constexpr std::int64_t kTokensEnd = 1'000'000'000;
// Inside of the input, by the detail that has it; and beside the input.
constexpr string_view kDetails[] = {"prompt_tokens_details", "input_tokens_details"};
constexpr string_view kCachedInside[] = {"cached_tokens", "cachedContentTokenCount"};
constexpr string_view kCachedBeside[] = {"cache_read_input_tokens", "cacheReadInputTokens"};
constexpr string_view kWrittenBeside[] = {"cache_creation_input_tokens", "cacheWriteInputTokens"};
constexpr string_view kReasoningBeside[] = {"thoughtsTokenCount"};
// Inside of the output, by the detail that has it.
constexpr string_view kOutputDetails[] = {"completion_tokens_details", "output_tokens_details"};
constexpr string_view kReasoning[] = {"reasoning_tokens", "thoughtsTokenCount"};

bool is_count(const Value& value) {
  return value.is_small_int() && value.as_int64() >= 0 && value.as_int64() < kTokensEnd;
}

std::size_t count_in(const Value& usage, std::span<const string_view> names) {
  for (const string_view name : names) {
    const Value* value = given_member(usage, name);
    if (value != nullptr && is_count(*value) && value->as_int64() > 0) {
      return static_cast<std::size_t>(value->as_int64());
    }
  }
  return 0;
}

bool has_malformed_count(const Value& usage) {
  for (const std::span<const string_view> names :
       {std::span<const string_view>(kInput), std::span<const string_view>(kOutput),
        std::span<const string_view>(kCachedBeside), std::span<const string_view>(kWrittenBeside),
        std::span<const string_view>(kReasoningBeside)}) {
    for (const string_view name : names) {
      const Value* value = given_member(usage, name);
      if (value != nullptr && !is_count(*value)) return true;
    }
  }
  return false;
}

// "3", "0.25"
bool is_amount(string_view text) {
  const auto is_number = [](string_view digits) {
    return !digits.empty() && digits.size() <= 12 &&
           std::all_of(digits.begin(), digits.end(), is_digit);
  };
  const std::size_t point = text.find('.');
  if (point == string_view::npos) return is_number(text);
  return is_number(text.substr(0, point)) && is_number(text.substr(point + 1));
}

TokenCounts counts_of(const Value& usage) {
  TokenCounts counts;
  if (has_malformed_count(usage)) return counts;
  counts.input = count_in(usage, kInput);
  counts.output = count_in(usage, kOutput) + count_in(usage, kReasoningBeside);
  counts.reasoning = count_in(usage, kReasoning);
  for (const string_view name : kOutputDetails) {
    const Value* details = given_member(usage, name);
    if (details != nullptr)
      counts.reasoning = std::max(counts.reasoning, count_in(*details, kReasoning));
  }
  // Grok's reasoning is beside its output: only so the total is right.
  const std::size_t total = count_in(usage, kTotal);
  if (counts.reasoning > 0 && total == counts.all() + counts.reasoning) {
    counts.output += counts.reasoning;
  }
  counts.reasoning = std::min(counts.reasoning, counts.output);
  counts.cached = count_in(usage, kCachedInside);
  for (const string_view name : kDetails) {
    const Value* details = given_member(usage, name);
    if (details != nullptr)
      counts.cached = std::max(counts.cached, count_in(*details, kCachedInside));
  }
  counts.cached = std::min(counts.cached, counts.input);
  // A proxy that speaks OpenAI's protocol has counted these already.
  if (count_in(usage, std::span(kInput).first(1)) > 0) return counts;
  const std::size_t beside = count_in(usage, kCachedBeside);
  counts.written = count_in(usage, kWrittenBeside);
  counts.input += beside + counts.written;
  counts.cached += beside;
  return counts;
}

}  // namespace

void TokenCounts::add(const TokenCounts& more) {
  input += more.input;
  cached += more.cached;
  output += more.output;
  reasoning += more.reasoning;
  written += more.written;
}

TokenCounts tokens_in(const Value& usage) {
  // Cohere counts what it bills, and all; what is billed has a price.
  for (const string_view name : {"billed_units", "tokens"}) {
    const Value* nested = given_member(usage, name);
    if (nested != nullptr && nested->is_dict()) return counts_of(*nested);
  }
  return counts_of(usage);
}

namespace {

TokenCounts tokens_in_object(const Value& object) {
  for (const string_view name : {"usage", "usageMetadata"}) {
    if (const Value* usage = given_member(object, name)) return tokens_in(*usage);
  }
  const Value* message = given_member(object, "message");
  const Value* usage = message != nullptr ? given_member(*message, "usage") : nullptr;
  return usage != nullptr ? tokens_in(*usage) : TokenCounts();
}

// The events of a stream have counts so far, or a part of them each.
TokenCounts tokens_in_events(string_view body) {
  constexpr string_view kData = "data:";
  TokenCounts most;
  while (!body.empty()) {
    const std::size_t end = std::min(body.find('\n'), body.size());
    const string_view line = body.substr(0, end);
    body.remove_prefix(std::min(end + 1, body.size()));
    if (!line.starts_with(kData) || line.find(kUsage) == string_view::npos) continue;
    const Result<Value> event = json_loads(line.substr(kData.size()));
    if (!event.ok()) continue;
    const TokenCounts counts = tokens_in_object(*event);
    most.input = std::max(most.input, counts.input);
    most.cached = std::max(most.cached, counts.cached);
    most.written = std::max(most.written, counts.written);
    most.output = std::max(most.output, counts.output);
    most.reasoning = std::max(most.reasoning, counts.reasoning);
  }
  return most;
}

}  // namespace

TokenCounts tokens_in_body(string_view body) {
  if (body.find(kUsage) == string_view::npos) return {};
  const Result<Value> whole = json_loads(body);
  return whole.ok() ? tokens_in_object(*whole) : tokens_in_events(body);
}

double TokenPrices::cost(const TokenCounts& tokens) const {
  const auto dollars = [](std::size_t count, double price) {
    return static_cast<double>(count) * price / 1e6;
  };
  const std::size_t cheap = std::min(tokens.cached, tokens.input);
  const std::size_t dear = std::min(tokens.written, tokens.input - cheap);
  return dollars(tokens.input - cheap - dear, input) + dollars(cheap, cached.value_or(input)) +
         dollars(dear, written.value_or(input * kWrittenPrice)) + dollars(tokens.output, output);
}

TokenPrices TokenPrices::in_batches() const {
  const double factor = batch_factor();
  TokenPrices prices = *this;
  prices.input *= factor;
  prices.output *= factor;
  if (prices.cached) *prices.cached *= factor;
  if (prices.written) *prices.written *= factor;
  return prices;
}

Result<TokenPrices> read_prices(string_view text) {
  const auto wrong = [](std::string what) {
    return Error{
        .kind = "ValueError",
        .message = std::move(what) +
                   ": expected US dollars per million tokens, such as "
                   "in=3,out=15,cached=0.3,written=3.75,batch=0.5 (cached, written and batch "
                   "can be left out; batch is a factor from 0 to 1)"};
  };
  std::optional<double> input;
  std::optional<double> output;
  std::optional<double> cached;
  std::optional<double> written;
  std::optional<double> batch;
  while (true) {
    const std::size_t end = std::min(text.find(','), text.size());
    const string_view item = text.substr(0, end);
    const std::size_t equals = std::min(item.find('='), item.size());
    const string_view name = item.substr(0, equals);
    std::optional<double>* price = name == "in"        ? &input
                                   : name == "out"     ? &output
                                   : name == "cached"  ? &cached
                                   : name == "written" ? &written
                                   : name == "batch"   ? &batch
                                                       : nullptr;
    const std::string shown = "`" + sanitize_utf8(item.substr(0, kShownItem)) + "`";
    if (price == nullptr) return wrong("unknown item " + shown);
    if (price->has_value()) return wrong("duplicate item " + shown);
    const string_view number = item.substr(std::min(equals + 1, item.size()));
    if (!is_amount(number)) return wrong("malformed item " + shown);
    *price = parse_decimal(number);
    if (batch.value_or(0) > 1) return wrong("malformed item " + shown);
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
  if (!input || !output) return wrong(input ? "out is missing" : "in is missing");
  return TokenPrices{*input, *output, cached, written, batch};
}

}  // namespace bfclx

#include "tools/bfclx/net/policy.h"

#include <curl/curl.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string>

namespace bfclx::net {
namespace {

constexpr double kLongestWait = 3600;
constexpr double kStart = 8;      // under way at once when automatic begins
constexpr double kCut = 0.7;      // what a refusal leaves
constexpr double kGrowth = 0.05;  // a round, after slow start
constexpr double kWorthDoubling = 1.15;
constexpr double kWorthGrowth = 1.025;
constexpr double kFading = 0.98;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// A plain decimal number of seconds; nothing for anything else.
std::optional<double> number(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (copy.empty() || end != copy.c_str() + copy.size() || !std::isfinite(value)) return {};
  return value;
}

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr Unit kUnits[] = {{"ms", 0.001}, {"h", 3600}, {"m", 60}, {"s", 1}, {"d", 86400}};

// "6m0s", "20ms", "1.5s", "1h2m": lengths of time as OpenAI's headers have them.
std::optional<double> length_of_time(std::string_view text) {
  double total = 0;
  if (text.empty()) return {};
  while (!text.empty()) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::optional<double> value = number(text.substr(0, digits));
    if (!value) return {};
    text.remove_prefix(digits);
    const Unit* unit = std::find_if(std::begin(kUnits), std::end(kUnits), [text](const Unit& one) {
      return text.substr(0, one.name.size()) == one.name;
    });
    if (unit == std::end(kUnits)) return {};
    total += *value * unit->seconds;
    text.remove_prefix(unit->name.size());
  }
  return total;
}

// "2026-11-22T06:10:00Z", with fractions and offsets left out; libcurl reads the other forms.
std::optional<double> date(std::string_view text) {
  std::string plain(text);
  if (plain.size() >= 19 && plain[10] == 'T') {
    plain[10] = ' ';
    plain.resize(19);
    plain.erase(std::remove(plain.begin(), plain.begin() + 10, '-'), plain.begin() + 10);
    plain += " GMT";
  }
  const std::time_t when = curl_getdate(plain.c_str(), nullptr);
  if (when == -1) return {};
  return static_cast<double>(when);
}

// A time to wait in any of the forms in use: seconds, a length, a date, or a Unix time.
std::optional<double> wait_of(std::string_view text, double unix_now) {
  if (const std::optional<double> seconds = number(text)) {
    if (*seconds > 1e11) return *seconds / 1000 - unix_now;  // milliseconds since 1970
    if (*seconds > 1e8) return *seconds - unix_now;
    return seconds;
  }
  if (const std::optional<double> length = length_of_time(text)) return length;
  if (const std::optional<double> when = date(text)) return *when - unix_now;
  return {};
}

std::string_view find(const Headers& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

// Pairs of headers: what is left of a limit, and when it is whole again.
struct LimitHeaders {
  std::string_view left;
  std::string_view reset;
};
constexpr LimitHeaders kLimits[] = {
    {"x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"},
    {"x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"},
    {"x-ratelimit-remaining", "x-ratelimit-reset"},
    {"ratelimit-remaining", "ratelimit-reset"},
    {"anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"},
    {"anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"},
    {"anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"},
    {"anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"},
};

// Words of services for an account that has no money left: waiting does not help.
constexpr std::string_view kSpent[] = {"insufficient_quota", "billing_hard_limit",
                                       "credit balance is too low", "Insufficient Balance",
                                       "exceeded your current quota, please check your plan"};

struct StatusRow {
  int status;
  Reception reception;
};
constexpr StatusRow kStatus[] = {
    {401, Reception::kForbidden}, {402, Reception::kForbidden}, {403, Reception::kForbidden},
    {404, Reception::kNowhere},   {405, Reception::kNowhere},   {407, Reception::kNowhere},
    {408, Reception::kBroken},    {409, Reception::kBroken},    {425, Reception::kSlower},
    {429, Reception::kSlower},    {503, Reception::kBroken},    {529, Reception::kSlower},
};

constexpr Reception kOfFailure[kFailures] = {
    Reception::kAnswer,  Reception::kNowhere, Reception::kGone,   Reception::kGone,
    Reception::kNowhere, Reception::kBroken,  Reception::kBroken, Reception::kBroken,
    Reception::kNowhere, Reception::kNowhere, Reception::kBroken};

}  // namespace

std::string_view requests_error(Failure failure) {
  switch (failure) {
    case Failure::kUrl:
      return "InvalidURL";
    case Failure::kTimeout:
      return "ReadTimeout";
    case Failure::kTls:
      return "SSLError";
    case Failure::kRedirect:
      return "TooManyRedirects";
    default:
      return "ConnectionError";
  }
}

Reception reception_of(const Response& response) {
  if (!response.answered()) return kOfFailure[static_cast<std::size_t>(response.failure)];
  if (response.status >= 300 && response.status < 400) return Reception::kNowhere;
  if (response.status == 429 || response.status == 400) {
    const std::string_view head = std::string_view(response.body).substr(0, 4096);
    for (std::string_view words : kSpent) {
      if (contains(head, words)) return Reception::kForbidden;
    }
  }
  if (response.status == 503 && !response.header("retry-after").empty()) return Reception::kSlower;
  for (const StatusRow& row : kStatus) {
    if (row.status == response.status) return row.reception;
  }
  return response.status >= 500 ? Reception::kBroken : Reception::kAnswer;
}

std::optional<double> asked_wait(const Headers& headers, double unix_now) {
  const auto bounded = [](double wait) { return std::clamp(wait, 0.0, kLongestWait); };
  if (const auto milliseconds = number(find(headers, "retry-after-ms"))) {
    return bounded(*milliseconds / 1000);
  }
  if (const auto wait = wait_of(find(headers, "retry-after"), unix_now)) return bounded(*wait);
  std::optional<double> longest;
  for (const LimitHeaders& limit : kLimits) {
    const auto left = number(find(headers, limit.left));
    if (!left || *left > 0) continue;
    const auto wait = wait_of(find(headers, limit.reset), unix_now);
    if (wait) longest = std::max(longest.value_or(0), bounded(*wait));
  }
  return longest;
}

ConcurrencyLimit::ConcurrencyLimit(std::size_t most, bool automatic)
    : most_(std::max<double>(1, static_cast<double>(most))),
      limit_(automatic ? std::min(kStart, most_) : most_),
      automatic_(automatic),
      slow_start_(automatic) {}

void ConcurrencyLimit::answered(double now, bool crowded) {
  if (round_start_ < 0) {
    round_start_ = now;
    round_limit_ = limit_;
  } else {
    ++round_answers_;
  }
  round_crowded_ = round_crowded_ && crowded;
  if (crowded && slow_start_) limit_ = std::min(most_, limit_ + 1);
  if (static_cast<double>(round_answers_) >= std::max(round_limit_, kStart)) end_round(now);
}

void ConcurrencyLimit::end_round(double now) {
  const double rate = static_cast<double>(round_answers_) / std::max(now - round_start_, 1e-6);
  const bool grown = round_limit_ >= 1.5 * best_limit_;
  const double worth = !slow_start_ ? kWorthGrowth : grown ? kWorthDoubling : 1.0;
  if (rate > best_rate_ * worth) {
    best_limit_ = round_limit_;
  } else if (slow_start_ && grown && round_crowded_) {
    slow_start_ = false;  // twice as many under way brought hardly more
    limit_ = std::max(1.0, best_limit_);
  } else if (automatic_ && !slow_start_ && round_limit_ > 1.2 * best_limit_) {
    limit_ = std::max(1.0, best_limit_);
  }
  best_rate_ = std::max(rate, best_rate_ * kFading);
  if (!slow_start_ && round_crowded_) {
    limit_ = std::min(most_, limit_ + std::max(1.0, limit_ * kGrowth));
  }
  round_start_ = now;
  round_limit_ = limit_;
  round_answers_ = 0;
  round_crowded_ = true;
}

void ConcurrencyLimit::refused(double sent, double now) {
  slow_start_ = false;
  if (sent < last_cut_) return;
  last_cut_ = now;
  limit_ = std::max(1.0, limit_ * kCut);
  best_limit_ = std::min(best_limit_, limit_);
  best_rate_ = 0;
  round_start_ = -1;
  round_answers_ = 0;
}

}  // namespace bfclx::net

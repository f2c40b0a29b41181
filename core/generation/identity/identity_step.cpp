#include "core/generation/identity/identity_step.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/calendar.h"
#include "core/base/text.h"
#include "core/conversation/server_message.h"
#include "core/conversation/values.h"
#include "core/generation/identity/unusable_token.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

constexpr double kLongestLife = 10.0 * 366 * 86400;
constexpr double kUnknownLife = 600;  // of a token whose end is not given
constexpr int kOk = 200;

// "invalid_grant: Token has been revoked", as RFC 6749 (5.2) has it; else what any server says.
std::string stated(std::string_view body) {
  const Result<Value> read = json_loads(body);
  const std::string_view kind = read.ok() ? text_member(*read, "error") : std::string_view();
  if (kind.empty()) return server_message(body);
  const std::string_view why = text_member(*read, "error_description");
  return server_message(concat({kind, why.empty() ? "" : ": ", why}));
}

bool passes(int status) { return status == 408 || status == 429 || status >= 500; }

std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(at, count)) {
    if (!is_digit(c)) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

// Seconds that a zone ("Z", "+02:00", "UTC") is before UTC.
std::optional<int> zone_of(std::string_view text) {
  if (text.empty() || text == "Z" || text == "z" || text == "UTC") return 0;
  const std::optional<int> hours = digits(text, 1, 2);
  const std::optional<int> minutes = digits(text, text.size() == 5 ? 3 : 4, 2);
  if ((text.front() != '+' && text.front() != '-') || !hours || !minutes) return std::nullopt;
  const int seconds = *hours * 3600 + *minutes * 60;
  return text.front() == '+' ? seconds : -seconds;
}

}  // namespace

IdentityStep refused_step(const RequestOutcome& outcome, std::string_view who,
                          std::string_view advice) {
  if (!outcome.has_response()) return failed_step(std::string(outcome.error), true);
  const std::string said = stated(outcome.body);
  const bool later = passes(outcome.status);
  return failed_step(concat({who, ": status ", std::to_string(outcome.status),
                             said.empty() ? "" : ", ", said, later ? "" : advice}),
                     later);
}

std::optional<Value> json_object(const RequestOutcome& outcome) {
  if (!outcome.has_response() || outcome.status != kOk) return std::nullopt;
  if (outcome.body.size() > kMostIdentityBytes) return std::nullopt;
  Result<Value> read = json_loads(outcome.body);
  if (!read.ok() || !read->is_dict()) return std::nullopt;
  return std::move(read).value();
}

IdentityStep malformed_step(std::string_view who) {
  return failed_step(concat({who, ": the response has no credentials"}), true);
}

IdentityStep read_token(const RequestOutcome& outcome, double now, std::string_view who,
                        std::string_view advice) {
  if (!outcome.has_response() || outcome.status != kOk) return refused_step(outcome, who, advice);
  const std::optional<Value> object = json_object(outcome);
  if (!object) return malformed_step(who);
  Credentials credentials;
  credentials.token = token_member(*object, "access_token");
  if (!unusable_member(*object, {"access_token"}).empty()) {
    return unusable_step(who, "access_token");
  }
  const std::string_view type = text_member(*object, "token_type");
  if (credentials.token.empty() || (!type.empty() && lower_ascii(type) != "bearer")) {
    return malformed_step(who);
  }
  // Azure's services of a machine say when it ends, the others how long it lives.
  const std::optional<double> end = number_member(*object, "expires_on");
  const double life =
      end ? *end - now : number_member(*object, "expires_in").value_or(kUnknownLife);
  if (!(life > 0)) return failed_step(concat({who, ": the token has already expired"}), true);
  credentials.expires = now + std::min(life, kLongestLife);
  return credentials_step(std::move(credentials));
}

std::string token_member(const Value& object, std::string_view name) {
  const std::string_view text = text_member(object, name);
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 127; });
  return plain && text.size() <= kMostTokenBytes ? std::string(text) : std::string();
}

Error member_error(const Value& object, std::string_view name) {
  const Value* value = present(object, name);
  if (value == nullptr || (value->is_str() && value->as_str().empty())) {
    return credentials_error(concat({name, " is missing"}));
  }
  return credentials_error(
      concat({name, value->is_str() ? " is malformed" : " has the wrong type: expected a string"}));
}

Status check_texts(const Value& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const Value* value = present(object, name);
    if (value != nullptr && !value->is_str()) return member_error(object, name);
  }
  return {};
}

std::optional<double> number_member(const Value& object, std::string_view name) {
  const Value* value = present(object, name);
  if (value == nullptr) return std::nullopt;
  double number = 0;
  if (value->is_small_int()) {
    number = static_cast<double>(value->as_int64());
  } else if (value->is_float()) {
    number = value->as_float();
  } else if (value->is_str()) {
    const std::string text(value->as_str());
    const bool plain =
        std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == '.'; });
    constexpr std::size_t kLongest = 20;
    if (text.empty() || text.size() > kLongest || !plain) return std::nullopt;
    number = std::strtod(text.c_str(), nullptr);
  } else {
    return std::nullopt;
  }
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> time_of(std::string_view text) {
  const std::optional<int> year = digits(text, 0, 4);
  const std::optional<int> month = digits(text, 5, 2);
  const std::optional<int> day = digits(text, 8, 2);
  const std::optional<int> hour = digits(text, 11, 2);
  const std::optional<int> minute = digits(text, 14, 2);
  const std::optional<int> second = digits(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  if (*month < 1 || *month > 12 || *day < 1 || *day > days_in_month(*year, *month)) {
    return std::nullopt;
  }
  if (*hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  std::size_t at = 19;
  if (at < text.size() && text[at] == '.') {
    ++at;
    while (at < text.size() && is_digit(text[at])) ++at;
  }
  const std::optional<int> zone = zone_of(text.substr(at));
  if (!zone) return std::nullopt;
  const double days = static_cast<double>(day_since_1970(*year, *month, *day));
  return days * 86400 + *hour * 3600 + *minute * 60 + *second - *zone;
}

std::string percent_encoded(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
  std::string form;
  for (const auto& [name, value] : members) {
    form.append(form.empty() ? "" : "&").append(name).append("=").append(percent_encoded(value));
  }
  return form;
}

}  // namespace bfclx

#include "core/generation/identity/aws_process.h"

#include <utility>

#include "core/base/text.h"
#include "core/conversation/values.h"
#include "core/generation/identity/unusable_token.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

constexpr int kVersion = 1;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

Result<std::vector<std::string>> process_arguments(std::string_view command) {
  std::vector<std::string> arguments;
  char quote = 0;
  bool open = false;  // an argument has begun; "" is one
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && is_space(c)) {
      open = false;
      continue;
    }
    if (!std::exchange(open, true)) arguments.emplace_back();
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'') {
      if (i + 1 == command.size()) {
        return credentials_error("credential_process ends with a backslash");
      }
      const char next = command[++i];
      if (quote == '"' && next != '"' && next != '\\') arguments.back() += c;
      arguments.back() += next;
    } else {
      arguments.back() += c;
    }
  }
  if (quote != 0) return credentials_error("credential_process has a quote that is not closed");
  if (arguments.empty() || arguments.front().empty()) {
    return credentials_error("credential_process names no program");
  }
  return arguments;
}

void ProcessOutput::add(std::string_view line) {
  text_.append(line).append("\n");
  // Nothing after the first complete object can make the output valid.
  if (tried_ || !ends_object(line)) return;
  tried_ = true;
  const Result<Value> read = json_loads(text_);
  whole_ = read.ok() && read->is_dict();
}

// Whether the outermost object ends in the line.
bool ProcessOutput::ends_object(std::string_view line) {
  bool ended = false;
  for (const char c : line) {
    if (std::exchange(escaped_, false)) continue;
    if (c == '\\') {
      escaped_ = in_string_;
    } else if (c == '"') {
      in_string_ = !in_string_;
    } else if (!in_string_ && c == '{') {
      ++depth_;
    } else if (!in_string_ && c == '}' && depth_ > 0) {
      ended = --depth_ == 0 || ended;
    }
  }
  return ended;
}

IdentityStep aws_process_step(std::string_view command, std::string_view profile) {
  Result<std::vector<std::string>> arguments = process_arguments(command);
  if (!arguments.ok()) {
    return failed_step(concat({"profile ", profile, ": ", arguments.error().message}));
  }
  IdentityStep step;
  step.program = {std::move(arguments).value()};
  step.read = [who = concat({"credential_process of profile ", profile})](
                  const RequestOutcome& outcome, double now) {
    if (outcome.has_response()) return aws_process_keys(outcome.body, who, now);
    return failed_step(concat({who, ": the program ", outcome.error}));
  };
  return step;
}

IdentityStep aws_process_keys(std::string_view output, std::string_view who, double now) {
  const auto malformed = [who](std::string_view what) {
    return failed_step(concat({who, ": ", what}));
  };
  const Result<Value> read = json_loads(output);
  if (!read.ok() || !read->is_dict()) return malformed("the output is not a JSON object");
  const Value* version = present(*read, "Version");
  if (version == nullptr || !version->is_small_int() || version->as_int64() != kVersion) {
    return malformed("the output has no \"Version\": 1");
  }
  Credentials keys;
  keys.id = token_member(*read, "AccessKeyId");
  keys.secret = token_member(*read, "SecretAccessKey");
  keys.session = token_member(*read, "SessionToken");
  const std::string_view unusable =
      unusable_member(*read, {"AccessKeyId", "SecretAccessKey", "SessionToken"});
  if (!unusable.empty()) return unusable_step(who, unusable, false);
  if (keys.id.empty()) return malformed("AccessKeyId is missing in the output");
  if (keys.secret.empty()) return malformed("SecretAccessKey is missing in the output");
  // Without an end they are not renewed.
  const Value* expiration = present(*read, "Expiration");
  if (expiration != nullptr && !expiration->is_none()) {
    const std::optional<double> end = time_of(text_member(*read, "Expiration"));
    if (!end) return malformed("Expiration is malformed in the output");
    if (*end <= now) return malformed("the keys have already expired");
    keys.expires = *end;
  }
  return credentials_step(std::move(keys));
}

}  // namespace bfclx

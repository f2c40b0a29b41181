// IdentityStep: how credentials are requested from an identity provider, without I/O.
//
// A way to credentials is a chain of requests. A step has the next request, or what came of the
// chain. The driver sends the request and hands its outcome to `read`, which gives the next step.
// In place of a request, a step may have a program of the user that prints the credentials.
// Times are seconds since 1970. What a server sends is hostile: it is bounded, and nothing of it
// becomes a part of an address but checked names.
#ifndef BFCLX_CORE_GENERATION_IDENTITY_IDENTITY_STEP_H_
#define BFCLX_CORE_GENERATION_IDENTITY_IDENTITY_STEP_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/generation/request_outcome.h"
#include "core/value/value.h"

namespace bfclx {

// Bytes that a response of an identity provider may have, and a token.
inline constexpr std::size_t kMostIdentityBytes = std::size_t{256} << 10;
inline constexpr std::size_t kMostTokenBytes = std::size_t{16} << 10;

struct Credentials {
  std::string token = {};  // of "Authorization: Bearer"; empty for keys that sign
  std::string id = {};     // keys of Amazon
  std::string secret = {};
  std::string session = {};
  double expires = 0;  // 0: never
};

// Keys that sign a request, as Signature Version 4 has it.
struct SigningKeys {
  Credentials keys;
  std::string region;
  std::string service;
};

struct IdentityRequest {
  std::string method = "GET";
  std::string url;
  HeaderList headers = {};
  HeaderList secrets = {};  // headers that go to this server alone
  std::string body = {};
  bool of_machine = false;               // a service of this machine: never through a proxy
  std::vector<std::string> hidden = {};  // secrets in it that no message may show
  std::optional<SigningKeys> signature = std::nullopt;
};

// Runs without a shell and without input. Its output is the body of the outcome.
struct IdentityProgram {
  std::vector<std::string> arguments;  // its name first
};

struct IdentityError {
  std::string message;
  bool passes = false;  // another try may succeed
};

struct IdentityStep {
  // Exactly one of these is there.
  std::optional<IdentityRequest> request = std::nullopt;
  std::optional<IdentityProgram> program = std::nullopt;
  std::optional<Credentials> credentials = std::nullopt;
  std::optional<IdentityError> error = std::nullopt;
  // What follows from the outcome of `request` or `program`.
  std::function<IdentityStep(const RequestOutcome& outcome, double now)> read = {};
};

// What is wrong with credentials or their settings.
inline Error credentials_error(std::string message) {
  return {"CredentialsError", std::move(message)};
}

inline IdentityStep credentials_step(Credentials credentials) {
  IdentityStep step;
  step.credentials = std::move(credentials);
  return step;
}
inline IdentityStep failed_step(std::string message, bool passes = false) {
  IdentityStep step;
  step.error = {std::move(message), passes};
  return step;
}

// What came of a request without a usable response: `who` names the server, `advice` says what to
// do where it refuses.
IdentityStep refused_step(const RequestOutcome& outcome, std::string_view who,
                          std::string_view advice);
// The JSON object of a response with status 200; nullopt where it is none.
std::optional<Value> json_object(const RequestOutcome& outcome);
// A response of another shape.
IdentityStep malformed_step(std::string_view who);
// The answer of an OAuth 2.0 token endpoint (RFC 6749, 5.1), read into credentials.
IdentityStep read_token(const RequestOutcome& outcome, double now, std::string_view who,
                        std::string_view advice);

// A member that can be a token or a part of a key: one line of visible ASCII, bounded. Empty where
// it is none.
std::string token_member(const Value& object, std::string_view name);
// What is wrong with a member that should be a text: missing, of another type, or malformed.
Error member_error(const Value& object, std::string_view name);
// An Error where one of these members is there and is no text.
Status check_texts(const Value& object, std::initializer_list<std::string_view> names);
// A number, also one that is given as text; nullopt where it is none.
std::optional<double> number_member(const Value& object, std::string_view name);
// "2026-01-02T03:04:05Z" (also with fractions, or an offset): seconds since 1970.
std::optional<double> time_of(std::string_view text);
// A form as application/x-www-form-urlencoded.
std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> members);
// Text as a part of a query or a path.
std::string percent_encoded(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_IDENTITY_STEP_H_

#include "core/simulators/apis/requests.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/evaluate/callable.h"
#include "core/python/objects/operators.h"
#include "core/simulators/apis/url.h"
#include "core/simulators/engine/support.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using python::type_error;

// The parameters of Session.request that a keyword of get() may name, and what they say.
constexpr std::array<std::string_view, 14> kOptions = {
    "params",          "data",    "headers", "cookies", "files",  "auth", "timeout",
    "allow_redirects", "proxies", "hooks",   "stream",  "verify", "cert", "json"};

struct Options {
  Dict given;
  // None where nothing was given.
  Value get(std::string_view name) const {
    const Value* const found = given.find(name);
    return found != nullptr ? *found : Value();
  }
};

constexpr std::string_view kUrlParams[] = {"url", "params"};
constexpr std::string_view kUrlDataJson[] = {"url", "data", "json"};
constexpr std::string_view kUrlData[] = {"url", "data"};
constexpr std::string_view kUrl[] = {"url"};
constexpr RequestFunction kFunctions[] = {
    {"get", "GET", kUrlParams},   {"post", "POST", kUrlDataJson}, {"put", "PUT", kUrlData},
    {"patch", "PATCH", kUrlData}, {"delete", "DELETE", kUrl},     {"head", "HEAD", kUrl},
    {"options", "OPTIONS", kUrl},
};

Result<Options> bind(const RequestFunction& function, const List& positional,
                     const Dict& keywords) {
  Options options;
  const std::string called = std::string(function.name) + "()";
  const std::size_t most = function.places.size();
  for (std::size_t i = 0; i < most && i < positional.size(); ++i) {
    if (keywords.contains(function.places[i])) {
      return type_error(called + " got multiple values for argument '" +
                        std::string(function.places[i]) + "'");
    }
    options.given.set(function.places[i], positional[i]);
  }
  if (positional.size() > most) {
    const std::string takes = most == 1
                                  ? "1 positional argument"
                                  : "from 1 to " + std::to_string(most) + " positional arguments";
    return type_error(called + " takes " + takes + " but " + std::to_string(positional.size()) +
                      " were given");
  }
  if (positional.empty() && !keywords.contains("url")) {
    return type_error(called + " missing 1 required positional argument: 'url'");
  }
  if (keywords.contains("method")) {
    return type_error("request() got multiple values for argument 'method'");
  }
  for (const Dict::Entry& entry : keywords) {
    const std::string_view name = entry.key.as_str();
    if (name != "url" && std::find(kOptions.begin(), kOptions.end(), name) == kOptions.end()) {
      return type_error("Session.request() got an unexpected keyword argument '" +
                        std::string(name) + "'");
    }
    options.given.set(name, entry.value);
  }
  return options;
}

bool is_text(const Value& value) { return value.is_str() || value.is_bytes(); }
std::string_view octets(const Value& value) {
  return value.is_str() ? value.as_str() : value.as_bytes();
}

// ---- Headers, cookies, authentication.

Status check_header_part(const Value& name, const Value& value, bool is_name) {
  const Value& part = is_name ? name : value;
  if (!is_text(part)) {
    return Error{"InvalidHeader", "Header part (" + repr(part) + ") from " +
                                      repr(Value::tuple({name, value})) +
                                      " must be of type str or bytes, not <class '" +
                                      std::string(type_name(part)) + "'>"};
  }
  const std::string_view text = octets(part);
  std::size_t at = 0;
  const bool starts_badly =
      text.empty() ? is_name : is_space(next_code_point(text, at)) || (is_name && text[0] == ':');
  const std::string_view reserved = is_name ? ":\r\n" : "\r\n";
  if (!starts_badly && text.find_first_of(reserved) == std::string_view::npos) return {};
  return Error{"InvalidHeader",
               "Invalid leading whitespace, reserved character(s), or return character(s) in "
               "header " +
                   std::string(is_name ? "name" : "value") + ": " + repr(part)};
}

Result<EffectPairs> prepare_headers(const Value& headers) {
  EffectPairs prepared;
  if (!truthy(headers)) return prepared;
  if (!headers.is_dict()) return no_attribute(headers, "items");
  for (const Dict::Entry& entry : headers.as_dict()) {
    // The keys go into a dict that does not see case.
    if (!is_text(entry.key)) return no_attribute(entry.key, "lower");
  }
  for (const Dict::Entry& entry : headers.as_dict()) {
    if (entry.value.is_none()) continue;
    BFCLX_RETURN_IF_ERROR(check_header_part(entry.key, entry.value, true));
    BFCLX_RETURN_IF_ERROR(check_header_part(entry.key, entry.value, false));
    prepared.emplace_back(octets(entry.key), octets(entry.value));
  }
  return prepared;
}

// requests/cookies.py:cookiejar_from_dict looks each item up in what gave it.
Status check_cookies(const Value& cookies) {
  if (!truthy(cookies) || cookies.is_dict()) return {};
  BFCLX_ASSIGN_OR_RETURN(const List names, python::iterate(cookies));
  for (const Value& name : names) {
    const Result<Value> value = python::subscript(cookies, name);
    if (!value.ok()) return value.error();
  }
  return {};
}

Status check_auth(const Value& auth) {
  if (!truthy(auth) || (auth.is_tuple() && auth.items().size() == 2)) return {};
  if (python::is_callable(auth)) return Error{"Limit", "this auth is not supported"};
  return type_error("'" + std::string(type_name(auth)) + "' object is not callable");
}

// ---- What is checked when the request is sent.

bool is_secure(std::string_view url) { return lower(url.substr(0, 5)) == "https"; }

// requests/adapters.py:cert_verify. No file that a response names is looked at: it does not exist.
Status check_certificates(const Options& options, std::string_view url) {
  const Value verify = options.get("verify");
  if (is_secure(url) && is_text(verify) && !octets(verify).empty()) {
    return Error{"OSError", "Could not find a suitable TLS CA certificate bundle, invalid path: " +
                                str(verify)};
  }
  const Value cert = options.get("cert");
  if (!truthy(cert)) return {};
  Value file = cert;
  if (!is_text(cert)) {
    BFCLX_ASSIGN_OR_RETURN(file, python::subscript(cert, Value::integer(0)));
    const Result<Value> key = python::subscript(cert, Value::integer(1));
    if (!key.ok()) return key.error();
  }
  if (!truthy(file)) return {};
  return Error{"OSError", "Could not find the TLS certificate file, invalid path: " + str(file)};
}

Status check_time(std::string_view name, const Value& time) {
  if (time.is_none()) return {};
  if (time.is_bool()) {
    return Error{"ValueError",
                 "Timeout cannot be a boolean value. It must be an int, float or None."};
  }
  if (!time.is_real_number()) {
    return Error{"ValueError", "Timeout value " + std::string(name) + " was " + str(time) +
                                   ", but it must be an int, float or None."};
  }
  const std::optional<int> order = compare_numbers(time, Value::integer(0));
  if (!order || *order > 0) return {};
  return Error{"ValueError", "Attempted to set " + std::string(name) + " timeout to " + str(time) +
                                 ", but the timeout cannot be set to a value less than or equal to "
                                 "0."};
}

Status check_timeout(const Value& timeout) {
  if (!timeout.is_tuple()) return check_time("connect", timeout);
  if (timeout.items().size() != 2) {
    return Error{"ValueError", "Invalid timeout " + repr(timeout) +
                                   ". Pass a (connect, read) timeout tuple, or a single float to "
                                   "set both timeouts to the same value."};
  }
  BFCLX_RETURN_IF_ERROR(check_time("connect", timeout.items()[0]));
  return check_time("read", timeout.items()[1]);
}

EffectRequest request_to(std::string_view method, const std::string& url, EffectPairs headers) {
  EffectRequest request;
  request.method = method;
  request.headers = std::move(headers);
  const std::size_t end = std::min(url.find('#'), url.size());
  const std::size_t mark = std::min(url.find('?'), end);
  request.url = url.substr(0, mark);
  if (mark < end)
    request.query = parse_query(std::string_view(url).substr(mark + 1, end - mark - 1));
  return request;
}

// ---- The Response.

class Answer final : public python::Module {
 public:
  explicit Answer(EffectAnswer given) : answer(std::move(given)) {}
  Result<Value> attribute(std::string_view name) override;

  const EffectAnswer answer;
};

class JsonMethod final : public python::Callable {
 public:
  explicit JsonMethod(EffectAnswer answer) : answer_(std::move(answer)) {}
  Result<Value> call(python::Arguments&) override { return json_of(answer_); }

 private:
  EffectAnswer answer_;
};

Value function_object(std::string_view type, std::string_view name,
                      std::shared_ptr<OpaqueContent> content) {
  const std::string text = "<" + std::string(type) + " " + std::string(name) + " at " +
                           std::string(python::kAddress) + ">";
  return Value::opaque({std::string(type), text, text, std::move(content)});
}

Result<Value> Answer::attribute(std::string_view name) {
  constexpr int kFirstError = 400;
  if (name == "status_code") return Value::integer(answer.status);
  if (name == "ok") return Value::boolean(answer.status < kFirstError);
  if (name == "text") return Value::str(sanitize_utf8(answer.body));
  if (name == "content") return Value::bytes(answer.body);
  if (name == "reason") return Value::str(answer.reason);
  if (name == "url") return Value::str(answer.url);
  if (name == "json") return function_object("method", name, std::make_shared<JsonMethod>(answer));
  return Error{"AttributeError", "'Response' object has no attribute '" + std::string(name) + "'"};
}

Value response_of(const EffectAnswer& answer) {
  const std::string text = "<Response [" + std::to_string(answer.status) + "]>";
  return Value::opaque({"Response", text, text, std::make_shared<Answer>(answer)});
}

// The exceptions that a driver may name; the class of an Error must be a literal.
Error transport_error(const EffectAnswer& answer) {
  static constexpr std::string_view kClasses[] = {
      "ConnectionError",  "ConnectTimeout",       "ReadTimeout",         "SSLError",
      "TooManyRedirects", "ChunkedEncodingError", "ContentDecodingError"};
  const auto* const found = std::find(std::begin(kClasses), std::end(kClasses), answer.error_class);
  return {found != std::end(kClasses) ? *found : "RequestException", answer.error};
}

class Sender final : public python::Callable {
 public:
  Sender(const RequestFunction& function, EffectStore& effects)
      : function_(function), effects_(effects) {}
  Result<Value> call(python::Arguments& arguments) override {
    return send_request(function_, effects_, arguments.positional, arguments.keywords);
  }

 private:
  const RequestFunction& function_;
  EffectStore& effects_;
};

class RequestsModule final : public python::Module {
 public:
  explicit RequestsModule(EffectStore& effects) : effects_(effects) {}
  Result<Value> attribute(std::string_view name) override {
    if (const RequestFunction* const function = find_request_function(name)) {
      return function_object("function", name, std::make_shared<Sender>(*function, effects_));
    }
    if (name == "request" || name == "Session" || name == "session") {
      return Error{"Limit", "requests." + std::string(name) + " is not supported"};
    }
    return Error{"AttributeError",
                 "module 'requests' has no attribute '" + std::string(name) + "'"};
  }

 private:
  EffectStore& effects_;
};

}  // namespace

const RequestFunction* find_request_function(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kFunctions), std::end(kFunctions),
                   [&](const RequestFunction& function) { return function.name == name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

Result<Value> send_request(const RequestFunction& function, EffectStore& effects,
                           const List& positional, const Dict& keywords) {
  BFCLX_ASSIGN_OR_RETURN(const Options options, bind(function, positional, keywords));
  const Value hooks = options.get("hooks");
  if (!hooks.is_none() && !hooks.is_dict()) return no_attribute(hooks, "items");
  BFCLX_RETURN_IF_ERROR(check_cookies(options.get("cookies")));
  BFCLX_ASSIGN_OR_RETURN(const std::string url,
                         prepared_url(options.get("url"), options.get("params")));
  BFCLX_ASSIGN_OR_RETURN(EffectPairs headers, prepare_headers(options.get("headers")));
  BFCLX_RETURN_IF_ERROR(check_auth(options.get("auth")));
  const Value proxies = options.get("proxies");
  if (truthy(proxies) && !proxies.is_dict()) return no_attribute(proxies, "get");
  const std::string start = lower(std::string_view(url).substr(0, 8));
  if (start != "https://" && start.substr(0, 7) != "http://") {
    return Error{"InvalidSchema", "No connection adapters were found for " + repr(Value::str(url))};
  }
  const EffectRequest request = request_to(function.method, url, std::move(headers));
  Status sendable = check_certificates(options, url);
  if (sendable.ok()) sendable = check_timeout(options.get("timeout"));
  if (!sendable.ok()) {
    effects.note(request);
    return std::move(sendable).error();
  }
  BFCLX_ASSIGN_OR_RETURN(const EffectAnswer* const answer, effects.ask(request));
  if (!answer->error_class.empty() || !answer->error.empty()) return transport_error(*answer);
  return response_of(*answer);
}

Result<Value> requests_get(EffectStore& effects, const Value& url, const Value& params,
                           const Value& headers) {
  Dict keywords;
  keywords.set("params", params);
  keywords.set("headers", headers);
  return send_request(kFunctions[0], effects, {url}, keywords);
}

Value requests_module(EffectStore& effects) {
  const std::string text = "<module 'requests'>";
  return Value::opaque({"module", text, text, std::make_shared<RequestsModule>(effects)});
}

const EffectAnswer* answer_of(const Value& response) {
  if (response.kind() != Value::Kind::kOpaque || response.as_opaque().type_name != "Response") {
    return nullptr;
  }
  const auto* const content = static_cast<const Answer*>(response.as_opaque().content.get());
  return content != nullptr ? &content->answer : nullptr;
}

Result<Value> json_of(const EffectAnswer& answer) { return json_loads(sanitize_utf8(answer.body)); }

}  // namespace bfclx

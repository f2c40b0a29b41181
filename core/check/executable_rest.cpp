#include "core/check/executable_rest.h"

#include <utility>

#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/python/evaluate/builtins.h"
#include "core/python/objects/methods.h"
#include "core/simulators/apis/requests.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

constexpr std::string_view kRest = "executable_checker_rest:";

RestMismatch mismatch(std::string_view type, std::string error, std::string_view rule,
                      Value expected = {}, Value found = {}) {
  return {concat({kRest, type}), std::move(error), rule, std::move(expected), std::move(found)};
}

Value keys_of(const Value& object) {
  List keys;
  for (const Dict::Entry& entry : object.as_dict()) keys.push_back(entry.key);
  return Value::list(std::move(keys));
}

bool same_keys(const Value& a, const Value& b) {
  if (a.as_dict().size() != b.as_dict().size()) return false;
  for (const Dict::Entry& entry : a.as_dict()) {
    if (!b.as_dict().contains(entry.key)) return false;
  }
  return true;
}

RestMismatch wrong_keys(const Value& expected, const Value& found) {
  return mismatch("wrong_key", "Key inconsistency", rules::kResponseKeys, keys_of(expected),
                  keys_of(found));
}

RestMismatch wrong_type(std::string_view expected, const Value& found) {
  return mismatch("wrong_type",
                  concat({"Expected ", expected, ", but got <class '", type_name(found), "'>"}),
                  rules::kResultType, Value::str(expected), Value::str(type_name(found)));
}

RestMismatch unreadable(int status, std::string_view error) {
  return mismatch("response_format_error",
                  concat({"Error in execution and type checking. Status code: ",
                          std::to_string(status), ". Error: ", error}),
                  rules::kResponseFormat);
}

std::optional<RestMismatch> match_list(const Value& expected, const Value& found, int status) {
  const std::size_t count = expected.items().size();
  if (found.items().size() != count) {
    return RestMismatch{"value_error:exec_result_rest_count", "Response list length inconsistency.",
                        rules::kResponseKeys, Value::integer(static_cast<std::int64_t>(count)),
                        Value::integer(static_cast<std::int64_t>(found.items().size()))};
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (const Value* item : {&expected.items()[i], &found.items()[i]}) {
      if (item->is_dict()) continue;
      return unreadable(status,
                        concat({"'", type_name(*item), "' object has no attribute 'keys'"}));
    }
    if (!same_keys(expected.items()[i], found.items()[i])) {
      return wrong_keys(expected.items()[i], found.items()[i]);
    }
  }
  return std::nullopt;
}

RestMismatch without_status(std::string_view error) {
  return mismatch("cannot_get_status_code",
                  concat({"Cannot get status code of the response. Error: ", error}),
                  rules::kStatusCode);
}

}  // namespace

std::optional<RestMismatch> match_rest(const Value& result, std::string_view recorded) {
  constexpr int kOk = 200;
  const EffectAnswer* const answer = answer_of(result);
  if (answer == nullptr) {
    const Result<Value> status = python::attribute(result, "status_code");
    return without_status(status.ok() ? std::string_view("no response") : status.error().message);
  }
  if (answer->status != kOk) {
    return mismatch(
        "wrong_status_code",
        concat({"Execution result status code is not 200, got ", std::to_string(answer->status)}),
        rules::kStatusCode, Value::integer(kOk),
        Value::integer(static_cast<std::int64_t>(answer->status)));
  }
  const Result<Value> expected = json_loads(recorded);
  if (!expected.ok()) return without_status(expected.error().message);
  const Result<Value> body = json_of(*answer);
  if (!body.ok()) return unreadable(answer->status, body.error().message);
  if (expected->is_dict()) {
    if (!body->is_dict()) return wrong_type("dictionary", *body);
    if (same_keys(*expected, *body)) return std::nullopt;
    return wrong_keys(*expected, *body);
  }
  if (!expected->is_list()) return wrong_type("dict or list", *body);
  if (!body->is_list()) return wrong_type("list", *body);
  return match_list(*expected, *body, answer->status);
}

}  // namespace bfclx

// `requests.get` and its kin as effects: the request that the Python library requests 2.34 would
// send, and the object that it gives back.
#ifndef BFCLX_CORE_SIMULATORS_APIS_REQUESTS_H_
#define BFCLX_CORE_SIMULATORS_APIS_REQUESTS_H_

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/simulators/engine/effects.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

// A function of the module: get, post, put, ...
struct RequestFunction {
  std::string_view name;    // "get"
  std::string_view method;  // "GET"
  // Parameters that may be given by place, the first of which must be given: "url params".
  std::span<const std::string_view> places;
};
// nullptr when there is none of that name.
const RequestFunction* find_request_function(std::string_view name);

// requests.get(*positional, **keywords) and its kin: a Response (below). What requests refuses is
// an Error with its exception's class and text: arguments, URL, headers, certificates, time-outs.
// "Effect" where the store has no answer.
Result<Value> send_request(const RequestFunction& function, EffectStore& effects,
                           const List& positional, const Dict& keywords);
// requests.get(url, params=params, headers=headers), each None for nothing.
Result<Value> requests_get(EffectStore& effects, const Value& url, const Value& params,
                           const Value& headers);

// The URL that requests would ask for, fragment included (requests/models.py:prepare_url). Errors
// are its exceptions: InvalidURL, MissingSchema.
Result<std::string> prepared_url(const Value& url, const Value& params);

// The module `requests` as a value: it has these functions. Valid as long as the store.
Value requests_module(EffectStore& effects);

// The answer behind a Response; nullptr for other values.
const EffectAnswer* answer_of(const Value& response);
// response.json(). Error "JSONDecodeError" with Python's text.
Result<Value> json_of(const EffectAnswer& answer);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_REQUESTS_H_

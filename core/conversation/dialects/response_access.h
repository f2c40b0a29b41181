// Responses of servers read as the official handlers read their SDK's objects: what lacks is None,
// and an attribute of None is Python's AttributeError. For the dialects of this folder.
#ifndef BFCLX_CORE_CONVERSATION_DIALECTS_RESPONSE_ACCESS_H_
#define BFCLX_CORE_CONVERSATION_DIALECTS_RESPONSE_ACCESS_H_

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/conversation/dialect.h"
#include "core/value/value.h"

namespace bfclx {

// object.name: a JSON object's member, None where it lacks. AttributeError when `object` is none.
Result<Value> attribute(const Value& object, std::string_view name);
// object.first.second...
Result<Value> attribute_path(const Value& object, std::initializer_list<std::string_view> path);
// object.name, a list. TypeError when it is not iterable, or not a list ("is no list").
Result<Value> list_attribute(const Value& object, std::string_view name);
// object.name, a text. TypeError otherwise; `what` names the object there.
Result<Value> text_attribute(const Value& object, std::string_view name, std::string_view what);

// What takes the place of a tool's name or a text that becomes a key of a result: any scalar.
Status check_key(const Value& value);

// Where the token counts of a response stand.
struct UsageKeys {
  std::string_view usage;
  std::string_view input;
  std::string_view output;
};
// Tokens and usage into the response. Without them: the AttributeError of the SDK's object when
// `as_official`, else zeros.
Status read_usage(const Value& body, const UsageKeys& keys, bool as_official,
                  ModelResponse& response);

// Finish reason and stated error of a chat completion's first choice.
void read_ending(const Value& body, const Value& choice, ModelResponse& response);

// Names of SDK classes by their "type", with their fields in the order in which pydantic shows
// them. An object of another type is of the first class, as the SDKs have it.
struct SdkClass {
  std::string_view type;
  std::string_view name;
  std::span<const std::string_view> fields;
};
// repr() of the SDK's object that was made of this JSON object: "TextBlock(citations=None, ...)".
// Lists of such objects are shown likewise; everything else as plain Python objects.
std::string sdk_repr(const Value& object, std::span<const SdkClass> classes);
// The object as the inference log shows it, where Python would print it.
Value shown_object(const Value& object, std::span<const SdkClass> classes);

// write_body (dialect.h) as json.dumps writes it: spaces after separators, all in ASCII. For SDKs
// that do so; lone surrogates pass.
Result<std::string> write_ascii_body(const Value& body, const Settings& settings);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_DIALECTS_RESPONSE_ACCESS_H_

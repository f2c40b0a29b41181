// What is done to an entry's question before its first request.
#include "core/conversation/prompt_formats/formats.h"
#include "core/conversation/prompt_formats/messages.h"
#include "core/conversation/prompts.h"
#include "core/value/dict.h"

namespace bfclx::chat_formats {

namespace {

const List& turns_of(const Value& entry) { return entry.as_dict().find("question")->items(); }

}  // namespace

Status nothing_to_prepare(const Value& /*entry*/, const Value& /*prompts*/) { return {}; }

Status bfcl_system(const Value& entry, const Value& prompts) {
  return add_system_prompt(prompts, entry);
}

Status bfcl_system_as_user(const Value& entry, const Value& prompts) {
  BFCLX_RETURN_IF_ERROR(add_system_prompt(prompts, entry));
  for (const Value& turn : turns_of(entry)) make_system_messages_user(turn);
  return combine_user_messages(entry);
}

Status bfcl_system_for_gemma(const Value& entry, const Value& prompts) {
  BFCLX_RETURN_IF_ERROR(add_system_prompt(prompts, entry));
  BFCLX_RETURN_IF_ERROR(combine_user_messages(entry));
  for (const Value& turn : turns_of(entry)) {
    for (const Value& message : turn.items()) {
      if (role_of(message) == "assistant") {
        message.mutable_dict().set("role", Value::str("model"));
      }
    }
  }
  return {};
}

Status first_turn_system_as_user(const Value& entry, const Value& /*prompts*/) {
  make_system_messages_user(turns_of(entry)[0]);
  return {};
}

}  // namespace bfclx::chat_formats

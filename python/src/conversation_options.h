// How an entry is to be asked: the arguments of Dataset.conversation as settings.
#ifndef BFCLX_PYTHON_SRC_CONVERSATION_OPTIONS_H_
#define BFCLX_PYTHON_SRC_CONVERSATION_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "core/conversation/conversation.h"
#include "core/dataset/models.h"
#include "core/value/value.h"

namespace bfclx::python_binding {

// What Dataset.conversation takes beside the entry.
struct ConversationOptions {
  std::string model;
  std::optional<std::string> api;
  std::optional<bool> fc;
  std::optional<std::string> prompt_format;
  double temperature = 0.001;
  std::optional<std::int64_t> max_tokens;
  std::optional<std::int64_t> context_length;
  Value extra_body;
  int retries = 6;
  bool as_official = false;
  bool include_input_log = false;
  std::int64_t today = 0;
};

// `registered` is the registry's entry of the model, or nullptr. Raises an UnknownNameError, or a
// ValueError for a model that cannot be asked.
Settings settings_from(const ConversationOptions& options, const Model* registered);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_CONVERSATION_OPTIONS_H_

// One entry asked of one model, without a socket: what to send next, and what came of it.
#ifndef BFCLX_PYTHON_SRC_CONVERSATION_H_
#define BFCLX_PYTHON_SRC_CONVERSATION_H_

#include <nanobind/nanobind.h>

namespace bfclx::python_binding {

// Adds the class Conversation, and the method Dataset.conversation.
void bind_conversation(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_CONVERSATION_H_

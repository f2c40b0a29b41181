// Settings of a run of one model, as far as the conversations of its entries need them.
#ifndef BFCLX_CORE_CONVERSATION_SETTINGS_H_
#define BFCLX_CORE_CONVERSATION_SETTINGS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/dataset/models.h"
#include "core/decode/decoder.h"
#include "core/simulators/engine/services.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

struct DialectInfo;  // dialect.h

// MAXIMUM_STEP_LIMIT of default_prompts.py
inline constexpr std::size_t kOfficialSteps = 20;

struct Settings {
  // The registry's key, which names the result folder ("gpt-5.2-2025-12-11-FC"), and what the
  // server is asked for ("gpt-5.2-2025-12-11"). The second also names the instances of simulated
  // APIs, as official (base_handler.py: model_name_underline_replaced).
  std::string registry_name;
  std::string model_name;
  // The registry's is_fc_model. Of an official model "FC" in its registry name selects the
  // function-calling loop as well, see `calls_functions`.
  bool fc = false;
  const DialectInfo* dialect = nullptr;
  // Reads responses between steps (decode_execute). nullptr: the dialect's own for the mode.
  const Decoder* decoder = nullptr;
  // Chat format of prompt_formats/ for the completions dialect; empty elsewhere.
  std::string prompt_format;

  double temperature = 0.001;
  // Sent only where set (or where the protocol demands it: the dialect's own default then).
  std::optional<std::int64_t> max_tokens;
  // Members put over the request's own at its top level (--extra-body); None or a dict.
  Value extra_body;
  // Members merged into the request's own, nested ones too, before `extra_body` (--thinking,
  // --logprobs); None or a dict.
  Value request_members;
  // Context of the served model in tokens, for max_tokens of completions.
  std::optional<std::int64_t> context_length;

  bool include_input_log = false;
  bool exclude_state_log = false;
  // Reproduces the official generator to the byte, its defects included. Without it these are
  // mended: a transport error is no answer (Conversation::lost), `tool_calls: []` beside a text is
  // that text, waits are bounded by `retries`.
  bool as_official = false;
  // Requests sent again after a failure that may pass, for one step; as_official has its own rule.
  int retries = 6;
  // Steps of a turn; one with more is forced to quit.
  std::size_t max_steps = kOfficialSteps;
  // The driver ends a response behind its first complete tool call (streams/), so that the results
  // are others.
  bool first_call_only = false;
  // Leading reasoning in a text (reasoning_blocks.h) is no part of the response.
  bool separates_reasoning = false;
  // Reasoning that the official handler drops is told in the result, too (Anthropic).
  bool tells_all_reasoning = false;
  // Log probabilities of tokens are kept in the result (token_logprobs.h).
  bool keeps_logprobs = false;
  // Latency to write instead of what was measured: for replays of recordings.
  std::optional<double> latency;

  // Bytes that the results of an entry's calls may have together; an entry with more ends with an
  // error, and takes the memory of no other. 0: no bound.
  std::size_t max_result_bytes = 0;

  // Who answers what simulated APIs ask of the outside: searches, embeddings.
  Services services;

  // Days since 1970-01-01 UTC, and the long-context tables (needed by long-context entries alone).
  std::int64_t today = 0;
  const LongContext* long_context = nullptr;

  // Which of the two official loops asks the model (base_handler.py:inference). A dialect that has
  // no function calls of its own always takes the prompting one (base_oss_handler.py:inference).
  bool calls_functions() const;
  // Reads the responses: `decoder`, else that of the dialect in this mode; nullptr: there is none.
  const Decoder* reader() const;
};

// Settings of a model of the registry: dialect and decoder of its handler class. An Error
// "ModelError" names the class where no dialect speaks for it.
Result<Settings> settings_for(const Model& model);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_SETTINGS_H_

// The table of the kinds of findings; private to finding_kinds*.cpp. The module of the site has
// only what it shows of it.
#ifndef BFCLX_CORE_FINDINGS_FINDING_TABLE_H_
#define BFCLX_CORE_FINDINGS_FINDING_TABLE_H_

#include "core/findings/finding_kinds.h"

namespace bfclx {

inline constexpr FindingKind kFindingTable[] = {
    // Files and ids.
    {"unknown_ids", "Responses with unknown ids",
     "The dataset has no entry with these ids. The responses are not scored. The official "
     "evaluator pairs responses with entries by position, so an unknown id can shift all later "
     "responses.",
     "bfclx score RUN --dataset DIR", Certainty::kFact, ScoreEffect::kNone},
    {"missing_entries", "Entries without a response",
     "The accuracy covers only the entries with a response, so it cannot be compared with that of "
     "a complete run.",
     "bfclx generate --model MODEL", Certainty::kFact, ScoreEffect::kLimit},
    {"duplicate_ids", "Entries with more than one response",
     "Only the last response to an entry counts. The official evaluator stops at such a file.",
     "bfclx show RUN ID", Certainty::kFact, ScoreEffect::kLimit},
    {"old_ids", "Ids in the spelling of an older version",
     "Earlier versions of the benchmark spelled ids differently. The responses are scored against "
     "the entries with the same number, which may have changed since.",
     "bfclx score RUN --dataset DIR", Certainty::kFact, ScoreEffect::kUnknown},
    {"unusable_lines", "Lines without a usable response",
     "The lines are malformed or incomplete. Their entries count as missing, not as failed.",
     "bfclx generate --model MODEL", Certainty::kFact, ScoreEffect::kLimit},
    {"turn_count", "Episodes with more or fewer turns than the entry",
     "A response with a different number of turns always fails. Probably it was generated with "
     "another version of the dataset, or it was truncated. Responses that stopped at the step "
     "limit do not "
     "count.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kFact, ScoreEffect::kEstimate},
    {"other_dataset", "Responses that were generated for another dataset",
     "The responses call functions that their entries do not offer, or their logs show other "
     "questions. Even a good model fails these entries.",
     "bfclx score RUN --dataset DIR", Certainty::kInferred, ScoreEffect::kEstimate},
    {"dataset_version", "Responses that were generated with a different dataset",
     "bfclx_manifest.json names another dataset version or hash than that of the dataset in use.",
     "bfclx score RUN --dataset DIR", Certainty::kFact, ScoreEffect::kUnknown},
    {"mixed_decoders", "Results that were generated for another decoder",
     "bfclx_manifest.json names another decoder than the one that scores these results.",
     "bfclx generate --model MODEL -o", Certainty::kFact, ScoreEffect::kUnknown},
    {"mixed_settings", "Results that were generated with different settings",
     "bfclx_manifest.json names several settings for these results, such as two temperatures.",
     "bfclx generate --model MODEL -o", Certainty::kFact, ScoreEffect::kUnknown},
    {"changed_ground_truth", "Ground truth that changed after the generation",
     "The verdicts use the ground truth of the dataset in use. Scores from before the change "
     "differ.",
     "bfclx score RUN --dataset DIR", Certainty::kFact, ScoreEffect::kUnknown},
    {"step_limit", "Episodes with another step limit",
     "The episodes were generated with another --max-steps than the official 20, so their accuracy "
     "cannot be compared with official results.",
     "bfclx generate --model MODEL -o", Certainty::kFact, ScoreEffect::kUnknown},
    {"first_call_only", "Responses that were ended after their first call",
     "The responses were generated with --first-call-only, so parallel calls are missing. Their "
     "accuracy cannot be compared with official results.",
     "bfclx generate --model MODEL -o", Certainty::kFact, ScoreEffect::kUnknown},
    {"impossible_answers", "Entries that no response can pass, because of their ground truth",
     "The ground truth contradicts itself or its functions. Every model fails these entries.",
     "bfclx dataset validate", Certainty::kScored, ScoreEffect::kCap},
    // Responses.
    {"inference_errors", "Responses that are error messages of the endpoint",
     "The request failed, and its error message was stored as the response. It fails where a call "
     "is expected, and passes where none is.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kFact, ScoreEffect::kEstimate},
    {"context_errors", "Requests that exceed the model's context",
     "The endpoint refused the request because it was too long, and the error message was stored "
     "as the response.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kFact, ScoreEffect::kEstimate},
    {"harness_errors", "Error messages of the generating program",
     "The program that generated the results failed, and stored its own error message as the "
     "response.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kFact, ScoreEffect::kEstimate},
    {"error_pages", "Error pages and error bodies instead of responses",
     "The response is an HTML page, the error body of an API or the text of a client's exception. "
     "It fails where a call is expected, and passes where none is.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"empty_replies", "Responses without any text or call",
     "An empty response fails where a call is expected, and passes where none is.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kFact, ScoreEffect::kEstimate},
    {"empty_tool_calls", "An empty `tool_calls` list hides the text next to it",
     "The official handlers of chat APIs use `tool_calls` if it exists. If the list is empty, "
     "they store the empty list and drop the text.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kInferred, ScoreEffect::kUnknown},
    {"credited_calls", "Calls that could not be parsed count as abstention",
     "The response contains a call in a format that the decoder cannot parse. Irrelevance entries "
     "pass without a call, so they pass for the wrong reason.",
     "bfclx show RUN ID", Certainty::kInferred, ScoreEffect::kScored},
    {"cut_replies", "Truncated responses",
     "The response ends in the middle of a call or of its reasoning, so the call cannot be "
     "parsed.",
     "bfclx generate --model MODEL --max-tokens N --run-name NAME", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"repetition_loops", "Responses that repeat themselves",
     "At least the second half of the response repeats the same passages.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"malformed_arguments", "Arguments that are not JSON",
     "The arguments of a call are invalid JSON (or JSON inside a JSON string) and not merely "
     "truncated, so the call cannot be parsed.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kFact, ScoreEffect::kEstimate},
    // Format and decoder.
    {"dots_in_names", "The underscore_to_dot setting does not match the responses",
     "The responses write function names with `.`, and the setting expects `_`, or the reverse. "
     "More entries pass with the other setting.",
     "bfclx score RUN --underscore-to-dot yes|no", Certainty::kScored, ScoreEffect::kScored},
    {"arguments_no_text", "Non-string Java and JavaScript arguments",
     "The official checker expects the arguments of Java and JavaScript functions as source text. "
     "Numbers, lists and other values always fail.",
     "bfclx generate --model MODEL --mode prompt --test-category CATEGORIES --run-name NAME",
     Certainty::kScored, ScoreEffect::kScored},
    {"other_language", "Arguments in another language",
     "The arguments use a script, such as Chinese or Cyrillic, that neither the question nor the "
     "functions use.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"wrapped_calls", "Calls inside a fence, quotes or text that the decoder does not strip",
     "The calls can be parsed, but not with the code fence, the quotes or the sentences around "
     "them.",
     "bfclx show RUN ID", Certainty::kScored, ScoreEffect::kScored},
    {"values_as_text", "Numbers, booleans or lists as strings",
     "The function docs expect other types. The server or its tool parser returned strings, which "
     "always fail.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kScored, ScoreEffect::kScored},
    {"unparsed_reasoning", "Reasoning (`<think>`) before the calls",
     "The server did not separate the reasoning from the response. The decoder cannot parse the "
     "calls behind it.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kScored, ScoreEffect::kScored},
    {"other_decoder", "Responses in the format of another decoder",
     "Another decoder parses many more of these responses than the one in use.",
     "bfclx score RUN --decoder DECODER", Certainty::kScored, ScoreEffect::kScored},
    {"not_decoded", "No calls can be decoded",
     "In at least nine of ten responses that should have calls, the decoder finds none.",
     "bfclx show RUN ID", Certainty::kFact, ScoreEffect::kEstimate},
    {"identical_responses", "The same response to almost every entry",
     "At least nine of ten entries that expect calls have the same failed response.",
     "bfclx generate --model MODEL -o", Certainty::kFact, ScoreEffect::kEstimate},
    // Generation.
    {"only_first_call", "No response has more than one call",
     "All entries that expect several calls got exactly one. Probably the server, its chat "
     "template or the call format of the model allows only one.",
     "bfclx generate --model MODEL -o --test-category CATEGORIES", Certainty::kInferred,
     ScoreEffect::kRise},
    {"token_limit", "Responses that ended at the token limit",
     "The logs or the token counts show that the response was stopped by the limit.",
     "bfclx generate --model MODEL --max-tokens N --run-name NAME", Certainty::kFact,
     ScoreEffect::kEstimate},
    {"reasoning_alone", "Responses that contain only reasoning",
     "The model reasoned, and then returned neither text nor a call.",
     "bfclx generate --model MODEL --max-tokens N --run-name NAME", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"tools_not_shown", "Prompts too short to contain the functions",
     "The server counted fewer prompt tokens than the functions need, so the model did not see "
     "them.",
     "bfclx generate --model MODEL --mode prompt --run-name NAME", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"cut_prompts", "Prompts truncated to the context length",
     "The longest prompts all have exactly the same number of tokens.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"held_out_functions", "Functions that are added in the middle of an episode are never called",
     "Some episodes add functions in a later turn. The model never calls these functions, although "
     "it calls others: the server did not pass them on.",
     "bfclx generate --model MODEL -o --test-category multi_turn_miss_func", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"answers_of_others", "Responses to other entries",
     "The response calls functions that its entry does not offer, and is identical to a passed "
     "response to another entry. A cache returned it.",
     "bfclx generate --model MODEL -o --run-ids FILE", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"model_name", "A model name that makes every multi-turn call fail",
     "The official simulator uses the model's name as part of a Python variable. Some characters "
     "in it make every call of an episode a syntax error.",
     "bfclx score RUN --model NAME", Certainty::kFact, ScoreEffect::kEstimate},
    {"same_in_backends", "Memory backends with identical responses",
     "The three memory backends offer different functions, so identical responses were copied or "
     "cached.",
     "bfclx generate --model MODEL -o --test-category memory", Certainty::kInferred,
     ScoreEffect::kEstimate},
    {"long_final_messages", "Entries passed by a very long final message",
     "The official checker looks for a possible answer anywhere in the final message. A long "
     "message can contain it by chance.",
     "bfclx show RUN ID", Certainty::kInferred, ScoreEffect::kLimit},
    {"nondeterminism", "Different responses at temperature 0",
     "Repeats of one model with the same settings at temperature 0 differ, so a difference between "
     "two models can be an effect of decoding.",
     "bfclx score RUN...", Certainty::kFact, ScoreEffect::kUnknown},
    {"flips_by_server", "Entries that flip with the server",
     "In repeats of one model, responses of one server pass more or less often than those of the "
     "other servers to the same entries. The servers do not have the same model, version, "
     "quantization or template.",
     "bfclx score RUN...", Certainty::kInferred, ScoreEffect::kUnknown},
    {"copied_ground_truth", "Responses that contain the ground truth",
     "The response has the possible answers with their alternatives, or more than half of the "
     "episodes have the calls of the ground truth verbatim. The model, or whoever made the "
     "results, knew the ground truth.",
     "bfclx show RUN ID", Certainty::kInferred, ScoreEffect::kUnknown},
    // Services of executable entries.
    {"refused_requests", "Executable entries whose requests a service refused",
     "A service refused the key, the quota or the request. The model is not the cause.",
     "bfclx score RUN --network live --enable-network", Certainty::kFact, ScoreEffect::kEstimate},
    {"refused_officially", "Entries that failed officially because a service refused",
     "The official score file shows that a service refused these requests. They pass with the "
     "recorded responses.",
     "bfclx score RUN --cassette FILE", Certainty::kFact, ScoreEffect::kNone},
    {"skipped_entries", "Executable entries without a verdict",
     "Their services are unavailable or their responses are not recorded. These entries are "
     "skipped, not failed.",
     "bfclx score RUN --cassette FILE", Certainty::kFact, ScoreEffect::kLimit},
};

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_FINDING_TABLE_H_

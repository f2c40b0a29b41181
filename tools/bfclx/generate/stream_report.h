// What --stream measured, for the manifest, the notes of entries and the end of a run.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_STREAM_REPORT_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_STREAM_REPORT_H_

#include <optional>
#include <span>
#include <string>

#include "core/conversation/conversation.h"
#include "core/generation/stream_figures.h"
#include "core/value/value.h"

namespace bfclx::tools {

// Of all endpoints together.
StreamFigures all_streamed(std::span<const StreamFigures> streamed);
// {"responses", "first_token": {"p50", "p95"}, "between_tokens": {"p50", "p95"},
// "tokens_per_second"}; None where no response was streamed.
Value streamed_value(const StreamFigures& figures);
// "First token: median 0.21 s, 95th percentile 0.40 s; 35 tokens/s\n"; empty likewise.
std::string streamed_text(std::span<const StreamFigures> streamed);
// Adds "first_token" and "tokens_per_second" to the note of a step whose response was streamed.
void add_streamed(const std::optional<StreamedTimes>& times, const Value& usage, Value& step);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_STREAM_REPORT_H_

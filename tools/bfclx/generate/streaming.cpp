#include "tools/bfclx/generate/streaming.h"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {
namespace {

constexpr std::string_view kEventStream = "text/event-stream";

// The dialects that can be streamed, as --api names their protocols.
constexpr const char* kProtocols = "chat, completions, anthropic and gemini";

// Some servers give streams another type, or none. An array is that of Gemini.
bool looks_like_events(std::string_view bytes, StreamFormat format) {
  if (format == StreamFormat::kGemini && bytes.starts_with('[')) return true;
  for (const std::string_view begin : {"data:", "event:", "id:", ": "}) {
    if (bytes.starts_with(begin)) return true;
  }
  return false;
}

}  // namespace

void add_stream_options(CLI::App& command, StreamOptions& options) {
  command.add_flag("--stream", options.stream,
                   "Request streams (chat, completions, anthropic, gemini), and measure the\n"
                   "time to the first token and between tokens. The results are the same, except\n"
                   "that adjacent text parts of Gemini are joined");
  command
      .add_option("--stream-idle-timeout", options.idle_timeout,
                  "Seconds that a stream may be silent after its first byte, or 0 for no limit")
      ->type_name("S")
      ->check(number(0, 86400))
      ->capture_default_str();
  command.add_flag("--first-call-only", options.first_call,
                   "End each response after its first complete native tool call, to save\n"
                   "tokens. Parallel calls are lost, so scores are not leaderboard scores");
}

void check_streaming(const StreamOptions& options, const Settings& settings) {
  if (!options.stream) return;
  if (stream_format(*settings.dialect) == StreamFormat::kNone) {
    throw UsageError(std::string("--stream supports the protocols ") + kProtocols + ", not " +
                     std::string(settings.dialect->name));
  }
  if (options.first_call && !settings.calls_functions()) {
    throw UsageError("--first-call-only needs native tool calling (--mode fc)");
  }
  if (!settings.extra_body.is_dict()) return;
  for (const std::string_view member : {"stream", "stream_options"}) {
    if (settings.extra_body.as_dict().find(member) == nullptr) continue;
    throw UsageError("--extra-body: remove `" + std::string(member) +
                     "`, because --stream sets it");
  }
}

bool StreamSink::begins(std::string_view content_type) {
  stream_.reset();
  if (!content_type.starts_with(kEventStream)) return false;
  stream_ = std::make_unique<StreamedResponse>(format_, rules_);
  return true;
}

net::BodySink::Wants StreamSink::take(std::string_view bytes, double now) {
  stream_->add(bytes, now);
  switch (stream_->state()) {
    case StreamedResponse::State::kOpen:
      return Wants::kMore;
    case StreamedResponse::State::kComplete:
      return Wants::kLittleMore;
    case StreamedResponse::State::kDone:
      return Wants::kNothing;
    case StreamedResponse::State::kTooLarge:
      break;
  }
  return Wants::kTooLarge;
}

void StreamSink::finish(net::Response& response) {
  if (!response.answered() || response.status / 100 != 2) return;
  StreamedResponse late(format_, rules_);
  if (stream_ == nullptr) {
    if (!looks_like_events(response.body, format_)) return;
    late.add(std::exchange(response.body, {}), 0);
  }
  StreamedResponse::Ended ended = (stream_ != nullptr ? *stream_ : late).end();
  if (ended.cut) {
    response.failure = net::Failure::kCut;
    response.error =
        net::shown_url(response.url) + ": the stream ended before the response was complete";
    response.status = 0;
    response.headers.clear();
    return;
  }
  response.status = ended.status;
  response.body = std::move(ended.body);
}

std::optional<StreamedTimes> StreamSink::times(double started) const {
  if (stream_ == nullptr || !stream_->times().first) return std::nullopt;
  const StreamTimes& times = stream_->times();
  return StreamedTimes{*times.first - started, times.last - *times.first, times.parts,
                       times.between};
}

}  // namespace bfclx::tools

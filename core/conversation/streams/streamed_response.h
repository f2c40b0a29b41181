// StreamedResponse: a response that comes as a stream of events, put together to what the server
// would have sent without streaming, and when its parts came. Bytes and time are arguments.
//
//   StreamedResponse stream(format, rules);
//   while (... bytes come ...) {
//     stream.add(bytes, now);
//     if (stream.state() != StreamedResponse::State::kOpen) ... stop reading, or wait a little ...
//   }
//   StreamedResponse::Ended ended = stream.end();
//
// The request that asks for it is made of the request without streaming, so that recordings,
// journals and settings of a run are the same in both ways.
#ifndef BFCLX_CORE_CONVERSATION_STREAMS_STREAMED_RESPONSE_H_
#define BFCLX_CORE_CONVERSATION_STREAMS_STREAMED_RESPONSE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/conversation/dialect.h"
#include "core/conversation/streams/event_reader.h"
#include "core/conversation/streams/time_histogram.h"

namespace bfclx {

class DeltaReader;

// Begins the body of a response whose stream cannot be read; the reason follows.
inline constexpr std::string_view kMalformedStream = "malformed stream: ";

enum class StreamFormat : std::uint8_t {
  kNone,
  kChat,         // OpenAI chat completions
  kCompletions,  // OpenAI text completions
  kAnthropic,
  kGemini,
};
// How a dialect's responses can be streamed; kNone where they cannot, or already are (Qwen).
StreamFormat stream_format(const DialectInfo& dialect);
// The request for a stream of the same response.
HttpRequest streamed_request(const HttpRequest& request, StreamFormat format);

// When the parts of what the model wrote came, on the clock of add().
struct StreamTimes {
  std::optional<double> first;  // the first part; none: there was none
  double last = 0;
  std::size_t parts = 0;    // events with text, reasoning or a call
  TimeHistogram between{};  // seconds from each part to the next
};

class StreamedResponse {
 public:
  struct Rules {
    std::size_t most = std::size_t{32} << 20;  // bytes of memory
    bool first_call = false;                   // ends with the first native tool call
  };
  StreamedResponse(StreamFormat format, const Rules& rules);
  ~StreamedResponse();

  void add(std::string_view bytes, double now);

  enum class State : std::uint8_t {
    kOpen,
    kComplete,  // it is whole; counts may come, and the end of the connection
    kDone,      // the rest is not wanted
    kTooLarge,
  };
  State state() const;
  std::size_t held() const;
  const StreamTimes& times() const { return times_; }

  // Of the bytes so far, which are all. `cut`: they ended before the response did.
  struct Ended {
    bool cut = false;
    int status = 200;  // that the response would have had without streaming
    std::string body = {};
  };
  Ended end();

 private:
  bool is_plain(std::string_view bytes);
  void read(double now);
  void take(const ServerEvent& event, double now);
  void take_json(const Value& json, double now);
  void end_malformed(std::string_view why);
  bool take_array();
  bool take_error(const ServerEvent& event, const Value& json);
  void note_part(double now);

  Rules rules_;
  bool of_gemini_;
  EventReader events_;
  std::optional<std::string> plain_;  // JSON or HTML that is no stream, whatever its headers say
  bool begun_ = false;                // something but white space has come
  std::unique_ptr<DeltaReader> deltas_;
  StreamTimes times_;
  double heard_ = 0;             // when the last bytes came
  std::optional<Ended> stated_;  // an error, or an event that cannot be read
  bool any_ = false;             // event of the protocol
  bool done_ = false;
  bool by_call_ = false;  // done because of it
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_STREAMS_STREAMED_RESPONSE_H_

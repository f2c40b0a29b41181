// --stream: requests whose responses come as streams. Above the transport a response is then what
// it is without streaming; what is gained are the times of its parts, and limits on them.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_STREAMING_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_STREAMING_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "core/conversation/streams/streamed_response.h"
#include "core/generation/stream_figures.h"
#include "tools/bfclx/net/http.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

struct StreamOptions {
  bool stream = false;
  double idle_timeout = 300;
  bool first_call = false;  // with --stream
};
void add_stream_options(CLI::App& command, StreamOptions& options);
// UsageError where the responses of these settings cannot be streamed so.
void check_streaming(const StreamOptions& options, const Settings& settings);

class StreamSink final : public net::BodySink {
 public:
  StreamSink(StreamFormat format, const StreamedResponse::Rules& rules)
      : format_(format), rules_(rules) {}
  bool begins(std::string_view content_type) override;
  Wants take(std::string_view bytes, double now) override;
  std::size_t held() const override { return stream_ ? stream_->held() : 0; }

  // Puts what came into the response, or why it is none.
  void finish(net::Response& response);
  // Of a response that came as a stream, `started` on the same clock; nullopt for others.
  std::optional<StreamedTimes> times(double started) const;

 private:
  StreamFormat format_;
  StreamedResponse::Rules rules_;
  std::unique_ptr<StreamedResponse> stream_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_STREAMING_H_

#include "core/conversation/streams/streamed_response.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/conversation/streams/delta_reader.h"
#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kDone = "[DONE]";
constexpr std::size_t kExcerpt = 100;
constexpr string_view kGenerate = ":generateContent";
constexpr string_view kRawPredict = ":rawPredict";

// Statuses of Anthropic's errors ("Errors" of its docs), which an event of a stream cannot have.
struct ErrorStatus {
  string_view type;
  int status;
};
constexpr ErrorStatus kErrorStatus[] = {
    {"invalid_request_error", 400}, {"authentication_error", 401},
    {"billing_error", 402},         {"permission_error", 403},
    {"not_found_error", 404},       {"request_too_large", 413},
    {"rate_limit_error", 429},      {"api_error", 500},
    {"timeout_error", 504},         {"overloaded_error", 529}};

std::unique_ptr<DeltaReader> deltas_of(StreamFormat format) {
  switch (format) {
    case StreamFormat::kCompletions:
      return completions_deltas();
    case StreamFormat::kAnthropic:
      return anthropic_deltas();
    case StreamFormat::kGemini:
      return gemini_deltas();
    case StreamFormat::kNone:
    case StreamFormat::kChat:
      break;
  }
  return chat_deltas();
}

// Behind white space and a byte order mark.
std::size_t first_byte(string_view bytes) { return bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF"); }

// The text of an object with more members at its end, which is faster than to parse it.
std::string with_members(string_view object, string_view members) {
  const std::size_t end = object.find_last_of('}');
  if (end == string_view::npos) return std::string(object);
  const string_view before = object.substr(0, end);
  const std::size_t last = before.find_last_not_of(" \t\r\n");
  const bool empty = last == string_view::npos || before[last] == '{';
  return concat({before, empty ? "" : ",", members, "}"});
}

}  // namespace

StreamFormat stream_format(const DialectInfo& dialect) {
  if (dialect.api == "completions") return StreamFormat::kCompletions;
  if (dialect.api == "anthropic") return StreamFormat::kAnthropic;
  if (dialect.api == "gemini") return StreamFormat::kGemini;
  // Qwen's is a stream already; Gorilla's server has a protocol of its own.
  const bool other = dialect.name == "qwen" || dialect.name == "gorilla";
  return dialect.api == "chat" && !other ? StreamFormat::kChat : StreamFormat::kNone;
}

HttpRequest streamed_request(const HttpRequest& request, StreamFormat format) {
  HttpRequest streamed = request;
  if (format == StreamFormat::kGemini) {
    const std::size_t at = streamed.path.rfind(kGenerate);
    if (at != std::string::npos) {
      streamed.path.replace(at, kGenerate.size(), ":streamGenerateContent?alt=sse");
    }
    return streamed;
  }
  // Anthropic's messages on Vertex AI.
  if (streamed.path.ends_with(kRawPredict)) {
    streamed.path.replace(streamed.path.size() - kRawPredict.size(), kRawPredict.size(),
                          ":streamRawPredict");
  }
  const bool counts = format != StreamFormat::kAnthropic;  // it always gives them
  streamed.body =
      with_members(request.body, counts ? R"("stream":true,"stream_options":{"include_usage":true})"
                                        : R"("stream":true)");
  return streamed;
}

StreamedResponse::StreamedResponse(StreamFormat format, const Rules& rules)
    : rules_(rules),
      of_gemini_(format == StreamFormat::kGemini),
      events_(rules.most),
      deltas_(deltas_of(format)) {}
StreamedResponse::~StreamedResponse() = default;

void StreamedResponse::add(string_view bytes, double now) {
  if (done_) return;
  heard_ = now;
  if (is_plain(bytes)) {
    const string_view more = plain_->empty() ? bytes.substr(first_byte(bytes)) : bytes;
    plain_->append(more.substr(0, rules_.most + 1 - std::min(rules_.most + 1, plain_->size())));
    return;
  }
  events_.add(bytes);
  read(now);
}

// No stream begins so. Some servers say that their JSON or HTML is one.
bool StreamedResponse::is_plain(string_view bytes) {
  if (begun_) return plain_.has_value();
  const std::size_t first = first_byte(bytes);
  begun_ = first != string_view::npos;
  if (begun_ && string_view("{[<").find(bytes[first]) != string_view::npos) plain_.emplace();
  return plain_.has_value();
}

void StreamedResponse::read(double now) {
  while (!done_) {
    const std::optional<ServerEvent> event = events_.next();
    if (!event) return;
    take(*event, now);
  }
}

void StreamedResponse::take(const ServerEvent& event, double now) {
  if (event.data.empty()) return;
  if (event.data.starts_with(kDone)) {
    done_ = true;
    return;
  }
  if (find_invalid_utf8(event.data)) return end_malformed("an event is not valid UTF-8");
  const Result<Value> json = json_loads(event.data);
  if (!json.ok()) {
    return end_malformed(concat({"an event is not JSON (", json.error().message,
                                 "): ", slice_code_points(event.data, 0, kExcerpt)}));
  }
  if (take_error(event, *json)) return;
  take_json(*json, now);
}

void StreamedResponse::end_malformed(string_view why) {
  stated_ = Ended{false, 200, concat({kMalformedStream, why})};
  done_ = true;
}

void StreamedResponse::take_json(const Value& json, double now) {
  const Result<bool> written = deltas_->add(json);
  if (!written.ok()) return end_malformed(written.error().message);
  any_ = true;
  if (*written) note_part(now);
  by_call_ = rules_.first_call && deltas_->has_call();
  done_ = by_call_ || deltas_->ended();
}

// An error of the server ends the stream, as it is the response without streaming; not once the
// model has finished.
bool StreamedResponse::take_error(const ServerEvent& event, const Value& json) {
  const Value* inside = present(json, "error");
  const bool stated = inside != nullptr && truthy(*inside);
  const bool is_error = stated || event.name == "error" || text_member(json, "object") == "error";
  if (!is_error) return false;
  if (deltas_->complete()) return true;
  stated_ = Ended{false, 200, stated ? event.data : concat({R"({"error": )", event.data, "}"})};
  const string_view type = text_member(stated ? *inside : json, "type");
  for (const ErrorStatus& row : kErrorStatus) {
    const Value* code = present(stated ? *inside : json, "code");
    if (row.type == type && (code == nullptr || !code->is_small_int())) {
      stated_->status = row.status;
    }
  }
  done_ = true;
  return true;
}

void StreamedResponse::note_part(double now) {
  if (!times_.first) {
    times_.first = now;
  } else {
    times_.between.add(now - times_.last);
  }
  times_.last = now;
  ++times_.parts;
}

StreamedResponse::State StreamedResponse::state() const {
  if (events_.overflowed() || held() > rules_.most) return State::kTooLarge;
  if (by_call_) return State::kDone;
  return done_ || deltas_->complete() ? State::kComplete : State::kOpen;
}

std::size_t StreamedResponse::held() const {
  return events_.held() + deltas_->held() + (plain_ ? plain_->size() : 0);
}

// Without `alt=sse`, which some proxies drop, Gemini's stream is an array of the same objects.
bool StreamedResponse::take_array() {
  if (!of_gemini_ || !plain_->starts_with('[') || find_invalid_utf8(*plain_)) return false;
  const Result<Value> read = json_loads(*plain_);
  if (!read.ok() || !read->is_list() || read->items().empty()) return false;
  for (const Value& item : read->items()) {
    if (done_) break;
    if (const Value* error = present(item, "error"); error != nullptr && truthy(*error)) {
      if (deltas_->complete()) continue;
      const Result<std::string> body = json_dumps(item);
      stated_ = Ended{false, 200, body.ok() ? *body : std::string()};
      break;
    }
    take_json(item, heard_);
  }
  times_ = {};
  return true;
}

StreamedResponse::Ended StreamedResponse::end() {
  if (plain_ && !take_array()) return Ended{false, 200, *std::move(plain_)};
  if (!done_) {
    events_.finish();
    read(heard_);
  }
  if (stated_) return *std::move(stated_);
  if (by_call_) {
    deltas_->cut_at_call();
  } else if (!any_ || (!done_ && !deltas_->complete())) {
    return Ended{true, 0};
  }
  const Result<std::string> body = json_dumps(deltas_->body());
  if (!body.ok()) return Ended{false, 200, concat({kMalformedStream, body.error().message})};
  return Ended{false, 200, *body};
}

}  // namespace bfclx

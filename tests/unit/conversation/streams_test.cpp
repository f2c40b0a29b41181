// Streams of responses: however the bytes are split, the body is that of the same response without
// streaming, and no stream takes more memory than it may.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/conversation/streams/streamed_response.h"
#include "core/value/json.h"
#include "core/value/value.h"

namespace bfclx {
namespace {

using State = StreamedResponse::State;

std::string event(std::string_view data, std::string_view name = {}) {
  std::string text;
  if (!name.empty()) text.append("event: ").append(name).append("\n");
  return text.append("data: ").append(data).append("\n\n");
}

std::string joined(const std::vector<std::string>& events) {
  std::string text;
  for (const std::string& one : events) text += one;
  return text;
}

StreamedResponse::Ended read(std::string_view bytes, StreamFormat format,
                             StreamedResponse::Rules rules = {}) {
  StreamedResponse stream(format, rules);
  stream.add(bytes, 1);
  return stream.end();
}

void expect_json(const std::string& body, std::string_view wanted) {
  const Result<Value> own = json_loads(body);
  const Result<Value> other = json_loads(wanted);
  ASSERT_TRUE(own.ok()) << body;
  ASSERT_TRUE(other.ok()) << wanted;
  EXPECT_EQ(*json_dumps(*own), *json_dumps(*other));
}

// As OpenAI documents it: role first, calls by index, the usage in a chunk without choices.
const std::string kChat = joined(
    {event(
         R"({"id":"c1","object":"chat.completion.chunk","created":7,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":null},"logprobs":null,"finish_reason":null}],"usage":null})"),
     ": keep-alive\n\n",
     event(
         R"({"id":"c1","object":"chat.completion.chunk","created":7,"model":"m","choices":[{"index":0,"delta":{"reasoning_content":"Let me "},"finish_reason":null}]})"),
     event(
         R"({"id":"c1","choices":[{"index":0,"delta":{"reasoning_content":"think \u00e4\ud83d"},"finish_reason":null}]})"),
     event(
         R"({"id":"c1","choices":[{"index":0,"delta":{"reasoning_content":"\ude00."},"finish_reason":null}]})"),
     event(
         R"({"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]},"finish_reason":null}]})"),
     event(
         R"({"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"x\": \"}"}}]},"finish_reason":null}]})"),
     event(
         R"({"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"}"}}]},"finish_reason":null}]})"),
     event(
         R"({"id":"c1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]},"finish_reason":null}]})"),
     event(R"({"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]})"),
     event(R"({"id":"c1","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":9}})"),
     event("[DONE]")});
constexpr std::string_view kChatBody =
    R"({"id":"c1","object":"chat.completion","created":7,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"reasoning_content":"Let me think \u00e4\ud83d\ude00.","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\": \"}\"}"}},{"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]},"logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":5,"completion_tokens":9}})";

const std::string kCompletions = joined(
    {event(
         R"({"id":"c","object":"text_completion","created":1,"choices":[{"index":0,"text":"[f(","logprobs":{"tokens":["[f("],"token_logprobs":[-0.5]},"finish_reason":null}],"model":"m"})"),
     event(
         R"({"id":"c","object":"text_completion","created":1,"choices":[{"index":0,"text":"x=1)]","logprobs":{"tokens":["x=1)]"],"token_logprobs":[-0.25]},"finish_reason":null}],"model":"m"})"),
     event(
         R"({"id":"c","object":"text_completion","created":1,"choices":[{"index":0,"text":"","logprobs":null,"finish_reason":"stop"}],"model":"m","usage":{"prompt_tokens":3,"completion_tokens":2}})"),
     event("[DONE]")});
constexpr std::string_view kCompletionsBody =
    R"({"id":"c","object":"text_completion","created":1,"model":"m","choices":[{"index":0,"text":"[f(x=1)]","logprobs":{"tokens":["[f(","x=1)]"],"token_logprobs":[-0.5,-0.25]},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}})";

const std::string kAnthropic = joined(
    {event(
         R"({"type":"message_start","message":{"id":"msg","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":25,"output_tokens":1}}})",
         "message_start"),
     event(
         R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}})",
         "content_block_start"),
     event(R"({"type":"ping"})", "ping"),
     event(
         R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm"}})",
         "content_block_delta"),
     event(
         R"({"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"Eq"}})",
         "content_block_delta"),
     event(R"({"type":"content_block_stop","index":0})", "content_block_stop"),
     event(R"({"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}})",
           "content_block_start"),
     event(R"({"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Ok"}})",
           "content_block_delta"),
     event(R"({"type":"content_block_delta","index":1,"delta":{"type":"new_delta","text":"no"}})",
           "content_block_delta"),
     event(R"({"type":"content_block_stop","index":1})", "content_block_stop"),
     event(
         R"({"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"t1","name":"f","input":{}}})",
         "content_block_start"),
     event(
         R"({"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"x\":"}})",
         "content_block_delta"),
     event(
         R"({"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":" 1}"}})",
         "content_block_delta"),
     event(R"({"type":"content_block_stop","index":2})", "content_block_stop"),
     event(
         R"({"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"t2","name":"g","input":{}}})",
         "content_block_start"),
     event(R"({"type":"content_block_stop","index":3})", "content_block_stop"),
     event(
         R"({"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":15}})",
         "message_delta"),
     event(R"({"type":"message_stop"})", "message_stop")});
constexpr std::string_view kAnthropicBody =
    R"({"id":"msg","type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":"Hm","signature":"Eq"},{"type":"text","text":"Ok"},{"type":"tool_use","id":"t1","name":"f","input":{"x":1}},{"type":"tool_use","id":"t2","name":"g","input":{}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":25,"output_tokens":15}})";

const std::string kGemini = joined(
    {event(
         R"({"candidates":[{"content":{"parts":[{"text":"So ","thought":true}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":4},"modelVersion":"g"})"),
     event(
         R"({"candidates":[{"content":{"parts":[{"text":"then","thought":true}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":4},"modelVersion":"g"})"),
     event(
         R"({"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"x":1}},"thoughtSignature":"S"}],"role":"model"},"index":0}]})"),
     event(
         R"({"candidates":[{"content":{"parts":[{"functionCall":{"name":"g","args":{}}}],"role":"model"},"index":0,"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":6}})")});
constexpr std::string_view kGeminiBody =
    R"({"candidates":[{"content":{"parts":[{"text":"So then","thought":true},{"functionCall":{"name":"f","args":{"x":1}},"thoughtSignature":"S"},{"functionCall":{"name":"g","args":{}}}],"role":"model"},"index":0,"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":6},"modelVersion":"g"})";

struct Recorded {
  StreamFormat format;
  std::string_view bytes;
  std::string_view body;
};
const Recorded kRecorded[] = {{StreamFormat::kChat, kChat, kChatBody},
                              {StreamFormat::kCompletions, kCompletions, kCompletionsBody},
                              {StreamFormat::kAnthropic, kAnthropic, kAnthropicBody},
                              {StreamFormat::kGemini, kGemini, kGeminiBody}};

TEST(Streams, EverySplitGivesTheBodyWithoutStreaming) {
  for (const Recorded& one : kRecorded) {
    for (std::size_t at = 0; at <= one.bytes.size(); ++at) {
      StreamedResponse stream(one.format, {});
      stream.add(one.bytes.substr(0, at), 1);
      stream.add(one.bytes.substr(at), 2);
      const StreamedResponse::Ended ended = stream.end();
      ASSERT_FALSE(ended.cut) << at;
      EXPECT_EQ(ended.status, 200);
      expect_json(ended.body, one.body);
      if (HasFailure()) return;
    }
  }
}

TEST(Streams, ByteByByteAndWithAnyLineEnds) {
  for (const Recorded& one : kRecorded) {
    for (const std::string_view line_end : {"\n", "\r\n", "\r"}) {
      std::string bytes = "\xEF\xBB\xBF";
      for (const char c : one.bytes) bytes += c == '\n' ? std::string(line_end) : std::string(1, c);
      StreamedResponse stream(one.format, {});
      for (const char& c : bytes) stream.add(std::string_view(&c, 1), 1);
      expect_json(stream.end().body, one.body);
    }
  }
}

// Wherever a stream breaks off, it is the whole response or none.
TEST(Streams, ACutStreamIsNoResponse) {
  for (const Recorded& one : kRecorded) {
    std::size_t whole = 0;
    for (std::size_t at = 0; at < one.bytes.size(); ++at) {
      StreamedResponse stream(one.format, {});
      stream.add(one.bytes.substr(0, at), 1);
      const bool complete = stream.state() != State::kOpen;
      const StreamedResponse::Ended ended = stream.end();
      if (complete) {
        EXPECT_FALSE(ended.cut);
        ++whole;
      }
      // A JSON text that breaks off is malformed, anything else is cut.
      if (!complete && !ended.cut) {
        EXPECT_TRUE(!json_loads(ended.body).ok() || at > 100);
      }
    }
    EXPECT_LT(whole, one.bytes.size() / 3);
  }
  EXPECT_TRUE(read("", StreamFormat::kChat).cut);
  EXPECT_TRUE(read(event("[DONE]"), StreamFormat::kChat).cut);
}

TEST(Streams, EndsWithTheFirstCompleteCall) {
  constexpr std::string_view kChatCall =
      R"({"id":"c1","object":"chat.completion","created":7,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"reasoning_content":"Let me think \u00e4\ud83d\ude00.","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\": \"}\"}"}}]},"logprobs":null,"finish_reason":"tool_calls"}],"usage":null})";
  const Recorded cuts[] = {
      {StreamFormat::kChat, kChat, kChatCall},
      {StreamFormat::kAnthropic, kAnthropic,
       R"({"id":"msg","type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":"Hm","signature":"Eq"},{"type":"text","text":"Ok"},{"type":"tool_use","id":"t1","name":"f","input":{"x":1}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":25,"output_tokens":1}})"},
      {StreamFormat::kGemini, kGemini,
       R"({"candidates":[{"content":{"parts":[{"text":"So then","thought":true},{"functionCall":{"name":"f","args":{"x":1}},"thoughtSignature":"S"}],"role":"model"},"index":0,"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":4},"modelVersion":"g"})"}};
  for (const Recorded& one : cuts) {
    StreamedResponse stream(one.format, {.first_call = true});
    std::size_t read = 0;
    while (stream.state() != State::kDone && read < one.bytes.size()) {
      stream.add(one.bytes.substr(read++, 1), 1);
    }
    EXPECT_LT(read, one.bytes.size() - 100);
    expect_json(stream.end().body, one.body);
  }
}

TEST(Streams, ErrorsInsideAreTheResponse) {
  struct Case {
    StreamFormat format;
    std::string bytes;
    int status;
    std::string_view body;
  };
  const std::string begun = kChat.substr(0, kChat.find(": keep"));
  const Case cases[] = {
      {StreamFormat::kChat, begun + event(R"({"error":{"message":"m","code":503}})"), 200,
       R"({"error":{"message":"m","code":503}})"},
      {StreamFormat::kChat, begun + "error: {\"code\":500,\"message\":\"m\"}\n\n", 200,
       R"({"error":{"code":500,"message":"m"}})"},
      {StreamFormat::kChat, begun + event(R"({"object":"error","message":"m","code":400})"), 200,
       R"({"error":{"object":"error","message":"m","code":400}})"},
      {StreamFormat::kAnthropic,
       event(R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})",
             "error"),
       529, R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})"},
      {StreamFormat::kGemini, event(R"({"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}})"), 200,
       R"({"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}})"}};
  for (const Case& one : cases) {
    const StreamedResponse::Ended ended = read(one.bytes, one.format);
    EXPECT_FALSE(ended.cut);
    EXPECT_EQ(ended.status, one.status);
    expect_json(ended.body, one.body);
  }
  // Once the model has finished, its response is whole.
  const std::string after = kChat.substr(0, kChat.find("data: [DONE]")) +
                            event(R"({"error":{"message":"late"}})") + event("[DONE]");
  expect_json(read(after, StreamFormat::kChat).body, kChatBody);
}

TEST(Streams, MalformedEventsAreAMalformedBody) {
  const std::string bad[] = {"{\"choices\":", "{\"choices\": [\xC3", std::string("{\"a\":\0}", 7),
                             "nonsense"};
  for (const std::string& data : bad) {
    const StreamedResponse::Ended ended = read(event(data), StreamFormat::kChat);
    EXPECT_FALSE(ended.cut);
    EXPECT_EQ(ended.body.rfind("malformed stream: an event is not ", 0), 0U) << ended.body;
  }
  EXPECT_EQ(read(event("{\"a\": x"), StreamFormat::kChat).body,
            "malformed stream: an event is not JSON (Expecting value: line 1 column 7 (char 6)): "
            "{\"a\": x");
  for (const std::string_view data : {"[]", "3", R"({"choices":[{"index":-1}]})",
                                      R"({"choices":[{"index":5000}]})", R"({"choices":["x"]})"}) {
    const StreamedResponse::Ended ended = read(event(data), StreamFormat::kChat);
    EXPECT_TRUE(ended.cut || !json_loads(ended.body).ok()) << data;
  }
  for (const std::string_view data :
       {R"({"type":"content_block_delta","index":0,"delta":{}})",
        R"({"type":"content_block_start","index":7,"content_block":{}})",
        R"({"type":"message_start"})"}) {
    EXPECT_FALSE(json_loads(read(event(data), StreamFormat::kAnthropic).body).ok()) << data;
  }
}

// "é" split over two reads, and bytes that are never UTF-8.
TEST(Streams, UnicodeSplitOverReads) {
  const std::string bytes =
      event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\xC3\xA9\"}}]}") +
      event(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})") + event("[DONE]");
  const std::size_t inside = bytes.find('\xA9');
  StreamedResponse stream(StreamFormat::kChat, {});
  stream.add(std::string_view(bytes).substr(0, inside), 1);
  stream.add(std::string_view(bytes).substr(inside), 1);
  expect_json(
      stream.end().body,
      R"({"choices":[{"index":0,"message":{"role":"assistant","content":"\u00e9"},"finish_reason":"stop"}]})");
}

// llama.cpp: null is the content of the first delta, and an empty text that of a response.
TEST(Streams, ContentThatNeverCame) {
  const auto body = [](const std::string& content, const std::string& more) {
    return read(event(R"({"choices":[{"index":0,"delta":{"role":"assistant")" + content + "}}]" +
                      more + "}") +
                    event(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})"),
                StreamFormat::kChat)
        .body;
  };
  const auto message = [](const std::string& content, const std::string& more) {
    return "{" + more + R"("choices":[{"index":0,"message":{"role":"assistant","content":)" +
           content + R"(},"finish_reason":"stop"}]})";
  };
  const std::string own = R"("system_fingerprint":"b6123-0d5ef1a9")";
  const std::string other = R"("system_fingerprint":"fp_44709d6fcb")";
  for (const char* never : {R"(,"content":null)", ""}) {
    expect_json(body(never, ""), message("null", ""));
    expect_json(body(never, "," + other), message("null", other + ","));
    expect_json(body(never, "," + own), message(R"("")", own + ","));
  }
  expect_json(body(R"(,"content":"")", ""), message(R"("")", ""));
}

// Some servers say that their JSON is a stream.
TEST(Streams, PlainJsonIsTheResponse) {
  for (const std::string& body :
       {std::string(R"({"choices": []})"), std::string("\n {\"a\": 1}"), std::string("{\"cut\": "),
        std::string("[1]"), std::string("<html></html>"), std::string("\xEF\xBB\xBF{\"a\": 1}")}) {
    StreamedResponse stream(StreamFormat::kChat, {});
    for (const char c : body) stream.add(std::string(1, c), 1);
    EXPECT_EQ(stream.state(), State::kOpen);
    const StreamedResponse::Ended ended = stream.end();
    EXPECT_FALSE(ended.cut);
    EXPECT_EQ(ended.body, body.substr(body.find_first_of("{[<")));
  }
  StreamedResponse large(StreamFormat::kChat, {.most = 1000});
  for (int i = 0; i < 100; ++i) large.add("{" + std::string(1000, 'x'), 1);
  EXPECT_EQ(large.state(), State::kTooLarge);
  EXPECT_LE(large.held(), 2000U);
}

// Without streaming they are parts of their own too.
TEST(Streams, PartsOfOneEventOfGeminiStayApart) {
  const std::string first =
      R"({"candidates":[{"content":{"role":"model","parts":[{"text":"a"},{"text":"b"}]}}]})";
  const std::string last =
      R"({"candidates":[{"content":{"parts":[{"text":"c"},{"text":"d"}]},"finishReason":"STOP"}]})";
  expect_json(
      read(event(first) + event(last), StreamFormat::kGemini).body,
      R"({"candidates":[{"content":{"parts":[{"text":"a"},{"text":"bc"},{"text":"d"}],"role":"model"},"finishReason":"STOP"}]})");
}

// As without `alt=sse`.
TEST(Streams, AnArrayOfGeminiIsAStream) {
  const std::string first =
      R"({"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]}}]})";
  const std::string last =
      R"({"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP"}]})";
  expect_json(
      read("[" + first + ",\n" + last + "]", StreamFormat::kGemini).body,
      R"({"candidates":[{"content":{"parts":[{"text":"ab"}],"role":"model"},"finishReason":"STOP"}]})");
  EXPECT_TRUE(read("[" + first + "]", StreamFormat::kGemini).cut);
  EXPECT_EQ(read("[" + last + R"(,{"error":{"code":500}}])", StreamFormat::kGemini).body,
            read("[" + last + "]", StreamFormat::kGemini).body);
  expect_json(read(R"([{"error":{"code":503}}])", StreamFormat::kGemini).body,
              R"({"error":{"code":503}})");
  for (const std::string bad : {"[", "[]", "[\xFF]"}) {
    EXPECT_EQ(read(bad, StreamFormat::kGemini).body, bad);
  }
  EXPECT_EQ(read("[3]", StreamFormat::kGemini).body,
            "malformed stream: an event of the stream is not an object");
}

TEST(Streams, MemoryOfGeminiIsThatOfItsParts) {
  StreamedResponse stream(StreamFormat::kGemini, {});
  for (int i = 0; i < 10000; ++i) {
    stream.add(event(R"({"candidates":[{"content":{"parts":[{"text":"a"}]}}]})"), 1);
  }
  EXPECT_LT(stream.held(), 100'000U);
}

TEST(Streams, AreBounded) {
  constexpr std::size_t kMost = 1 << 16;
  StreamedResponse line(StreamFormat::kChat, {.most = kMost});
  for (int i = 0; i < 100 && line.state() != State::kTooLarge; ++i) {
    line.add("data: " + std::string(2000, 'x'), 1);
  }
  EXPECT_EQ(line.state(), State::kTooLarge);
  EXPECT_LE(line.held(), kMost + 2048);

  const std::string more =
      event(R"({"choices":[{"index":0,"delta":{"content":")" + std::string(1000, 'a') + R"("}}]})");
  StreamedResponse text(StreamFormat::kChat, {.most = kMost});
  int added = 0;
  while (text.state() != State::kTooLarge && added < 1000) {
    text.add(more, 1);
    ++added;
  }
  EXPECT_LT(added, 100);

  // Comments and empty events take nothing.
  StreamedResponse silent(StreamFormat::kChat, {.most = kMost});
  for (int i = 0; i < 10000; ++i) silent.add(": ping\n\ndata:\n\nid: 3\nretry: 1\nunknown\n\n", 1);
  EXPECT_EQ(silent.state(), State::kOpen);
  EXPECT_LT(silent.held(), 2048U);

  // Members that no protocol has.
  StreamedResponse wide(StreamFormat::kChat, {.most = kMost});
  for (int i = 0; i < 5000; ++i) {
    wide.add(event("{\"member" + std::to_string(i) + "\": \"" + std::string(50, 'y') + "\"}"), 1);
  }
  EXPECT_LT(wide.held(), kMost);
}

TEST(Streams, TimesOfItsParts) {
  StreamedResponse stream(StreamFormat::kChat, {});
  double now = 10;
  std::size_t begin = 0;
  while (begin < kChat.size()) {
    const std::size_t end = kChat.find("\n\n", begin) + 2;
    stream.add(std::string_view(kChat).substr(begin, end - begin), now);
    begin = end;
    now += 0.5;
  }
  const StreamTimes& times = stream.times();
  EXPECT_EQ(times.parts, 7U);
  EXPECT_DOUBLE_EQ(*times.first, 11);  // neither the role nor a comment is a part
  EXPECT_DOUBLE_EQ(times.last, 14);
  EXPECT_EQ(times.between.count(), 6U);
  EXPECT_NEAR(*times.between.percentile(0.5), 0.5, 0.02);
}

TEST(Streams, RequestsForThem) {
  HttpRequest request;
  request.path = "/chat/completions";
  request.body = R"({"messages":[],"model":"m"})";
  EXPECT_EQ(streamed_request(request, StreamFormat::kChat).body,
            R"({"messages":[],"model":"m","stream":true,"stream_options":{"include_usage":true}})");
  EXPECT_EQ(streamed_request(request, StreamFormat::kAnthropic).body,
            R"({"messages":[],"model":"m","stream":true})");
  request.path = "/publishers/anthropic/models/a:rawPredict";
  EXPECT_EQ(streamed_request(request, StreamFormat::kAnthropic).path,
            "/publishers/anthropic/models/a:streamRawPredict");
  request.path = "/v1beta/models/a:generateContent";
  const HttpRequest gemini = streamed_request(request, StreamFormat::kGemini);
  EXPECT_EQ(gemini.path, "/v1beta/models/a:streamGenerateContent?alt=sse");
  EXPECT_EQ(gemini.body, request.body);
  EXPECT_EQ(stream_format(*find_dialect("chat")), StreamFormat::kChat);
  EXPECT_EQ(stream_format(*find_dialect("qwen")), StreamFormat::kNone);
  EXPECT_EQ(stream_format(*find_dialect("responses")), StreamFormat::kNone);
}

}  // namespace
}  // namespace bfclx

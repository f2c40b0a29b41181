// Gemini: batchGenerateContent with inlined requests, and the operations that come of it.
#include <charconv>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/conversation/server_message.h"
#include "core/conversation/values.h"
#include "core/generation/batches/batch_services.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;
using State = BatchStatus::State;

constexpr const char* kGeminiBatches = "/v1beta/batches";
constexpr const char* kGeminiPages = "/v1beta/batches?pageSize=100";
constexpr string_view kOperationPrefix = "batches/";
constexpr string_view kGenerateMethod = ":generateContent";

struct GeminiState {
  string_view name;  // behind "BATCH_STATE_" or "JOB_STATE_"
  State state;
};
constexpr GeminiState kGeminiStates[] = {
    {"UNSPECIFIED", State::kOpen}, {"PENDING", State::kOpen},       {"QUEUED", State::kOpen},
    {"RUNNING", State::kOpen},     {"SUCCEEDED", State::kEnded},    {"FAILED", State::kRefused},
    {"EXPIRED", State::kEnded},    {"CANCELLED", State::kCanceled},
};

// HTTP status of a code of google.rpc.
struct RpcCode {
  int code;
  int status;
};
constexpr RpcCode kRpcCodes[] = {{3, 400}, {4, 504},  {5, 404},  {7, 403}, {8, 429},
                                 {9, 400}, {11, 400}, {14, 503}, {16, 401}};
constexpr int kOtherRpcStatus = 500;

// An int64 of protobuf is a string in JSON.
std::size_t count_of_text(const Value& stats, string_view name) {
  const string_view text = text_member(stats, name);
  std::size_t number = batch_count_in(stats, name);
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string percent_encoded(string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c) || c == '-' || c == '_') {
      encoded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return encoded;
}

// The list of results of an operation; nullptr where it has none.
const Value* responses_in(const Value& operation) {
  const Value* holder = present(operation, "response");
  if (holder == nullptr) {
    const Value* metadata = present(operation, "metadata");
    holder = metadata != nullptr ? present(*metadata, "output") : nullptr;
  }
  for (int depth = 0; depth < 2 && holder != nullptr; ++depth) {
    holder = present(*holder, "inlinedResponses");
  }
  return holder != nullptr && holder->is_list() ? holder : nullptr;
}

Result<BatchStatus> read_operation(const Value& operation) {
  BatchStatus status;
  const string_view name = text_member(operation, "name");
  if (name.substr(0, kOperationPrefix.size()) == kOperationPrefix)
    status.id = name.substr(kOperationPrefix.size());
  const Value* metadata = present(operation, "metadata");
  string_view state = metadata != nullptr ? text_member(*metadata, "state") : string_view();
  const std::size_t prefix = state.find("_STATE_");
  if (prefix != string_view::npos) state.remove_prefix(prefix + string_view("_STATE_").size());
  const GeminiState* known = nullptr;
  for (const GeminiState& row : kGeminiStates) {
    if (row.name == state) known = &row;
  }
  if (!is_batch_id(status.id)) {
    return Error{"ValueError", "the response does not describe a batch"};
  }
  // A state that is not documented is one of a batch that was created.
  status.state = known != nullptr ? known->state : State::kOpen;
  status.expired = state == "EXPIRED";
  if (const Value* stats = metadata != nullptr ? present(*metadata, "batchStats") : nullptr) {
    status.total = count_of_text(*stats, "requestCount");
    status.done = count_of_text(*stats, "successfulRequestCount") +
                  count_of_text(*stats, "failedRequestCount");
  }
  if (responses_in(operation) != nullptr) {
    status.results.push_back(batch_get(concat({kGeminiBatches, "/", status.id})));
    if (status.state == State::kRefused) status.state = State::kEnded;
  }
  if (status.state == State::kRefused) {
    const Value* error = present(operation, "error");
    const auto stated = error != nullptr ? read_stated_error(*error) : std::nullopt;
    status.message = stated ? stated->text : "no reason is given";
  }
  return status;
}

BatchLine read_inlined(const Value& item) {
  BatchLine read;
  const Value* metadata = present(item, "metadata");
  if (metadata != nullptr) read.custom_id = text_member(*metadata, "key");
  if (const Value* response = present(item, "response")) {
    const Result<std::string> body = json_dumps(*response);
    if (body.ok()) {
      read.status = 200;
      read.body = *body;
      return read;
    }
  }
  const Value* error = present(item, "error");
  if (error == nullptr || !error->is_dict()) {
    read.error = "its line in the results has no response";
    return read;
  }
  const std::size_t code = batch_count_in(*error, "code");
  read.status = code >= 400 && code < 600 ? static_cast<int>(code) : kOtherRpcStatus;
  for (const RpcCode& row : kRpcCodes) {
    if (static_cast<std::size_t>(row.code) == code) read.status = row.status;
  }
  Value stated = Value::dict(Dict(error->as_dict()));
  stated.mutable_dict().set("code", Value::integer(read.status));
  const Result<std::string> body = json_dumps(make_dict({{"error", stated}}));
  if (body.ok()) read.body = *body;
  return read;
}

class InlinedLines final : public BatchLines {
 public:
  explicit InlinedLines(std::string_view body) {
    const Result<Value> operation = json_loads(body);
    const Value* responses = operation.ok() ? responses_in(*operation) : nullptr;
    if (responses != nullptr) responses_ = *responses;
  }

  std::optional<BatchLine> next() override {
    if (!responses_.is_list() || at_ >= responses_.items().size()) return std::nullopt;
    return read_inlined(responses_.items()[at_++]);
  }

 private:
  Value responses_;
  std::size_t at_ = 0;
};

class GeminiBatches final : public BatchService {
 public:
  string_view name() const override { return "gemini"; }
  string_view title() const override { return "Gemini"; }
  std::size_t most_requests() const override { return 50'000; }
  std::size_t most_bytes() const override { return 20'000'000; }
  bool uploads() const override { return false; }
  bool has_results_inside() const override { return true; }

  HttpRequest create(string_view tag, string_view /*file*/,
                     std::span<const BatchItem> items) const override {
    HttpRequest request;
    if (items.empty()) return request;
    string_view path = items.front().request->path;
    path.remove_suffix(path.size() - std::min(path.size(), path.rfind(kGenerateMethod)));
    request.path = concat({path, ":batchGenerateContent"});
    request.body = concat({R"({"batch": {"displayName": "bfclx-)", tag,
                           R"(", "inputConfig": {"requests": {"requests": [)"});
    for (const BatchItem& item : items) {
      if (&item != items.data()) request.body += ", ";
      for (const string_view part :
           {string_view(R"({"request": )"), string_view(item.request->body),
            string_view(R"(, "metadata": {"key": ")"), string_view(item.custom_id),
            string_view("\"}}")}) {
        request.body += part;
      }
    }
    request.body += "]}}}}";
    return request;
  }

  HttpRequest look_up(string_view id) const override {
    return batch_get(concat({kGeminiBatches, "/", id}));
  }

  HttpRequest cancel(string_view id) const override {
    HttpRequest request;
    request.path = concat({kGeminiBatches, "/", id, ":cancel"});
    return request;
  }

  Result<BatchStatus> status(string_view body) const override {
    BFCLX_ASSIGN_OR_RETURN(const Value operation, json_loads(body));
    return read_operation(operation);
  }

  HttpRequest list() const override { return batch_get(kGeminiPages); }

  Result<BatchPage> page(string_view body, string_view tag, string_view /*path*/) const override {
    BFCLX_ASSIGN_OR_RETURN(const Value list, json_loads(body));
    if (!list.is_dict()) return Error{"ValueError", "the response is not a list of batches"};
    BatchPage page;
    const Value* operations = present(list, "operations");
    if (operations != nullptr && operations->is_list()) {
      for (const Value& operation : operations->items()) {
        if (!has_batch_tag(operation, "displayName", concat({"bfclx-", tag}))) continue;
        if (Result<BatchStatus> read = read_operation(operation); read.ok()) {
          page.batches.push_back(*read);
        }
      }
    }
    const string_view token = text_member(list, "nextPageToken");
    if (!token.empty()) page.next = concat({kGeminiPages, "&pageToken=", percent_encoded(token)});
    return page;
  }

  std::unique_ptr<BatchLines> lines(std::string body) const override {
    return std::make_unique<InlinedLines>(body);
  }
};

}  // namespace

const BatchService& gemini_batches() {
  static const GeminiBatches service;
  return service;
}

}  // namespace bfclx

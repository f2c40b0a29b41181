// OpenAI: files and /v1/batches, for chat completions and responses.
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

constexpr string_view kOpenAiTag = "bfclx";  // of the metadata
// Of an error of a batch: more is enqueued than the account may have.
constexpr string_view kQueueFullCodes[] = {"token_limit_exceeded", "request_limit_exceeded"};

struct OpenAiState {
  string_view name;
  State state;
};
constexpr OpenAiState kOpenAiStates[] = {
    {"validating", State::kOpen}, {"in_progress", State::kOpen},   {"finalizing", State::kOpen},
    {"cancelling", State::kOpen}, {"completed", State::kEnded},    {"expired", State::kEnded},
    {"failed", State::kRefused},  {"cancelled", State::kCanceled},
};

HttpRequest openai_content(string_view file) {
  return batch_get(concat({"/files/", file, "/content"}));
}

// Of a batch that failed: the first error, and its place in the file.
void read_openai_errors(const Value& batch, BatchStatus& status) {
  const Value* errors = present(batch, "errors");
  const Value* data = errors != nullptr ? present(*errors, "data") : nullptr;
  if (data == nullptr || !data->is_list() || data->items().empty()) {
    status.message = "no reason is given";
    return;
  }
  const Value& first = data->items().front();
  const std::optional<StatedError> stated = read_stated_error(first);
  status.message = stated ? stated->text : "no reason is given";
  if (const std::size_t line = batch_count_in(first, "line"); line > 0) {
    status.message += concat({" (line ", std::to_string(line), ")"});
  }
  const string_view code = text_member(first, "code");
  for (const string_view full : kQueueFullCodes) {
    if (code == full) status.queue_full = true;
  }
}

Result<BatchStatus> read_openai_batch(const Value& batch) {
  BatchStatus status;
  status.id = batch_id_in(batch, "id");
  const string_view name = text_member(batch, "status");
  const OpenAiState* known = nullptr;
  for (const OpenAiState& row : kOpenAiStates) {
    if (row.name == name) known = &row;
  }
  if (status.id.empty()) {
    return Error{"ValueError", "the response does not describe a batch"};
  }
  // A state that is not documented is one of a batch that was created.
  status.state = known != nullptr ? known->state : State::kOpen;
  status.expired = name == "expired";
  if (status.state == State::kRefused) read_openai_errors(batch, status);
  if (const Value* counts = present(batch, "request_counts")) {
    status.total = batch_count_in(*counts, "total");
    status.done = batch_count_in(*counts, "completed") + batch_count_in(*counts, "failed");
  }
  if (const std::size_t created = batch_count_in(batch, "created_at"); created > 0) {
    status.created = static_cast<double>(created);
  }
  for (const string_view file : {"output_file_id", "error_file_id"}) {
    const std::string id = batch_id_in(batch, file);
    if (!id.empty()) status.results.push_back(openai_content(id));
  }
  return status;
}

class OpenAiBatches final : public BatchService {
 public:
  string_view name() const override { return "openai"; }
  string_view title() const override { return "OpenAI"; }
  std::size_t most_requests() const override { return 50'000; }
  std::size_t most_bytes() const override { return 200'000'000; }

  HttpRequest upload(string_view tag, std::span<const BatchItem> items) const override {
    std::string lines;
    for (const BatchItem& item : items) {
      for (const string_view part :
           {string_view(R"({"custom_id": ")"), string_view(item.custom_id),
            string_view(R"(", "method": "POST", "url": "/v1)"), string_view(item.request->path),
            string_view(R"(", "body": )"), string_view(item.request->body), string_view("}\n")}) {
        lines += part;
      }
    }
    return batch_upload("/files", tag, lines);
  }

  HttpRequest create(string_view tag, string_view file,
                     std::span<const BatchItem> items) const override {
    HttpRequest request;
    request.path = "/batches";
    const string_view path = items.empty() ? string_view() : items.front().request->path;
    append_json(request.body,
                make_dict({{"input_file_id", Value::str(file)},
                           {"endpoint", Value::str(concat({"/v1", path}))},
                           {"completion_window", Value::str("24h")},
                           {"metadata", make_dict({{kOpenAiTag, Value::str(tag)}})}}));
    return request;
  }

  HttpRequest look_up(string_view id) const override {
    return batch_get(concat({"/batches/", id}));
  }

  HttpRequest cancel(string_view id) const override {
    HttpRequest request;
    request.path = concat({"/batches/", id, "/cancel"});
    return request;
  }

  Result<BatchStatus> status(string_view body) const override {
    BFCLX_ASSIGN_OR_RETURN(const Value batch, json_loads(body));
    return read_openai_batch(batch);
  }

  HttpRequest list() const override { return batch_get("/batches?limit=100"); }

  Result<BatchPage> page(string_view body, string_view tag, string_view /*path*/) const override {
    BFCLX_ASSIGN_OR_RETURN(const Value list, json_loads(body));
    BFCLX_ASSIGN_OR_RETURN(BatchPage page,
                           batches_of_page(list, read_openai_batch, [tag](const Value& batch) {
                             return has_batch_tag(batch, kOpenAiTag, tag);
                           }));
    const std::string last = last_before_more(list);
    if (!last.empty()) page.next = "/batches?limit=100&after=" + last;
    return page;
  }

  std::unique_ptr<BatchLines> lines(std::string body) const override {
    return json_lines(std::move(body), read_response_line);
  }
};

}  // namespace

const BatchService& openai_batches() {
  static const OpenAiBatches service;
  return service;
}

}  // namespace bfclx

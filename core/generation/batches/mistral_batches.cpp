// Mistral: files and /v1/batch/jobs, for chat completions.
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

constexpr const char* kJobs = "/v1/batch/jobs";
constexpr const char* kJobPages = "/v1/batch/jobs?page_size=100&page=";
constexpr std::size_t kMistralPageSize = 100;
constexpr string_view kMistralTag = "bfclx";  // of the metadata

struct MistralState {
  string_view name;
  State state;
};
constexpr MistralState kMistralStates[] = {
    {"QUEUED", State::kOpen},        {"RUNNING", State::kOpen},
    {"SUCCESS", State::kEnded},      {"CANCELLATION_REQUESTED", State::kOpen},
    {"FAILED", State::kRefused},     {"TIMEOUT_EXCEEDED", State::kEnded},
    {"CANCELLED", State::kCanceled},
};

std::string first_job_error(const Value& job) {
  const Value* errors = present(job, "errors");
  if (errors != nullptr && errors->is_list() && !errors->items().empty()) {
    if (const auto stated = read_stated_error(errors->items().front())) return stated->text;
  }
  return "no reason is given";
}

Result<BatchStatus> read_job(const Value& job) {
  BatchStatus status;
  status.id = batch_id_in(job, "id");
  const string_view name = text_member(job, "status");
  const MistralState* known = nullptr;
  for (const MistralState& row : kMistralStates) {
    if (row.name == name) known = &row;
  }
  if (status.id.empty()) {
    return Error{"ValueError", "the response does not describe a batch"};
  }
  // A state that is not documented is one of a batch that was created.
  status.state = known != nullptr ? known->state : State::kOpen;
  status.expired = name == "TIMEOUT_EXCEEDED";
  status.total = batch_count_in(job, "total_requests");
  status.done = batch_count_in(job, "succeeded_requests") + batch_count_in(job, "failed_requests");
  for (const string_view file : {"output_file", "error_file"}) {
    const std::string id = batch_id_in(job, file);
    if (!id.empty()) status.results.push_back(batch_get(concat({"/v1/files/", id, "/content"})));
  }
  // A job of which some requests failed may count as failed.
  if (status.state == State::kRefused && !status.results.empty()) status.state = State::kEnded;
  if (status.state == State::kRefused) status.message = first_job_error(job);
  return status;
}

class MistralBatches final : public BatchService {
 public:
  string_view name() const override { return "mistral"; }
  string_view title() const override { return "Mistral"; }
  std::size_t most_requests() const override { return 1'000'000; }
  std::size_t most_bytes() const override { return 512'000'000; }

  HttpRequest upload(string_view tag, std::span<const BatchItem> items) const override {
    std::string lines;
    for (const BatchItem& item : items) {
      for (const string_view part :
           {string_view(R"({"custom_id": ")"), string_view(item.custom_id),
            string_view(R"(", "body": )"), string_view(item.request->body), string_view("}\n")}) {
        lines += part;
      }
    }
    return batch_upload("/v1/files", tag, lines);
  }

  HttpRequest create(string_view tag, string_view file,
                     std::span<const BatchItem> items) const override {
    HttpRequest request;
    request.path = kJobs;
    Value model;
    string_view path;
    if (!items.empty()) {
      path = items.front().request->path;
      const Result<Value> first = json_loads(items.front().request->body);
      if (first.ok()) model = Value::str(text_member(*first, "model"));
    }
    append_json(request.body,
                make_dict({{"input_files", Value::list({Value::str(file)})},
                           {"model", model},
                           {"endpoint", Value::str(path)},
                           {"metadata", make_dict({{kMistralTag, Value::str(tag)}})}}));
    return request;
  }

  HttpRequest look_up(string_view id) const override { return batch_get(concat({kJobs, "/", id})); }

  HttpRequest cancel(string_view id) const override {
    HttpRequest request;
    request.path = concat({kJobs, "/", id, "/cancel"});
    return request;
  }

  Result<BatchStatus> status(string_view body) const override {
    BFCLX_ASSIGN_OR_RETURN(const Value job, json_loads(body));
    return read_job(job);
  }

  HttpRequest list() const override { return batch_get(concat({kJobPages, "0"})); }

  Result<BatchPage> page(string_view body, string_view tag, string_view path) const override {
    BFCLX_ASSIGN_OR_RETURN(const Value list, json_loads(body));
    const Value* data = present(list, "data");
    // Without jobs there may be no list of them.
    if (data == nullptr && present(list, "total") != nullptr) return BatchPage();
    BFCLX_ASSIGN_OR_RETURN(BatchPage page, batches_of_page(list, read_job, [tag](const Value& job) {
                             return has_batch_tag(job, kMistralTag, tag);
                           }));
    const string_view digits = path.substr(std::min(path.size(), path.rfind('=') + 1));
    std::size_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    ++number;
    const bool more =
        !data->items().empty() && number * kMistralPageSize < batch_count_in(list, "total");
    if (more) page.next = concat({kJobPages, std::to_string(number)});
    return page;
  }

  std::unique_ptr<BatchLines> lines(std::string body) const override {
    return json_lines(std::move(body), read_response_line);
  }
};

}  // namespace

const BatchService& mistral_batches() {
  static const MistralBatches service;
  return service;
}

}  // namespace bfclx

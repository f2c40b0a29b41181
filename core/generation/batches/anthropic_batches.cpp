// Anthropic: /v1/messages/batches. The requests come with the creation, and a batch has no name: a
// lost one is found by its time and size, and known by the ids in its results.
#include <chrono>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/conversation/anthropic_version.h"
#include "core/conversation/server_message.h"
#include "core/conversation/values.h"
#include "core/generation/batches/batch_services.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;
using State = BatchStatus::State;

constexpr const char* kAnthropicBatches = "/v1/messages/batches";
constexpr const char* kAnthropicPage = "/v1/messages/batches?limit=100";

struct AnthropicError {
  string_view type;
  int status;
};
constexpr AnthropicError kAnthropicErrors[] = {
    {"invalid_request_error", 400}, {"authentication_error", 401},
    {"billing_error", 402},         {"permission_error", 403},
    {"not_found_error", 404},       {"request_too_large", 413},
    {"rate_limit_error", 429},      {"api_error", 500},
    {"timeout_error", 504},         {"overloaded_error", 529},
};
constexpr int kUnknownErrorStatus = 500;

// Unix time of "2024-08-20T18:37:24.100435Z".
std::optional<double> time_of_text(string_view text) {
  constexpr string_view kForm = "0000-00-00T00:00:00";
  if (text.size() < kForm.size()) return std::nullopt;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool fits = kForm[i] == '0' ? is_digit(text[i]) : text[i] == kForm[i];
    if (!fits) return std::nullopt;
  }
  const auto number = [text](std::size_t at, std::size_t size) {
    int value = 0;
    for (const char c : text.substr(at, size)) value = value * 10 + (c - '0');
    return value;
  };
  const std::chrono::year_month_day day{std::chrono::year{number(0, 4)},
                                        std::chrono::month{static_cast<unsigned>(number(5, 2))},
                                        std::chrono::day{static_cast<unsigned>(number(8, 2))}};
  if (!day.ok()) return std::nullopt;
  const auto days = std::chrono::sys_days{day}.time_since_epoch().count();
  return static_cast<double>(days) * 86400 + number(11, 2) * 3600 + number(14, 2) * 60 +
         number(17, 2);
}

HttpRequest with_version(HttpRequest request) {
  request.headers.push_back({kAnthropicVersionHeader, kAnthropicVersion});
  return request;
}

Result<BatchStatus> read_message_batch(const Value& batch) {
  BatchStatus status;
  status.id = batch_id_in(batch, "id");
  const string_view name = text_member(batch, "processing_status");
  const bool ended = name == "ended";
  if (status.id.empty()) {
    return Error{"ValueError", "the response does not describe a batch"};
  }
  std::size_t canceled = 0;
  if (const Value* counts = present(batch, "request_counts")) {
    for (const string_view kind : {"succeeded", "errored", "canceled", "expired"}) {
      status.done += batch_count_in(*counts, kind);
    }
    status.total = status.done + batch_count_in(*counts, "processing");
    canceled = batch_count_in(*counts, "canceled");
    status.expired = ended && batch_count_in(*counts, "expired") > 0;
  }
  status.created = time_of_text(text_member(batch, "created_at"));
  if (!ended) return status;
  status.state = canceled > 0 ? State::kCanceled : State::kEnded;
  status.results.push_back(
      with_version(batch_get(concat({kAnthropicBatches, "/", status.id, "/results"}))));
  return status;
}

// An error of one request, as the response to it alone would have it.
void read_message_error(const Value& result, BatchLine& read) {
  const Value* error = present(result, "error");
  const Value* inner = error != nullptr ? present(*error, "error") : nullptr;
  if (error == nullptr) return;
  const Value whole =
      inner != nullptr ? *error : make_dict({{"type", Value::str("error")}, {"error", *error}});
  const Result<std::string> body = json_dumps(whole);
  if (!body.ok()) return;
  read.body = *body;
  read.status = kUnknownErrorStatus;
  const string_view type = text_member(inner != nullptr ? *inner : *error, "type");
  for (const AnthropicError& row : kAnthropicErrors) {
    if (row.type == type) read.status = row.status;
  }
}

BatchLine read_message_line(const Value& line) {
  BatchLine read;
  read.custom_id = text_member(line, "custom_id");
  const Value* result = present(line, "result");
  const string_view type = result != nullptr ? text_member(*result, "type") : string_view();
  if (type == "succeeded") {
    const Value* message = present(*result, "message");
    const Result<std::string> body = json_dumps(message != nullptr ? *message : Value());
    if (message != nullptr && body.ok()) {
      read.status = 200;
      read.body = *body;
    }
  } else if (type == "errored") {
    read_message_error(*result, read);
  } else if (type == "expired") {
    read.error = "the batch expired before the request was processed";
  } else if (type == "canceled") {
    read.error = "the request was canceled";
  }
  if (read.status == 0 && read.error.empty()) {
    read.error = "its line in the results has no response";
  }
  return read;
}

class AnthropicBatches final : public BatchService {
 public:
  string_view name() const override { return "anthropic"; }
  string_view title() const override { return "Anthropic"; }
  std::size_t most_requests() const override { return 100'000; }
  std::size_t most_bytes() const override { return 256'000'000; }
  bool uploads() const override { return false; }
  bool names_batches() const override { return false; }

  HttpRequest create(string_view /*tag*/, string_view /*file*/,
                     std::span<const BatchItem> items) const override {
    HttpRequest request;
    request.path = kAnthropicBatches;
    request.body = R"({"requests": [)";
    for (const BatchItem& item : items) {
      if (&item != items.data()) request.body += ", ";
      for (const string_view part :
           {string_view(R"({"custom_id": ")"), string_view(item.custom_id),
            string_view(R"(", "params": )"), string_view(item.request->body), string_view("}")}) {
        request.body += part;
      }
    }
    request.body += "]}";
    return with_version(std::move(request));
  }

  HttpRequest look_up(string_view id) const override {
    return with_version(batch_get(concat({kAnthropicBatches, "/", id})));
  }

  HttpRequest cancel(string_view id) const override {
    HttpRequest request;
    request.path = concat({kAnthropicBatches, "/", id, "/cancel"});
    return with_version(std::move(request));
  }

  Result<BatchStatus> status(string_view body) const override {
    BFCLX_ASSIGN_OR_RETURN(const Value batch, json_loads(body));
    return read_message_batch(batch);
  }

  HttpRequest list() const override { return with_version(batch_get(kAnthropicPage)); }

  Result<BatchPage> page(string_view body, string_view /*tag*/,
                         string_view /*path*/) const override {
    BFCLX_ASSIGN_OR_RETURN(const Value list, json_loads(body));
    BFCLX_ASSIGN_OR_RETURN(BatchPage page, batches_of_page(list, read_message_batch,
                                                           [](const Value&) { return true; }));
    const std::string last = last_before_more(list);
    if (!last.empty()) page.next = concat({kAnthropicPage, "&after_id=", last});
    return page;
  }

  std::unique_ptr<BatchLines> lines(std::string body) const override {
    return json_lines(std::move(body), read_message_line);
  }
};

}  // namespace

const BatchService& anthropic_batches() {
  static const AnthropicBatches service;
  return service;
}

}  // namespace bfclx

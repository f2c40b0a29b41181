#include "core/generation/batches/batch_service.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/conversation/server_message.h"
#include "core/conversation/values.h"
#include "core/generation/batches/batch_services.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kLongestId = 200;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr int kFirstStatus = 200;
constexpr int kLastStatus = 599;

struct ServiceRow {
  const BatchService& (*service)();
  std::span<const std::string_view> dialects;
};
constexpr std::string_view kOpenAi[] = {"chat", "openai-chat", "responses"};
constexpr std::string_view kAnthropic[] = {"anthropic"};
constexpr std::string_view kGemini[] = {"gemini"};
constexpr std::string_view kMistral[] = {"mistral"};
constexpr ServiceRow kServices[] = {{openai_batches, kOpenAi},
                                    {anthropic_batches, kAnthropic},
                                    {gemini_batches, kGemini},
                                    {mistral_batches, kMistral}};

class JsonLines final : public BatchLines {
 public:
  JsonLines(std::string body, BatchLineReader read) : body_(std::move(body)), read_(read) {
    if (body_.compare(0, kByteOrderMark.size(), kByteOrderMark) == 0) at_ = kByteOrderMark.size();
  }

  std::optional<BatchLine> next() override {
    while (at_ < body_.size()) {
      const std::size_t end = std::min(body_.find('\n', at_), body_.size());
      const std::string_view line = std::string_view(body_).substr(at_, end - at_);
      at_ = end + 1;
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      const Result<Value> read = json_loads(line);
      return read.ok() ? read_(*read) : BatchLine();
    }
    return std::nullopt;
  }

 private:
  std::string body_;
  BatchLineReader read_;
  std::size_t at_ = 0;
};

}  // namespace

HttpRequest BatchService::upload(std::string_view /*tag*/,
                                 std::span<const BatchItem> /*items*/) const {
  return {};
}

Result<std::string> BatchService::uploaded(std::string_view body) const {
  return uploaded_file(body);
}

const BatchService* batch_service_for(const DialectInfo& dialect) {
  for (const ServiceRow& row : kServices) {
    const auto& names = row.dialects;
    if (std::find(names.begin(), names.end(), dialect.name) != names.end()) return &row.service();
  }
  return nullptr;
}

const BatchService* find_batch_service(std::string_view name) {
  for (const ServiceRow& row : kServices) {
    if (row.service().name() == name) return &row.service();
  }
  return nullptr;
}

std::string batch_service_titles() {
  std::vector<std::string> titles;
  for (const ServiceRow& row : kServices) titles.emplace_back(row.service().title());
  const std::string last = std::move(titles.back());
  titles.pop_back();
  return joined(titles, ", ") + " and " + last;
}

HttpRequest batch_get(std::string path) {
  HttpRequest request;
  request.method = "GET";
  request.path = std::move(path);
  return request;
}

HttpRequest batch_upload(std::string path, std::string_view tag, std::string_view lines) {
  const std::string boundary = concat({"bfclx-", tag, "-boundary"});
  HttpRequest request;
  request.path = std::move(path);
  request.headers.push_back({"Content-Type", "multipart/form-data; boundary=" + boundary});
  request.body = concat(
      {"--", boundary, "\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n--",
       boundary, "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"bfclx-", tag,
       ".jsonl\"\r\nContent-Type: application/jsonl\r\n\r\n", lines, "\r\n--", boundary, "--\r\n"});
  return request;
}

bool is_batch_id(std::string_view id) {
  return !id.empty() && id.size() <= kLongestId && std::all_of(id.begin(), id.end(), [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '_';
  });
}

std::string batch_id_in(const Value& object, std::string_view name) {
  const std::string_view id = text_member(object, name);
  return is_batch_id(id) ? std::string(id) : std::string();
}

std::size_t batch_count_in(const Value& object, std::string_view name) {
  const Value* count = present(object, name);
  if (count == nullptr || !count->is_small_int() || count->as_int64() < 0) return 0;
  return static_cast<std::size_t>(count->as_int64());
}

Result<BatchPage> batches_of_page(const Value& page, BatchReader read,
                                  const std::function<bool(const Value& batch)>& may_be_it) {
  const Value* data = present(page, "data");
  if (data == nullptr || !data->is_list()) {
    return Error{"ValueError", "the response is not a list of batches"};
  }
  BatchPage found;
  for (const Value& batch : data->items()) {
    if (!may_be_it(batch)) continue;
    if (Result<BatchStatus> status = read(batch); status.ok()) found.batches.push_back(*status);
  }
  return found;
}

std::string last_before_more(const Value& page) {
  const Value* data = present(page, "data");
  const Value* more = present(page, "has_more");
  const bool is_more = more != nullptr && more->is_bool() && more->as_bool();
  if (!is_more || data == nullptr || !data->is_list() || data->items().empty()) return {};
  return batch_id_in(data->items().back(), "id");
}

bool has_batch_tag(const Value& object, std::string_view name, std::string_view tag) {
  const Value* metadata = present(object, "metadata");
  return metadata != nullptr && text_member(*metadata, name) == tag;
}

Result<std::string> uploaded_file(std::string_view body) {
  const Result<Value> file = json_loads(body);
  std::string id = file.ok() ? batch_id_in(*file, "id") : std::string();
  if (id.empty()) return Error{"ValueError", "the response does not name the uploaded file"};
  return id;
}

std::unique_ptr<BatchLines> json_lines(std::string body, BatchLineReader read) {
  return std::make_unique<JsonLines>(std::move(body), read);
}

BatchLine read_response_line(const Value& line) {
  BatchLine read;
  read.custom_id = text_member(line, "custom_id");
  const Value* response = present(line, "response");
  const Value* status = response != nullptr ? present(*response, "status_code") : nullptr;
  const Value* body = response != nullptr ? member(*response, "body") : nullptr;
  const bool has_status = status != nullptr && status->is_small_int() &&
                          status->as_int64() >= kFirstStatus && status->as_int64() <= kLastStatus;
  if (has_status && body != nullptr) {
    const Result<std::string> text =
        body->is_str() ? Result<std::string>(std::string(body->as_str())) : json_dumps(*body);
    if (text.ok()) {
      read.status = static_cast<int>(status->as_int64());
      read.body = *text;
      return read;
    }
  }
  const Value* error = present(line, "error");
  const std::optional<StatedError> stated =
      error != nullptr ? read_stated_error(*error) : std::nullopt;
  read.error = stated ? stated->text : "its line in the results has no response";
  return read;
}

}  // namespace bfclx

#include "tests/simulation/batches.h"

#include <algorithm>
#include <utility>

#include "core/base/fnv.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tests/simulation/world.h"

namespace bfclx::simulation {
namespace {

constexpr std::size_t kPage = 2;  // batches of a page of the list

net::Response with_body(std::string body, int status = 200) {
  net::Response response;
  response.status = status;
  response.body = std::move(body);
  response.headers = {{"content-type", "application/json"}};
  return response;
}

net::Response no_such() { return with_body(R"({"error": {"message": "No such thing"}})", 404); }

// Behind "/v1": "/batches/b_1", with its query.
std::string_view path_of(const net::Request& request) {
  const std::string_view url = request.url;
  const std::size_t at = url.find("/v1/");
  return at == std::string_view::npos ? std::string_view() : url.substr(at + 3);
}

std::string json_text(std::string_view text) {
  std::string json;
  append_json(json, Value::str(text));
  return json;
}

}  // namespace

bool Batches::is_call(const net::Request& request) {
  const std::string_view path = path_of(request);
  return path.starts_with("/files") || path.starts_with("/batches");
}

net::Response Batches::call(const net::Request& request,
                            const std::function<std::string(std::string_view)>& complete) {
  const std::string_view path = path_of(request);
  if (request.method == "POST" && path == "/files") return upload(request);
  if (request.method == "POST" && path == "/batches") return create(request, complete);
  if (path.starts_with("/batches?")) {
    const std::size_t after = path.find("after=");
    return list(after == std::string_view::npos ? std::string_view() : path.substr(after + 6));
  }
  if (path.starts_with("/files/")) {
    constexpr std::string_view kContent = "/content";
    const std::string_view name =
        path.substr(7, path.size() - std::min(path.size(), 7 + kContent.size()));
    const auto file = files_.find(name);
    return file != files_.end() ? with_body(file->second) : no_such();
  }
  const std::string_view id = path.substr(std::min<std::size_t>(path.size(), 9));
  for (Batch& batch : batches_) {
    if (batch.id == id) return with_body(shown(batch));
  }
  return no_such();
}

net::Response Batches::upload(const net::Request& request) {
  constexpr std::string_view kFile = "Content-Type: application/jsonl\r\n\r\n";
  const std::size_t begin = request.body.find(kFile);
  const std::size_t end = request.body.rfind("\r\n--", request.body.size() - 6);
  if (begin == std::string::npos || end == std::string::npos) return with_body("{}", 400);
  const std::string name = "file_" + std::to_string(files_.size());
  files_[name] = request.body.substr(begin + kFile.size(), end - begin - kFile.size());
  return with_body("{\"id\": " + json_text(name) + "}");
}

net::Response Batches::create(const net::Request& request,
                              const std::function<std::string(std::string_view)>& complete) {
  const Result<Value> asked = json_loads(request.body);
  const Value* metadata = asked.ok() ? present(*asked, "metadata") : nullptr;
  const auto file = asked.ok() ? files_.find(text_member(*asked, "input_file_id")) : files_.end();
  if (metadata == nullptr || file == files_.end()) return with_body("{}", 400);
  complete_ = complete;
  Batch batch;
  batch.id = "batch_" + std::to_string(batches_.size());
  batch.tag = std::string(text_member(*metadata, "bfclx"));
  batch.created = world_.unix_now();
  batch.ends = world_.now() + static_cast<double>(world_.below(static_cast<std::size_t>(longest)));
  batch.expires = any_faults && world_.one_in(6);
  std::string_view left = file->second;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    const Result<Value> row = json_loads(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
    const Value* body = row.ok() ? present(*row, "body") : nullptr;
    if (body == nullptr) continue;
    std::string text;
    append_json(text, *body);
    if (bought_.count(fnv1a(text)) != 0) {
      ++bought_twice_;
      world_.note("buys again what " + batch.id +
                  " has: " + std::string(text_member(*row, "custom_id")));
    }
    batch.rows.push_back({std::string(text_member(*row, "custom_id")), std::move(text)});
  }
  world_.note(batch.id + " is created with " + std::to_string(batch.rows.size()) + " requests");
  batches_.push_back(std::move(batch));
  return with_body(shown(batches_.back()));
}

// The results, once: what each request has come to.
void Batches::finish(Batch& batch) {
  if (batch.finished || world_.now() < batch.ends) return;
  batch.finished = true;
  std::vector<std::string> good;
  std::vector<std::string> bad;
  const bool partly = any_faults && world_.one_in(3);
  const bool garbled = any_faults && world_.one_in(3);
  for (const Row& row : batch.rows) {
    const std::string begin = "{\"custom_id\": " + json_text(row.custom_id) + ", ";
    if (batch.expires && world_.one_in(2)) {
      bad.push_back(begin +
                    R"("response": null, "error": {"code": "batch_expired", "message": "x"}})");
      continue;
    }
    if (partly && world_.one_in(3)) {
      if (world_.one_in(3)) continue;  // it is missing
      bad.push_back(begin + R"("error": null, "response": {"status_code": 500, "body": {}}})");
      continue;
    }
    const std::string line = begin + R"("error": null, "response": {"status_code": 200, "body": )" +
                             complete_(row.body) + "}}";
    // Results of which nothing can be read are fetched again for ever: they are paid for.
    if (garbled && !good.empty() && world_.one_in(4)) {
      good.push_back(line.substr(0, line.size() / 2));
      continue;
    }
    bought_.insert(fnv1a(row.body));
    good.push_back(line);
    if (garbled && world_.one_in(4)) good.push_back(line);  // twice
    if (garbled && world_.one_in(4)) good.push_back(R"({"custom_id": "nobody", "error": null})");
  }
  for (std::size_t i = good.size(); i > 1; --i) std::swap(good[i - 1], good[world_.below(i)]);
  const auto keep = [&](const char* kind, const std::vector<std::string>& lines) {
    std::string& file = files_[batch.id + kind];
    for (const std::string& line : lines) file += line + "\n";
  };
  batch.output = good.size();
  batch.errors = bad.size();
  if (!good.empty()) keep("_output", good);
  if (!bad.empty()) keep("_error", bad);
}

std::string Batches::shown(Batch& batch) {
  finish(batch);
  const char* state = !batch.finished ? "in_progress" : batch.expires ? "expired" : "completed";
  std::string text = "{\"id\": " + json_text(batch.id) + ", \"object\": \"batch\", \"status\": \"" +
                     state +
                     "\", \"created_at\": " + std::to_string(static_cast<long>(batch.created)) +
                     ", \"metadata\": {\"bfclx\": " + json_text(batch.tag) + "}";
  const auto file = [&](const char* member, const char* kind, std::size_t lines) {
    if (lines > 0) text += std::string(", \"") + member + "\": " + json_text(batch.id + kind);
  };
  file("output_file_id", "_output", batch.output);
  file("error_file_id", "_error", batch.errors);
  return text + ", \"request_counts\": {\"total\": " + std::to_string(batch.rows.size()) +
         ", \"completed\": " + std::to_string(batch.output) +
         ", \"failed\": " + std::to_string(batch.errors) + "}}";
}

// The last ones first.
net::Response Batches::list(std::string_view after) {
  std::string rows;
  std::size_t shown_rows = 0;
  bool is_behind = after.empty();
  bool more = false;
  for (auto batch = batches_.rbegin(); batch != batches_.rend(); ++batch) {
    if (is_behind && shown_rows == kPage) more = true;
    if (is_behind && shown_rows < kPage) {
      rows += (shown_rows++ > 0 ? ", " : "") + shown(*batch);
    }
    is_behind = is_behind || batch->id == after;
  }
  return with_body("{\"object\": \"list\", \"data\": [" + rows +
                   "], \"has_more\": " + (more ? "true" : "false") + "}");
}

}  // namespace bfclx::simulation

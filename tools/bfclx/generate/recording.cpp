#include "tools/bfclx/generate/recording.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxBlobDepth = 100;
constexpr std::size_t kShown = 120;  // bytes of a value in a difference

// Members in which the order of keys counts: models see them as text.
constexpr std::string_view kOrdered[] = {"tools", "functions", "toolConfig", "systemInstruction",
                                         "system"};

std::string json_text(const Value& value) {
  JsonStyle style;
  style.ensure_ascii = false;
  style.lenient = true;
  const Result<std::string> text = json_dumps(value, style);
  return text.ok() ? text.value() : std::string();
}

template <typename Each>
void for_each_line(std::string_view bytes, const Each& each) {
  std::size_t number = 0;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    ++number;
    if (line.find_first_not_of(" \t\r") != std::string_view::npos)
      each(number, line, bytes.empty());
  }
}

std::string read_whole(const std::string& path, const std::string& option = "") {
  FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(option + path + ": " + file.error);
  return std::move(file.bytes);
}

HttpResponse response_of(const Value& recorded) {
  HttpResponse response;
  if (const Value* status = member(recorded, "status");
      status != nullptr && status->is_small_int()) {
    response.status = static_cast<int>(status->as_int64());
  }
  if (const Value* headers = present(recorded, "headers"); headers && headers->is_dict()) {
    for (const auto& [name, value] : headers->as_dict()) {
      if (!name.is_str() || !value.is_str()) continue;
      std::string lower(name.as_str());
      std::transform(lower.begin(), lower.end(), lower.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      response.headers.push_back({std::move(lower), std::string(value.as_str())});
    }
  }
  std::string_view type = "application/json";
  if (const Value* events = present(recorded, "sse")) {
    type = "text/event-stream";
    response.body = events->is_str() ? std::string(events->as_str()) : "";
  } else if (const Value* text = present(recorded, "text")) {
    type = "text/plain";
    response.body = text->is_str() ? std::string(text->as_str()) : "";
  } else if (const Value* body = member(recorded, "body")) {
    response.body = json_text(*body);
  }
  if (find_header(response.headers, "content-type").empty()) {
    response.headers.push_back({"content-type", std::string(type)});
  }
  return response;
}

std::string shown(const Value& value) {
  std::string text = json_text(value);
  if (text.size() <= kShown) return text;
  const std::size_t end = code_point_begin(text, kShown);
  return text.substr(0, end) + "... (" + grouped_digits(text.size()) + " bytes)";
}

std::string differs(const std::string& place, std::string recorded, std::string asked) {
  return place + ": recorded " + std::move(recorded) + ", asked " + std::move(asked);
}

// Where two texts part, so that long prompts can be compared.
std::string text_difference(const std::string& place, std::string_view a, std::string_view b) {
  const auto parted = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const std::size_t at = code_point_begin(a, static_cast<std::size_t>(parted.first - a.begin()));
  const std::size_t from = at;
  const auto rest = [from](std::string_view text) {
    return Value::str(text.substr(std::min(from, text.size())));
  };
  return differs(place + " from byte " + std::to_string(at), shown(rest(a)), shown(rest(b)));
}

std::string value_difference(const std::string& place, const Value& a, const Value& b,
                             bool ordered);

std::string dict_difference(const std::string& place, const Dict& a, const Dict& b, bool ordered) {
  for (const auto& [key, value] : a) {
    const std::string name = place + "." + std::string(key.as_str());
    const Value* other = b.find(key);
    if (other == nullptr) return differs(name, shown(value), "nothing");
    const bool inside = ordered || std::find(std::begin(kOrdered), std::end(kOrdered),
                                             key.as_str()) != std::end(kOrdered);
    std::string difference = value_difference(name, value, *other, inside);
    if (!difference.empty()) return difference;
  }
  for (const auto& [key, value] : b) {
    if (!a.contains(key)) {
      return differs(place + "." + std::string(key.as_str()), "nothing", shown(value));
    }
  }
  for (std::size_t i = 0; ordered && i < a.size(); ++i) {
    if (!equal(a.entry(i).key, b.entry(i).key)) {
      return differs(place + ", order of keys", shown(a.entry(i).key), shown(b.entry(i).key));
    }
  }
  return {};
}

std::string value_difference(const std::string& place, const Value& a, const Value& b,
                             bool ordered) {
  if (a.kind() != b.kind()) return differs(place, shown(a), shown(b));
  if (a.is_dict()) return dict_difference(place, a.as_dict(), b.as_dict(), ordered);
  if (a.is_list()) {
    const std::size_t both = std::min(a.items().size(), b.items().size());
    for (std::size_t i = 0; i < both; ++i) {
      std::string difference = value_difference(place + "[" + std::to_string(i) + "]", a.items()[i],
                                                b.items()[i], ordered);
      if (!difference.empty()) return difference;
    }
    if (a.items().size() == b.items().size()) return {};
    return differs(place, grouped_digits(a.items().size()) + " items",
                   grouped_digits(b.items().size()));
  }
  if (same_or_equal(a, b)) return {};
  return a.is_str() ? text_difference(place, a.as_str(), b.as_str())
                    : differs(place, shown(a), shown(b));
}

}  // namespace

Recording::Recording(const std::string& path) {
  std::error_code ignored;
  const bool folder = fs::is_directory(path, ignored);
  const std::string file = folder ? (fs::path(path) / "exchanges.jsonl").string() : path;
  const std::string bytes = read_whole(file, "--replay ");
  const fs::path parent = fs::absolute(file).parent_path();
  for (const fs::path& place : {parent, parent.parent_path()}) {
    const std::string blobs = (place / "blobs.jsonl").string();
    if (blobs_.empty() && fs::exists(blobs, ignored)) read_blobs(blobs);
  }
  std::string cut;
  for_each_line(bytes, [&](std::size_t number, std::string_view line, bool last) {
    const bool is_json = json_loads(line).ok();
    if (!is_json && last && line.starts_with('{') && bytes.back() != '\n') {
      cut = file + ":" + std::to_string(number) + ": truncated: skipped";  // by the end of a run
    } else if (!is_json && size_ == 0) {
      throw UsageError("--replay " + file + ": not a recording written by --record: line " +
                       std::to_string(number) + " is not JSON");
    } else {
      add_line(file, number, line);
    }
  });
  if (size_ == 0) {
    throw UsageError("--replay " + (cut.empty() ? file + ": the recording is empty"
                                                : cut + "; the recording has no other line"));
  }
  if (!cut.empty()) say(cut);
}

void Recording::read_blobs(const std::string& path) {
  const std::string bytes = read_whole(path);
  for_each_line(bytes, [&](std::size_t number, std::string_view line, bool) {
    const Result<Value> blob = json_loads(line);
    const Value* value = blob.ok() ? member(*blob, "v") : nullptr;
    if (value == nullptr) throw UsageError(path + ":" + std::to_string(number) + ": no {k, v}");
    blobs_.emplace(text_member(*blob, "k"), *value);
  });
}

// The value with every {"$blob": k} replaced, deep ones too; what is not known stays.
Value Recording::expanded(const Value& value, int depth) const {
  if (depth > kMaxBlobDepth || blobs_.empty()) return value;
  if (value.is_list()) {
    List items;
    items.reserve(value.items().size());
    for (const Value& item : value.items()) items.push_back(expanded(item, depth + 1));
    return Value::list(std::move(items));
  }
  if (!value.is_dict()) return value;
  if (value.as_dict().size() == 1) {
    const auto found = blobs_.find(std::string(text_member(value, "$blob")));
    if (found != blobs_.end()) return expanded(found->second, depth + 1);
  }
  Dict members;
  members.set_mapped(value.as_dict(), [&](const Value& item) { return expanded(item, depth + 1); });
  return Value::dict(std::move(members));
}

// {"keep": code points of the entry's last prompt, "add": what follows them}
Value Recording::rebuilt_prompt(const std::string& entry, const Value& line) {
  const Value* prompt = present(line, "prompt");
  if (prompt == nullptr) return Value();
  std::string& last = prompts_[entry];
  const Value* keep = member(*prompt, "keep");
  const auto points =
      keep != nullptr && keep->is_small_int() ? static_cast<std::size_t>(keep->as_int64()) : 0;
  const std::size_t bytes = std::min(byte_offset_of(last, points), last.size());
  last = last.substr(0, bytes) + std::string(text_member(*prompt, "add"));
  return Value::str(last);
}

void Recording::add_line(const std::string& path, std::size_t number, std::string_view text) {
  const std::string place = path + ":" + std::to_string(number) + ": ";
  const Result<Value> line = json_loads(text);
  if (!line.ok()) throw UsageError(place + line.error().message);
  const bool served = member(*line, "entry") == nullptr;
  const std::string entry(text_member(*line, served ? "id" : "entry"));
  const Value* request = member(*line, "request");
  const Value* response = member(*line, "response");
  if (entry.empty() || request == nullptr || !request->is_dict()) {
    const bool of_services = request != nullptr && member(*request, "url") != nullptr &&
                             member(*line, "entry") == nullptr;
    throw UsageError("--replay " + place + "not a line that --record writes" +
                     (of_services ? "; it is a recorded response of a service: pass the file with "
                                    "--cassette"
                                  : ""));
  }
  Exchange exchange;
  if (served) {
    exchange.method = "POST";
    exchange.path = "/v1/completions";
    exchange.body = expanded(*request, 0).deep_copy();
    exchange.body.mutable_dict().set("prompt", rebuilt_prompt(entry, *line));
    exchange.response = response_of(make_dict(
        {{"status", *member(*line, "status")}, {"body", response ? *response : Value()}}));
  } else {
    exchange.method = text_member(*request, "method");
    exchange.path = text_member(*request, "path");
    const Value* body = member(*request, "body");
    exchange.body = body != nullptr ? expanded(*body, 0) : Value();
    if (response != nullptr) {
      exchange.response = response_of(expanded(*response, 0));
      exchange.failure = text_member(*response, "failure");
    }
  }
  if (const Value* seconds = member(*line, "seconds"); seconds && seconds->is_float()) {
    exchange.seconds = seconds->as_float();
    has_seconds_ = true;
  }
  entries_[entry].push_back(std::move(exchange));
  ++size_;
}

bool Recording::has(const Category& category) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const auto& one) { return category_of_id(one.first) == &category; });
}

const Exchange* Recording::find(const std::string& entry, std::size_t index) const {
  const auto found = entries_.find(entry);
  return found != entries_.end() && index < found->second.size() ? &found->second[index] : nullptr;
}

std::size_t Recording::count(const std::string& entry) const {
  const auto found = entries_.find(entry);
  return found != entries_.end() ? found->second.size() : 0;
}

std::string first_difference(const Exchange& recorded, std::string_view method,
                             std::string_view path, std::string_view body) {
  const auto text = [](std::string_view part) { return std::string(part); };
  if (recorded.method != method) return differs("method", recorded.method, text(method));
  if (recorded.path != path) return differs("path", recorded.path, text(path));
  const Result<Value> asked = json_loads(body);
  if (!asked.ok()) return "body: " + asked.error().message;
  return value_difference("body", recorded.body, *asked, false);
}

std::string recorded_line(std::string_view entry, std::size_t index, const HttpRequest& request,
                          std::string_view base_path, const HttpResponse& response,
                          std::string_view failure, double seconds) {
  std::string line = "{\"entry\": ";
  append_json_str(line, entry);
  line += ", \"i\": " + std::to_string(index) + ", \"request\": {\"method\": ";
  append_json_str(line, request.method);
  line += ", \"path\": ";
  append_json_str(line, std::string(base_path) + request.path);
  line += ", \"body\": " + (request.body.empty() ? "null" : request.body);
  line += "}, \"response\": {\"status\": " + std::to_string(response.status) + ", ";
  Dict headers;
  for (const HttpHeader& header : response.headers) {
    if (header.name == "set-cookie") continue;
    headers.set(header.name, Value::str(sanitize_utf8(header.value)));
  }
  line += "\"headers\": ";
  append_json(line, Value::dict(std::move(headers)));
  const Result<Value> body = json_loads(response.body);
  const bool events =
      find_header(response.headers, "content-type").find("event-stream") != std::string_view::npos;
  if (!failure.empty()) {
    line += ", \"failure\": ";
    append_json_str(line, failure);
  } else if (body.ok() && !events) {
    line += ", \"body\": ";
    append_json(line, *body);
  } else {
    line += events ? ", \"sse\": " : ", \"text\": ";
    append_json_str(line, sanitize_utf8(response.body));
  }
  line += "}, \"seconds\": ";
  append_json(line, Value::real(seconds));
  line += "}\n";
  return line;
}

}  // namespace bfclx::tools

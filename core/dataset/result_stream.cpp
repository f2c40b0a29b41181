#include "core/dataset/result_stream.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/utf8.h"
#include "core/dataset/entries.h"
#include "core/dataset/lines.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr string_view kMembers[] = {"id", "result", "input_token_count", "output_token_count",
                                    "latency"};

std::uint64_t start_of(const ReadBytes& read) {
  char start[3] = {};
  const std::size_t size = read(0, start, sizeof start);
  return string_view(start, size) == kByteOrderMark ? kByteOrderMark.size() : 0;
}

Error entry_error(std::string message) { return Error{"ResultError", std::move(message)}; }

Status take_members(const Dict& members, Response& entry) {
  const auto take = [&](string_view name, std::optional<Value>& target) {
    if (const Value* value = members.find(name)) target = *value;
  };
  const Value* id = members.find("id");
  if (id == nullptr || !id->is_str()) return entry_error("the entry has no \"id\" that is text");
  if (id->as_str().size() > kLongestId) return entry_error(too_long_id(id->as_str()));
  entry.id = id->as_str();
  const Value* result = members.find("result");
  if (result == nullptr) return entry_error(entry.id + " has no \"result\"");
  entry.result = *result;
  take("input_token_count", entry.input_token_count);
  take("output_token_count", entry.output_token_count);
  take("latency", entry.latency);
  return {};
}

bool is_number(const Value& value) { return value.is_int() || value.is_float() || value.is_bool(); }

// What read_results says nothing of.
bool is_plain(const Response& response) {
  if (response.result.is_none() || is_number(response.result)) return false;
  for (const auto* count :
       {&response.input_token_count, &response.output_token_count, &response.latency}) {
    if (*count && !(*count)->is_none() && !is_number(**count) && !(*count)->is_list()) return false;
  }
  return true;
}

}  // namespace

ResultStream::ResultStream(const ReadBytes& read, std::size_t window)
    : read_(read), window_offset_(start_of(read)) {
  window_.resize(std::max<std::size_t>(window, 1));
}

ResultStream::Found ResultStream::next_line(string_view& line) {
  while (true) {
    const string_view rest = string_view(window_).substr(at_, filled_ - at_);
    const std::size_t end = rest.find('\n');
    if (end != string_view::npos || (ended_ && !rest.empty())) {
      line = rest.substr(0, end);
      return Found::kLine;
    }
    if (ended_) return Found::kEnd;
    if (at_ == 0 && filled_ == window_.size()) return Found::kLong;
    std::memmove(window_.data(), window_.data() + at_, rest.size());
    window_offset_ += std::exchange(at_, 0);
    filled_ = rest.size();
    const std::size_t count =
        read_(window_offset_ + filled_, window_.data() + filled_, window_.size() - filled_);
    filled_ += count;
    ended_ = count == 0;
  }
}

Result<bool> ResultStream::next(Response& entry) {
  while (true) {
    entry = Response();
    string_view line;
    const Found found = next_line(line);
    if (found == Found::kEnd) return false;
    entry.line = ++line_;
    entry.offset = window_offset_ + at_;
    if (found == Found::kLong) return read_long(entry);
    at_ += std::min(line.size() + 1, filled_ - at_);
    if (line.find_first_not_of(" \t\r") == string_view::npos) continue;
    return read_short(line, entry);
  }
}

Result<bool> ResultStream::read_short(string_view line, Response& entry) {
  if (find_invalid_utf8(line).has_value()) {
    return entry_error("invalid UTF-8; save the file as UTF-8");
  }
  BFCLX_ASSIGN_OR_RETURN(const Value object, json_loads_object_filtered(line, kMembers));
  if (!object.is_dict()) return entry_error("expected an object");
  BFCLX_RETURN_IF_ERROR(take_members(object.as_dict(), entry));
  return true;
}

Result<bool> ResultStream::read_long(Response& entry) {
  JsonScanner scanner(read_, entry.offset);
  BFCLX_RETURN_IF_ERROR(scanner.open_object());
  Dict members;
  std::string key;
  while (true) {
    BFCLX_ASSIGN_OR_RETURN(const bool more, scanner.next_key(key));
    if (!more) break;
    if (std::find(std::begin(kMembers), std::end(kMembers), key) != std::end(kMembers)) {
      BFCLX_ASSIGN_OR_RETURN(Value value, scanner.built());
      members.set(key, std::move(value));
    } else {
      BFCLX_RETURN_IF_ERROR(scanner.value(JsonScanner::Form::kSkip));
    }
  }
  BFCLX_RETURN_IF_ERROR(take_members(members, entry));
  // On behind it: the rest of its line must be empty.
  window_offset_ = scanner.offset();
  at_ = filled_ = 0;
  string_view rest;
  const Found found = next_line(rest);
  if (found == Found::kLong || rest.find_first_not_of(" \t\r") != string_view::npos) {
    return entry_error("unexpected text after the entry");
  }
  if (found == Found::kLine) at_ += std::min(rest.size() + 1, filled_ - at_);
  return true;
}

bool read_plain_results(const ReadBytes& read, const ResponseSink& on_response) {
  if (start_of(read) != 0) return false;
  ResultStream stream(read);
  Response response;
  for (std::size_t responses = 0;; ++responses) {
    const Result<bool> more = stream.next(response);
    if (!more.ok()) return false;
    if (!*more) return responses > 0;
    if (responses == kMostOfAFile || !is_plain(response)) return false;
    on_response(std::move(response));
  }
}

}  // namespace bfclx

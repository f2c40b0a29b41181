#include "core/official/result_stream.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/utf8.h"
#include "core/official/score_json.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr string_view kLog = "inference_log";
constexpr std::size_t kLogWindow = std::size_t{1} << 16;

constexpr string_view kMembers[] = {"id", "result", "input_token_count", "output_token_count",
                                    "latency"};

std::uint64_t start_of(const ReadBytes& read) {
  char start[3] = {};
  const std::size_t size = read(0, start, sizeof start);
  return string_view(start, size) == kByteOrderMark ? kByteOrderMark.size() : 0;
}

Error entry_error(std::string message) { return Error{"ResultError", std::move(message)}; }

Status take_members(const Dict& members, ResultEntry& entry) {
  const auto take = [&](string_view name, std::optional<Value>& target) {
    if (const Value* value = members.find(name)) target = *value;
  };
  const Value* id = members.find("id");
  if (id == nullptr || !id->is_str()) return entry_error("the entry has no \"id\" that is text");
  entry.id = id->as_str();
  const Value* result = members.find("result");
  if (result == nullptr) return entry_error(entry.id + " has no \"result\"");
  entry.result = *result;
  take("input_token_count", entry.input_token_count);
  take("output_token_count", entry.output_token_count);
  take("latency", entry.latency);
  return {};
}

Result<Value> read_built(JsonScanner& scanner) {
  std::string text;
  const TextSink sink = [&text](string_view part) { text += part; };
  BFCLX_RETURN_IF_ERROR(scanner.value(JsonScanner::Form::kRaw, &sink));
  return json_loads(text);
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

Result<bool> ResultStream::next(ResultEntry& entry) {
  while (true) {
    entry = ResultEntry();
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

Result<bool> ResultStream::read_short(string_view line, ResultEntry& entry) {
  if (find_invalid_utf8(line).has_value()) {
    return entry_error("no valid UTF-8; save the file as UTF-8");
  }
  BFCLX_ASSIGN_OR_RETURN(const Value object, json_loads_object_filtered(line, kMembers));
  if (!object.is_dict()) return entry_error("expected an object");
  BFCLX_RETURN_IF_ERROR(take_members(object.as_dict(), entry));
  return true;
}

Result<bool> ResultStream::read_long(ResultEntry& entry) {
  JsonScanner scanner(read_, entry.offset);
  BFCLX_RETURN_IF_ERROR(scanner.open_object());
  Dict members;
  std::string key;
  while (true) {
    BFCLX_ASSIGN_OR_RETURN(const bool more, scanner.next_key(key));
    if (!more) break;
    if (std::find(std::begin(kMembers), std::end(kMembers), key) != std::end(kMembers)) {
      BFCLX_ASSIGN_OR_RETURN(Value value, read_built(scanner));
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
    return entry_error("something stands behind the entry on its line");
  }
  if (found == Found::kLine) at_ += std::min(rest.size() + 1, filled_ - at_);
  return true;
}

// One pass is enough for most logs: what was rewritten on the way is kept while it is small.
Status write_log(const ReadBytes& read, std::uint64_t offset, const TextSink& sink) {
  constexpr std::size_t kKept = std::size_t{1} << 20;
  JsonScanner finder(read, offset, kLogWindow);
  BFCLX_RETURN_IF_ERROR(finder.open_object());
  std::optional<std::uint64_t> place;
  bool repeated_key = false;
  std::string text;
  bool whole = true;
  const TextSink keep = [&](string_view part) {
    whole = whole && text.size() + part.size() <= kKept;
    if (whole) text += part;
  };
  std::string key;
  while (true) {
    BFCLX_ASSIGN_OR_RETURN(const bool more, finder.next_key(key));
    if (!more) break;
    if (key != kLog) {
      BFCLX_RETURN_IF_ERROR(finder.value(JsonScanner::Form::kSkip));
      continue;
    }
    place = finder.offset();
    text.clear();
    whole = true;
    BFCLX_RETURN_IF_ERROR(finder.value(JsonScanner::Form::kRewritten, &keep));
    repeated_key = finder.repeated_key();
  }
  if (!place) {
    sink("\"\"");
    return {};
  }
  if (whole && !repeated_key) {
    sink(text);
    return {};
  }
  JsonScanner scanner(read, *place, kLogWindow);
  if (!repeated_key) return scanner.value(JsonScanner::Form::kRewritten, &sink);
  BFCLX_ASSIGN_OR_RETURN(const Value log, read_built(scanner));
  text.clear();
  append_score_json(text, log);
  sink(text);
  return {};
}

}  // namespace bfclx

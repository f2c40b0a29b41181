#include "core/leaderboard/result_stream.h"

#include <utility>

#include "core/leaderboard/score_json.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::uint64_t start_of(const ReadBytes& read) {
  char start[3] = {};
  const std::size_t size = read(0, start, sizeof start);
  return std::string_view(start, size) == kByteOrderMark ? kByteOrderMark.size() : 0;
}

Error entry_error(std::string message) { return Error{"ResultError", std::move(message)}; }

}  // namespace

ResultStream::ResultStream(const ReadBytes& read) : scanner_(read, start_of(read)) {}

Result<Value> ResultStream::read_built() {
  std::string text;
  const TextSink sink = [&text](std::string_view part) { text += part; };
  BFCLX_RETURN_IF_ERROR(scanner_.value(JsonScanner::Form::kRaw, &sink));
  return json_loads(text);
}

Result<bool> ResultStream::next(ResultEntry& entry) {
  const bool ended = scanner_.at_end();
  entry_line_ = scanner_.line();
  if (ended) return false;
  return read_entry(entry);
}

Result<bool> ResultStream::read_entry(ResultEntry& entry) {
  entry = ResultEntry();
  entry.line = entry_line_;
  BFCLX_RETURN_IF_ERROR(scanner_.open_object());
  Value id;
  std::optional<Value> result;
  std::string key;
  while (true) {
    BFCLX_ASSIGN_OR_RETURN(const bool more, scanner_.next_key(key));
    if (!more) break;
    std::optional<Value>* target = key == "result"               ? &result
                                   : key == "input_token_count"  ? &entry.input_token_count
                                   : key == "output_token_count" ? &entry.output_token_count
                                   : key == "latency"            ? &entry.latency
                                                                 : nullptr;
    if (target != nullptr) {
      BFCLX_ASSIGN_OR_RETURN(*target, read_built());
    } else if (key == "id") {
      BFCLX_ASSIGN_OR_RETURN(id, read_built());
    } else {
      const std::uint64_t offset = scanner_.offset();
      BFCLX_RETURN_IF_ERROR(scanner_.value(JsonScanner::Form::kSkip));
      if (key == "inference_log") entry.log = LogPlace{offset, scanner_.repeated_key()};
    }
  }
  if (!id.is_str()) return entry_error("the entry has no \"id\" that is text");
  entry.id = id.as_str();
  if (!result) return entry_error(entry.id + " has no \"result\"");
  entry.result = *std::move(result);
  return true;
}

Status write_log(const ReadBytes& read, const LogPlace& place, const TextSink& sink) {
  JsonScanner scanner(read, place.offset);
  if (!place.repeated_key) return scanner.value(JsonScanner::Form::kRewritten, &sink);
  std::string text;
  const TextSink gather = [&text](std::string_view part) { text += part; };
  BFCLX_RETURN_IF_ERROR(scanner.value(JsonScanner::Form::kRaw, &gather));
  BFCLX_ASSIGN_OR_RETURN(const Value log, json_loads(text));
  text.clear();
  append_score_json(text, log);
  sink(text);
  return {};
}

}  // namespace bfclx

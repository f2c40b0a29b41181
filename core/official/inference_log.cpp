#include "core/official/inference_log.h"

#include <optional>
#include <string>
#include <string_view>

#include "core/official/score_json.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kLog = "inference_log";
constexpr std::size_t kLogWindow = std::size_t{1} << 16;

}  // namespace

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
  BFCLX_ASSIGN_OR_RETURN(const Value log, scanner.built());
  text.clear();
  append_score_json(text, log);
  sink(text);
  return {};
}

}  // namespace bfclx

// Entries that were corrected earlier, from errata or from lines with ids.
#include <algorithm>
#include <utility>

#include "core/audit/errata.h"
#include "core/base/utf8.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {

Result<std::set<std::string, std::less<>>> corrected_ids(std::string_view bytes) {
  std::set<std::string, std::less<>> ids;
  if (const Result<Errata> errata = parse_errata(bytes); errata.ok()) {
    for (const Correction& one : errata->corrections) ids.insert(one.id);
    return ids;
  }
  if (find_invalid_utf8(bytes)) return Error{"ValueError", "invalid UTF-8", Error::kNoOffset};
  bytes = without_byte_order_mark(bytes);
  std::size_t line = 0;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view text = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    ++line;
    if (text.find_first_not_of(" \t\r") == text.npos) continue;
    const Result<Value> value = json_loads(text);
    const Value* id = value.ok() ? find_member(*value, "id") : nullptr;
    if (id == nullptr || !id->is_str()) {
      return Error{"ValueError",
                   "line " + std::to_string(line) +
                       ": expected errata, or a JSON object with an \"id\" on each line",
                   Error::kNoOffset};
    }
    ids.emplace(id->as_str());
  }
  return ids;
}

}  // namespace bfclx

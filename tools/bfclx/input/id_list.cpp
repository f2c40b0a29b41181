#include "tools/bfclx/input/id_list.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"

namespace bfclx::tools {
namespace {

// What is longer is none, and is not repeated in messages.
constexpr std::size_t kLongestId = 200;

std::string_view trimmed(std::string_view text) { return strip_chars(text, " \t\r"); }

// Of an id or of an object that has one; empty for anything else.
std::string id_of(const Value& value) {
  return std::string(value.is_str() ? value.as_str() : find_text(value, "id"));
}

// Without a byte order mark. Other encodings, as some editors and shells write them, are told.
std::string_view text_of(std::string_view bytes, const std::string& where) {
  bytes = without_byte_order_mark(bytes);
  const bool wide = bytes.substr(0, 2) == "\xff\xfe" || bytes.substr(0, 2) == "\xfe\xff" ||
                    bytes.find('\0') != std::string_view::npos;
  if (wide || find_invalid_utf8(bytes)) {
    throw UsageError(where + ": not valid UTF-8" + (wide ? " (UTF-16, it seems)" : "") +
                     "; write it as UTF-8");
  }
  return bytes;
}

std::vector<NamedId> ids_of_lines(std::string_view rest, const std::string& where) {
  std::vector<NamedId> ids;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.front() == '#') continue;
    std::string id(line);
    if (line.front() == '{' || line.front() == '"') {
      const Result<Value> value = json_loads(line);
      id = value.ok() ? id_of(*value) : std::string();
    }
    if (id.empty() || id.size() > kLongestId ||
        id.find_first_of(" \t,[]{}\"") != std::string::npos) {
      throw UsageError(where + ":" + std::to_string(number) + ": not an id");
    }
    ids.push_back({std::move(id), number});
  }
  return ids;
}

std::vector<NamedId> ids_of_array(std::string_view text, const std::string& where) {
  const Result<Value> value = json_loads(text);
  std::vector<NamedId> ids;
  if (!value.ok()) throw UsageError(where + ": " + value.error().message);
  for (const Value& item : value->items()) {
    ids.push_back({id_of(item)});
    if (ids.back().id.empty() || ids.back().id.size() > kLongestId) {
      throw UsageError(where + ": item " + std::to_string(ids.size()) + " is not an id");
    }
  }
  return ids;
}

}  // namespace

std::vector<NamedId> read_ids(std::string_view bytes, const std::string& where) {
  const std::string_view text = text_of(bytes, where);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const bool array = begin != std::string_view::npos && text[begin] == '[';
  std::vector<NamedId> ids = array ? ids_of_array(text, where) : ids_of_lines(text, where);
  if (ids.empty()) throw UsageError(where + ": the file has no ids");
  return ids;
}

}  // namespace bfclx::tools

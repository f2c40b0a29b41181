// Calls as a JSON array of objects (json_parser.py:parse_json_function_call).
#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/languages/languages.h"
#include "core/python/objects/protocol.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

bool next_is(std::string_view text, std::size_t offset, char wanted, std::size_t& found) {
  found = skip_space(text, offset);
  return found < text.size() && text[found] == wanted;
}

// re.search(r"\[\s*{.*?}\s*(?:,\s*{.*?}\s*)*\]", text, re.DOTALL), in linear time where Python's
// engine tries every way to split the text.
//
// Call a `}` closing when `]` follows it, and joining when `, {` does, white space aside. After
// `[ {`, the expression takes the first `}` from which the rest can match: a closing one, or a
// joining one with a usable `}` behind it, and there it takes the first usable one again. So every
// joining `}` in front of the last closing one is usable, the walk stops at each closing one that
// it meets, and the match ends at the first closing `}` behind the first `[ {` that has one.
std::optional<std::string_view> find_array(std::string_view text) {
  std::size_t brace = 0;
  std::size_t begin = text.find('[');
  while (begin != std::string_view::npos && !next_is(text, begin + 1, '{', brace)) {
    begin = text.find('[', brace);
  }
  if (begin == std::string_view::npos) return std::nullopt;
  std::size_t bracket = 0;
  for (std::size_t close = text.find('}', brace); close != std::string_view::npos;
       close = text.find('}', bracket)) {
    if (next_is(text, close + 1, ']', bracket)) return text.substr(begin, bracket + 1 - begin);
  }
  return std::nullopt;
}

Result<Value> read_call(const Dict& call) {
  const Value* name = call.find("function");
  if (name == nullptr) return python::key_error("function");
  const Value* parameters = call.find("parameters");
  if (parameters == nullptr) return python::key_error("parameters");
  BFCLX_RETURN_IF_ERROR(python::check_hashable(*name));
  Dict named;
  named.set(*name, *parameters);
  return Value::dict(std::move(named));
}

}  // namespace

Result<Value> parse_json_calls(std::string_view source) {
  auto loaded = json_loads(find_array(source).value_or(source));
  if (!loaded.ok()) {
    if (loaded.error().kind == "JSONDecodeError") return Value::list();
    return loaded;
  }
  // Iterating a dict gives its keys and a str its characters: none of them is a call.
  if (loaded->is_dict() || loaded->is_str()) return Value::list();
  if (!loaded->is_list()) return python::not_iterable(*loaded);
  List calls;
  for (const Value& item : loaded->items()) {
    if (!item.is_dict()) continue;
    BFCLX_ASSIGN_OR_RETURN(Value call, read_call(item.as_dict()));
    calls.push_back(std::move(call));
  }
  return Value::list(std::move(calls));
}

}  // namespace bfclx

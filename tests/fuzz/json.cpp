// JSON: what is read is written and read back as the same value, and JSON of the usual form is what
// json_loads says.
#include "core/value/json.h"

#include "core/value/plain_json.h"
#include "core/value/repr.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  const std::string text = fuzz::text_of(data, size);
  Result<Value> value = json_loads(text);
  if (Value plain; read_plain_json(text, plain)) {
    if (!value.ok()) fuzz::broken("the usual form is no JSON", text, value.error().message);
    if (repr(plain) != repr(*value)) fuzz::broken("usual form", repr(plain), repr(*value));
  }
  if (!value.ok()) return 0;
  for (const bool ascii : {true, false}) {
    JsonStyle style;
    style.ensure_ascii = ascii;
    Result<std::string> written = json_dumps(*value, style);
    if (!written.ok()) continue;
    Result<Value> again = json_loads(*written);
    if (!again.ok()) fuzz::broken("written JSON is no JSON", text, *written);
    if (repr(*again) != repr(*value)) fuzz::broken("round trip", repr(*value), repr(*again));
  }
  return 0;
}

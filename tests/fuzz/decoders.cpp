// Every decoder on every kind of response. The first two bytes choose the decoder, the format and
// whether the rest is the response's text or JSON that holds it.
#include "core/decode/decoder.h"

#include "core/value/json.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  if (size < 2) return 0;
  const Decoder& decoder = decoders()[data[0] % decoders().size()];
  DecodeOptions options;
  options.format = static_cast<ReturnFormat>(data[1] % 6);
  options.has_tool_call_tag = (data[1] & 0x40) != 0;
  const std::string text = fuzz::text_of(data + 2, size - 2);
  Value response = Value::str(text);
  if ((data[1] & 0x80) != 0) {
    Result<Value> json = json_loads(text);
    if (!json.ok()) return 0;
    response = *json;
  }
  (void)decoder.decode_ast(response, options);
  (void)decoder.decode_execute(response, options);
  return 0;
}

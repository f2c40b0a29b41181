// Java, JavaScript, JSON and XML calls. The first byte chooses.
#include "core/languages/languages.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  if (size == 0) return 0;
  using Parse = Result<Value> (*)(std::string_view);
  static constexpr Parse kParsers[] = {parse_java_call, parse_javascript_call, parse_json_calls,
                                       parse_verbose_xml_calls, parse_concise_xml_calls};
  (void)kParsers[data[0] % std::size(kParsers)](fuzz::text_of(data + 1, size - 1));
  return 0;
}

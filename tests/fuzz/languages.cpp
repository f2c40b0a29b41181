// Java, JavaScript, JSON and XML calls. The first byte chooses. What Java and JavaScript give
// without a syntax tree must be what the tree gives.
#include "core/languages/languages.h"

#include "core/value/repr.h"
#include "tests/fuzz/input.h"

namespace {

using Parse = bfclx::Result<bfclx::Value> (*)(std::string_view);

std::string outcome(const bfclx::Result<bfclx::Value>& result) {
  if (result.ok()) return bfclx::repr(*result);
  return std::string(result.error().kind) + ": " + result.error().message;
}

template <Parse parse, Parse by_tree>
bfclx::Result<bfclx::Value> parse_both(std::string_view source) {
  bfclx::Result<bfclx::Value> quick = parse(source);
  const std::string full = outcome(by_tree(source));
  if (outcome(quick) != full) bfclx::fuzz::broken("without a tree", outcome(quick), full);
  return quick;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  if (size == 0) return 0;
  static constexpr Parse kParsers[] = {
      parse_both<parse_java_call, parse_java_call_by_tree>,
      parse_both<parse_javascript_call, parse_javascript_call_by_tree>, parse_json_calls,
      parse_verbose_xml_calls, parse_concise_xml_calls};
  (void)kParsers[data[0] % std::size(kParsers)](fuzz::text_of(data + 1, size - 1));
  return 0;
}

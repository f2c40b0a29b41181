#include "core/dataset/own_benchmark.h"

#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/dataset/entry_form.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kForm = "bfclx_benchmark";
constexpr std::int64_t kFormVersion = 1;
constexpr string_view kOfficial = "official";

Error wrong(std::string text) { return Error{.kind = "DatasetError", .message = std::move(text)}; }

Result<std::string> text_of(const Value& manifest, string_view member, bool needed) {
  const Value* value = given_member(manifest, member);
  if (value == nullptr && !needed) return std::string();
  if (value != nullptr && value->is_str() && (!needed || !value->as_str().empty())) {
    return std::string(value->as_str());
  }
  return wrong(concat({"\"", member, "\" is ", kind_text(value), ", expected text"}));
}

}  // namespace

Result<std::optional<OwnBenchmark>> read_own_benchmark(string_view bytes) {
  if (find_invalid_utf8(bytes)) return wrong("not UTF-8");
  const Result<Value> manifest = json_loads(without_byte_order_mark(bytes));
  if (!manifest.ok()) return wrong("not JSON: " + manifest.error().message);
  const Value* form = find_member(*manifest, kForm);
  if (form == nullptr) return std::optional<OwnBenchmark>();
  if (!form->is_small_int() || form->as_int64() != kFormVersion) {
    return wrong("this version reads \"bfclx_benchmark\": 1 only");
  }
  OwnBenchmark read;
  BFCLX_ASSIGN_OR_RETURN(read.name, text_of(*manifest, "name", true));
  BFCLX_ASSIGN_OR_RETURN(read.version, text_of(*manifest, "version", true));
  BFCLX_ASSIGN_OR_RETURN(read.licence, text_of(*manifest, "licence", false));
  BFCLX_ASSIGN_OR_RETURN(read.language, text_of(*manifest, "language", false));
  // Judging by other rules than those that were asked for would be worse than no score.
  BFCLX_ASSIGN_OR_RETURN(const std::string match, text_of(*manifest, "match", false));
  if (!match.empty() && match != kOfficial) {
    return wrong("\"match\" must be \"official\": datasets are judged by the official rules only");
  }
  if (const Value* tools = given_member(*manifest, "tools")) read.tools = *tools;
  return std::optional<OwnBenchmark>(std::move(read));
}

std::string own_benchmark_bytes(const OwnBenchmark& benchmark) {
  Dict manifest;
  manifest.set(kForm, Value::integer(kFormVersion));
  manifest.set("name", Value::str(benchmark.name));
  manifest.set("version", Value::str(benchmark.version));
  if (!benchmark.licence.empty()) manifest.set("licence", Value::str(benchmark.licence));
  if (!benchmark.language.empty()) manifest.set("language", Value::str(benchmark.language));
  manifest.set("match", Value::str(kOfficial));
  manifest.set("tools", benchmark.tools);
  const Result<std::string> text =
      json_dumps(Value::dict(std::move(manifest)), {.ensure_ascii = true, .indent = 2});
  return text.ok() ? *text + "\n" : std::string();
}

}  // namespace bfclx

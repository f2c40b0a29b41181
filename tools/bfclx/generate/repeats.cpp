#include "tools/bfclx/generate/repeats.h"

#include <algorithm>
#include <cstdint>

#include "core/conversation/dialect.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/errors.h"

namespace bfclx::tools {
namespace {

bool takes_seed(const Target& target) {
  const DialectInfo& dialect = *target.settings.dialect;
  if (target.provider != nullptr && !target.provider->seed) return false;
  if (dialect.api == "completions") return true;
  if (dialect.api != "chat") return false;
  const bool of_provider = !dialect.base_url.empty() && target.server.base_url == dialect.base_url;
  return !of_provider || dialect.name == "openai-chat";
}

}  // namespace

std::vector<GenerateOptions> runs_of(const GenerateOptions& options) {
  std::vector<GenerateOptions> runs(std::max<std::size_t>(options.repeats, 1), options);
  for (std::size_t i = 0; i < options.repeats; ++i) runs[i].repeat = i + 1;
  return runs;
}

void add_seed(const GenerateOptions& options, Target& target) {
  if (options.repeat == 0 || options.no_seed || !takes_seed(target)) return;
  Value& body = target.settings.extra_body;
  if (!body.is_dict()) body = Value::dict();
  const Value* first = body.as_dict().find("seed");
  constexpr std::int64_t kMostOfASeed = std::int64_t{1} << 53;
  if (first != nullptr && (!first->is_small_int() || first->as_int64() > kMostOfASeed)) {
    throw UsageError(
        "--repeats needs an integer seed in --extra-body, because each run adds 1 to it");
  }
  const std::int64_t base = first != nullptr ? first->as_int64() : 1;
  body.mutable_dict().set("seed",
                          Value::integer(base + static_cast<std::int64_t>(options.repeat - 1)));
  target.seeded = true;
}

Value repeat_value(const GenerateOptions& options, const Target& target) {
  const Value* seed = find_member(target.settings.extra_body, "seed");
  return dict_of({{"number", options.repeat},
                  {"of", options.repeats},
                  {"by", target.seeded ? "seed" : "repetition"},
                  {"seed", seed != nullptr ? *seed : Value()}});
}

}  // namespace bfclx::tools

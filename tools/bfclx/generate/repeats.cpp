#include "tools/bfclx/generate/repeats.h"

#include <algorithm>
#include <cstdint>

#include "core/base/counted.h"
#include "core/conversation/dialect.h"
#include "core/generation/providers.h"
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
  std::vector<GenerateOptions> runs;
  for (const GenerateOptions& swept : swept_options(options)) {
    for (std::size_t i = 0; i < std::max<std::size_t>(options.repeats, 1); ++i) {
      runs.push_back(swept);
      if (options.repeats > 0) runs.back().repeat = i + 1;
      if (i > 0) runs.back().others = nullptr;
    }
  }
  return runs;
}

std::string not_begun_text(const std::vector<GenerateOptions>& runs, std::size_t index,
                           const std::string& model) {
  const std::size_t left = runs.size() - index - 1;
  if (left == 0) return {};
  const std::string of = " of " + model + "\n";
  if (runs.size() != runs.front().repeats) {
    return "Not started: " + counted(left, "more run", "more runs") + of;
  }
  const std::string last = std::to_string(runs.size());
  if (left == 1) return "Not started: repeat " + last + of;
  return "Not started: repeats " + std::to_string(index + 2) + " to " + last + of;
}

namespace {

// That of --sweep seed=...: as it is, where the server takes one.
void add_swept_seed(std::int64_t seed, Target& target) {
  if (!takes_seed(target)) {
    throw UsageError("--sweep seed=...: " + target.settings.registry_name +
                     " is queried over an API that takes no seed");
  }
  Value& body = target.settings.extra_body;
  if (!body.is_dict()) body = Value::dict();
  if (body.as_dict().find("seed") != nullptr) {
    throw UsageError("--extra-body: remove `seed`, because --sweep sets it");
  }
  body.mutable_dict().set("seed", Value::integer(seed));
  target.seeded = true;
}

// A seed would be that of all responses.
void check_choices(const Target& target) {
  const Settings& settings = target.settings;
  const std::string_view api = settings.dialect->api;
  if ((api != "chat" && api != "completions") || settings.dialect->name == "qwen") {
    throw UsageError("--one-request supports the protocols chat and completions, not " +
                     std::string(settings.dialect->name));
  }
  const Value several = dict_of({{"n", std::size_t{2}}});
  if (target.provider != nullptr &&
      !refused_members(*target.provider, several, settings.max_tokens, true).empty()) {
    throw UsageError("--one-request: " + std::string(target.provider->title) + " refuses `n`");
  }
  for (const char* name : {"n", "seed"}) {
    if (find_member(settings.extra_body, name) == nullptr) continue;
    throw UsageError("--extra-body: remove `" + std::string(name) +
                     "`, which does not go with --one-request");
  }
}

}  // namespace

void add_seed(const GenerateOptions& options, Target& target) {
  if (options.point.seed) return add_swept_seed(*options.point.seed, target);
  if (options.one_request) return check_choices(target);
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
                  {"by", options.one_request ? "choice"
                         : target.seeded     ? "seed"
                                             : "repetition"},
                  {"seed", seed != nullptr ? *seed : Value()}});
}

}  // namespace bfclx::tools

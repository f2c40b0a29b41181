#include "core/run/run_manifest.h"

#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

// object[name] as a count; 0 where it is none.
std::uint64_t count_of(const Value& object, std::string_view name) {
  const Value* found = find_member(object, name);
  const bool counts = found != nullptr && found->is_small_int() && found->as_int64() > 0;
  return counts ? static_cast<std::uint64_t>(found->as_int64()) : 0;
}

}  // namespace

RunManifest read_run_manifest(std::string_view bytes) {
  RunManifest manifest;
  const Result<Value> json = json_loads(bytes);
  if (!json.ok()) return manifest;
  manifest.started = find_text(*json, "started");
  const Value* settings = find_member(*json, "settings");
  const Value* sample = settings != nullptr ? find_member(*settings, "sample") : nullptr;
  if (sample == nullptr) return manifest;
  manifest.sample_entries = count_of(*sample, "entries");
  manifest.seed = count_of(*sample, "seed");
  return manifest;
}

std::string sample_text(std::uint64_t entries, std::uint64_t seed) {
  return "a sample of " + std::to_string(entries) + (entries == 1 ? " entry" : " entries") +
         " (seed " + std::to_string(seed) + "), stratified by category: not a leaderboard score";
}

}  // namespace bfclx

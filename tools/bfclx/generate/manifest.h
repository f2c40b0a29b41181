// What made a result folder: bfclx_manifest.json, and one line for each entry in
// bfclx_entries.jsonl. Neither holds a secret.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_MANIFEST_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_MANIFEST_H_

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/options.h"
#include "tools/bfclx/generate/target.h"

namespace bfclx::tools {

struct GenerationSummary;

struct ManifestFacts {
  const GenerateOptions* options = nullptr;
  const Target* target = nullptr;
  std::string dataset_version;
  std::string dataset_hash;
  std::string benchmark;  // name of the own benchmark that it is, or empty
  std::vector<std::pair<std::string, std::string>> skipped;  // category, reason
  std::string started;                                       // UTC
  Value made_with;                                           // settings by id, earlier ones too
  // The sample that `run` asked, or that of an earlier run, where this one regenerates entries of
  // it.
  Value draw;
  Value earlier_server;  // of an earlier run, for one that started none as nothing was left
  const GenerationSummary* summary = nullptr;  // nullptr while it runs
  Value latency;                               // latency_value of the results, at the end
  // {"number", "of", "entries", "settings", "complete"} of a shard, else None.
  Value shard;
};
std::string manifest_json(const ManifestFacts& facts);

// That of a run whose shards have these. `before`: what the folder had, or None; `results`: how
// many each settings have; `latency`: latency_value of all results.
std::string merged_manifest(const Value& before, std::span<const Value> shards,
                            const std::map<std::string, std::size_t, std::less<>>& results,
                            const Value& latency);

// {"id", "ending", "made_with", "entry", "truth", "requests", "retries", "seconds", "steps":
// [{"turn", "step", "finish_reason", "usage", "first_token", "tokens_per_second"}], "served_by",
// "error"}. The last two of a step only where its response was streamed. `made_with`: the id of the
// settings in the manifest. `served_by`, with `server`: ids of the endpoints in the manifest that
// gave the responses; null for those of an earlier run.
std::string entry_note(const Asked& asked, const std::string& made_with, const Server* server);

// "2026-11-22T06:30:00Z", now.
std::string time_text();

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_MANIFEST_H_

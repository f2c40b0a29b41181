#include "core/findings/server_flips.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/base/counted.h"
#include "core/findings/diagnosis_parts.h"
#include "core/findings/run_diagnosis.h"
#include "core/statistics/stratified_test.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

// Of one server, in one entry or in all.
struct Tally {
  std::size_t responses = 0;
  std::size_t passed = 0;
};

struct ServedEntry {
  const Category* category = nullptr;
  std::map<std::string_view, Tally> servers;
  Tally all;

  bool tells() const { return servers.size() > 1 && all.passed > 0 && all.passed < all.responses; }
};
using ServedById = std::map<std::string_view, ServedEntry>;

// Entries that flip and that several servers responded to.
ServedById telling_entries(std::span<const ModelRun* const> repeats,
                           std::span<const ServedEntries* const> served) {
  ServedById by_id;
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    for (const CategoryRun& category : repeats[i]->runs) {
      if (is_episode(*category.category)) continue;
      for (const ScoredResponse& response : category.responses) {
        if (response.entry == nullptr || response.superseded || response.skipped() ||
            diagnosis::is_inference_error(response.response)) {
          continue;
        }
        const auto by = served[i]->find(response.entry->id);
        if (by == served[i]->end() || by->second.empty()) continue;
        ServedEntry& entry = by_id[response.entry->id];
        entry.category = category.category;
        for (Tally* tally : {&entry.servers[by->second], &entry.all}) {
          ++tally->responses;
          tally->passed += response.verdict.valid ? 1 : 0;
        }
      }
    }
  }
  std::erase_if(by_id, [](const auto& one) { return !one.second.tells(); });
  return by_id;
}

// Of each server, in the order of the entries.
std::map<std::string_view, std::vector<TestStratum>> strata_of(const ServedById& entries) {
  std::map<std::string_view, std::vector<TestStratum>> strata;
  for (const auto& [id, entry] : entries) {
    for (const auto& [server, own] : entry.servers) {
      strata[server].push_back({entry.all.responses, entry.all.passed, own.responses, own.passed});
    }
  }
  return strata;
}

std::string share_of(const Tally& tally) {
  return grouped_digits(tally.passed) + " of " + counted(tally.responses, "response", "responses");
}

std::string p_text(double p) {
  if (p < 0.001) return "p < 0.001";
  char text[16];
  std::snprintf(text, sizeof text, "p = %.3f", p);
  return text;
}

using Tallies = std::map<std::string_view, Tally>;

Tallies tallies_of(const ServedById& entries) {
  Tallies servers;
  for (const auto& [id, entry] : entries) {
    for (const auto& [server, tally] : entry.servers) {
      servers[server].responses += tally.responses;
      servers[server].passed += tally.passed;
    }
  }
  return servers;
}

// The server that differs most from the others.
struct Suspect {
  std::string_view server;
  double p = 2;  // adjusted for the number of servers
};

Suspect suspect_of(const ServedById& entries, const Tallies& servers) {
  Suspect suspect;
  double least_share = 2;
  const auto strata = strata_of(entries);
  for (const auto& [server, tally] : servers) {
    const double p = stratified_test(strata.at(server));
    const double share = static_cast<double>(tally.passed) / static_cast<double>(tally.responses);
    // Of two servers the one that passes less often is named.
    const bool as_sure = std::abs(p - suspect.p) <= 1e-9 * std::max(p, suspect.p);
    if (as_sure ? share < least_share : p < suspect.p) {
      suspect = {server, p};
      least_share = share;
    }
  }
  // Of two servers both tests are the same.
  const std::size_t tests = servers.size() == 2 ? 1 : servers.size();
  suspect.p = std::min(1.0, suspect.p * static_cast<double>(tests));
  return suspect;
}

Tally without(const Tally& all, const Tally& own) {
  return {all.responses - own.responses, all.passed - own.passed};
}

std::string name_of(std::string_view server, const ServerAddresses& addresses) {
  const auto address = addresses.find(server);
  return address != addresses.end() && !address->second.empty() ? address->second
                                                                : "server " + manifest_text(server);
}

}  // namespace

void add_addresses(std::string_view manifest, ServerAddresses& addresses) {
  if (manifest.size() > kMostManifestBytes) return;
  const Result<Value> json = json_loads(manifest);
  if (!json.ok()) return;
  const Value* server = given_member(*json, "server");
  if (server == nullptr) return;
  const auto add = [&](const Value& one) {
    const std::string_view id = find_text(one, "id");
    if (!id.empty()) addresses.emplace(id, manifest_text(find_text(one, "address")));
  };
  add(*server);
  const Value* all = given_member(*server, "endpoints");
  if (all == nullptr || !all->is_list()) return;
  for (const Value& one : all->items()) add(one);
}

std::vector<Finding> diagnose_servers(std::span<const ModelRun* const> repeats,
                                      std::span<const ServedEntries* const> served,
                                      const ServerAddresses& addresses) {
  std::vector<Finding> findings;
  const ServedById entries = telling_entries(repeats, served);
  const Tallies servers = tallies_of(entries);
  if (servers.size() < 2) return findings;
  const Suspect suspect = suspect_of(entries, servers);
  if (suspect.p >= kServerFlipsLevel) return findings;
  diagnosis::Collector flips(
      "flips_by_server", Severity::kWarning,
      "Compare model, version, quantization and chat template of the servers (`server` in "
      "bfclx_manifest.json), and generate again with identical servers.");
  Tally others;
  for (const auto& [id, entry] : entries) {
    const auto own = entry.servers.find(suspect.server);
    const Tally rest = without(entry.all, own != entry.servers.end() ? own->second : Tally());
    others.responses += rest.responses;
    others.passed += rest.passed;
    if (own == entry.servers.end()) continue;
    flips.add(entry.category, {std::string(id),
                               {},
                               0,
                               "passed: " + share_of(own->second) + " of this server, " +
                                   share_of(rest) + " of the others"});
  }
  flips.finish(findings,
               "Several servers responded to " +
                   counted(entries.size(), "entry that flips", "entries that flip") +
                   ". Passed: " + share_of(servers.at(suspect.server)) + " of " +
                   name_of(suspect.server, addresses) + ", " + share_of(others) +
                   " of the others (exact test within entries, " + p_text(suspect.p) +
                   ", level 1 %). So the score depends on the share of requests that each server "
                   "gets.");
  return findings;
}

}  // namespace bfclx

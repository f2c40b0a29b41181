// Repeats of one run on several servers: whether entries flip with the server that responds.
#ifndef BFCLX_CORE_FINDINGS_SERVER_FLIPS_H_
#define BFCLX_CORE_FINDINGS_SERVER_FLIPS_H_

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/findings/diagnosis.h"
#include "core/run/model_run.h"

namespace bfclx {

// Of one run, by id of the entry: the id of the server that gave its response, as the generation
// notes have it; empty where that is not known, or where it was more than one.
using ServedEntries = std::map<std::string, std::string, std::less<>>;
// Addresses by the id of the server.
using ServerAddresses = std::map<std::string, std::string, std::less<>>;
// Adds those of a bfclx_manifest.json; nothing of another file.
void add_addresses(std::string_view manifest, ServerAddresses& addresses);

// A finding is made below this p, adjusted for the number of servers.
inline constexpr double kServerFlipsLevel = 0.01;

// Of repeats, and what served each. Episodes do not count: a diagnosis does not judge them.
std::vector<Finding> diagnose_servers(std::span<const ModelRun* const> repeats,
                                      std::span<const ServedEntries* const> served,
                                      const ServerAddresses& addresses);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_SERVER_FLIPS_H_

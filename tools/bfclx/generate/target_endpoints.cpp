#include "tools/bfclx/generate/target_endpoints.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/render/visible.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/net/client.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kPlacesShown = 3;
constexpr std::size_t kVersionBytes = 64;
constexpr double kVersionSeconds = 5;

// Where servers say their version, and in which member: vLLM; Ollama; llama.cpp; SGLang.
struct VersionPlace {
  const char* path;
  const char* member;
};
constexpr VersionPlace kVersionPlaces[] = {{"/version", "version"},
                                           {"/api/version", "version"},
                                           {"/props", "build_info"},
                                           {"/get_server_info", "version"}};

std::string place_of(const Server& server, std::size_t endpoint) {
  return server.endpoint(endpoint).shown();
}

// Asks below each address as given and below its "/v1", whichever has a list.
std::vector<Listed> ask_all(Server& server, const std::string& wanted,
                            const TargetOptions& options) {
  std::vector<Listed> all(server.endpoints());
  for (const std::string below : {"/v1", ""}) {
    std::vector<net::Request> requests;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < server.endpoints(); ++i) {
      const bool has_path = !server.endpoint(i).base_path().empty();
      if (all[i].answered || (has_path && !below.empty())) continue;
      // What cannot be reached is not asked twice.
      if (below.empty() && !has_path && all[i].failure != net::Failure::kNone) continue;
      asked.push_back(i);
      requests.push_back(models_request(server, server.endpoint(i).base_url + below, i));
    }
    std::vector<net::Response> responses = fetch_all(std::move(requests), options);
    for (std::size_t i = 0; i < responses.size(); ++i) {
      server.scrub(responses[i]);
      Listed listed = read_list(responses[i], wanted);
      ServerEndpoint& one = server.endpoint(asked[i]);
      const bool first = !below.empty() || !one.base_path().empty();
      if (listed.answered || first) all[asked[i]] = std::move(listed);
      if (all[asked[i]].answered) one.base_url += below;
    }
  }
  for (std::size_t i = 0; i < server.endpoints(); ++i) {
    ServerEndpoint& one = server.endpoint(i);
    if (!all[i].answered && one.base_path().empty()) one.base_url += "/v1";
  }
  return all;
}

// Names of places, few of many.
std::string places_text(const std::vector<std::string>& places) {
  return first_of(places, kPlacesShown);
}

}  // namespace

void ask_versions(Server& server, const std::vector<Listed>& listed, const TargetOptions& options) {
  for (const VersionPlace& place : kVersionPlaces) {
    std::vector<net::Request> requests;
    std::vector<std::size_t> asked;
    HttpRequest version;
    version.path = place.path;
    version.method = "GET";
    for (std::size_t i = 0; i < server.endpoints(); ++i) {
      if (!listed[i].answered || !server.endpoint(i).version.empty()) continue;
      asked.push_back(i);
      requests.push_back(server.root_request(version, i));
      requests.back().timeout = kVersionSeconds;
      requests.back().max_bytes = std::size_t{4} << 20;
    }
    std::vector<net::Response> responses = fetch_all(std::move(requests), options);
    for (std::size_t i = 0; i < responses.size(); ++i) {
      if (responses[i].status != 200) continue;
      server.scrub(responses[i]);
      const Result<Value> read = json_loads(responses[i].body);
      if (!read.ok()) continue;
      const std::string text = printable_line(std::string(text_member(*read, place.member)));
      server.endpoint(asked[i]).version = sanitize_utf8(text.substr(0, kVersionBytes));
    }
  }
}

Listed ask_endpoints_for_models(Target& target, const TargetOptions& options) {
  Server& server = target.server;
  const double begun = net::Client::now();
  const std::vector<std::string> given = [&server] {
    std::vector<std::string> urls;
    for (std::size_t i = 0; i < server.endpoints(); ++i)
      urls.push_back(server.endpoint(i).base_url);
    return urls;
  }();
  std::vector<Listed> all;
  while (true) {
    for (std::size_t i = 0; i < given.size(); ++i) server.endpoint(i).base_url = given[i];
    all = ask_all(server, target.settings.model_name, options);
    const bool nobody = std::all_of(all.begin(), all.end(), [](const Listed& one) {
      return one.failure == net::Failure::kConnect || one.status == 503;
    });
    if (!options.wait_for_server || !nobody) break;
    wait_for_server(options, begun);
  }
  ask_versions(server, all, options);
  std::size_t best = 0;
  const auto rank = [&all](std::size_t i) {
    return all[i].answered ? 2 : all[i].failure == net::Failure::kNone ? 1 : 0;
  };
  std::optional<std::int64_t> context;
  std::vector<std::string> absent;
  std::vector<std::string> silent;
  for (std::size_t i = 0; i < all.size(); ++i) {
    server.endpoint(i).found = found_text(all[i]);
    server.endpoint(i).missing = all[i].failure == net::Failure::kConnect;
    if (rank(i) > rank(best)) best = i;
    if (all[i].context) context = std::min(context.value_or(*all[i].context), *all[i].context);
    if (rank(i) == 0) absent.push_back(all[i].problem);
    if (rank(i) == 1) silent.push_back(place_of(server, i) + ": " + all[i].problem);
  }
  if (rank(best) > 0) {
    for (const auto& [problems, then] :
         {std::pair(&absent, "; the run begins without it, and probes it"),
          std::pair(&silent, "; it gets requests anyway")}) {
      for (std::size_t i = 0; i < std::min(problems->size(), kPlacesShown); ++i) {
        target.notes.push_back((*problems)[i] + then);
      }
      if (problems->size() <= kPlacesShown) continue;
      target.notes.push_back("the same of " + counted(problems->size() - kPlacesShown,
                                                      "other endpoint", "other endpoints"));
    }
  }
  Listed listed = std::move(all[best]);
  listed.context = context;
  return listed;
}

void tell_endpoints(Target& target) {
  const Server& server = target.server;
  // Those that say the same, the most frequent first.
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (std::size_t i = 0; i < server.endpoints(); ++i) {
    const ServerEndpoint& one = server.endpoint(i);
    if (one.found.empty()) continue;
    const std::string says = one.found + (one.version.empty() ? "" : " (" + one.version + ")");
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&says](const auto& known) { return known.first == says; });
    if (group == groups.end()) group = groups.insert(groups.end(), {says, {}});
    group->second.push_back(place_of(server, i));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  const std::string using_api = "; using the " + std::string(target.settings.dialect->api) +
                                (target.settings.fc ? " API with tools" : " API in prompt mode");
  if (groups.empty()) {
    target.notes.push_back("no endpoint lists its models" + using_api);
    return;
  }
  const auto& [says, places] = groups.front();
  target.notes.push_back((places.size() > 1
                              ? counted(places.size(), "endpoint has ", "endpoints have ")
                              : places.front() + " has ") +
                         says + using_api);
  if (groups.size() == 1) return;
  std::string others;
  for (std::size_t i = 1; i < std::min(groups.size(), kPlacesShown + 1); ++i) {
    others += (i == 1 ? "" : "; ") + places_text(groups[i].second) + ": " + groups[i].first;
  }
  target.notes.push_back("Warning: the endpoints differ, and so may the results: " + others +
                         (groups.size() > kPlacesShown + 1 ? "; ..." : ""));
}

void refuse_duplicates(const Server& server, const std::vector<GivenEndpoint>& given) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < server.endpoints(); ++i) {
    const std::string& url = server.endpoint(i).base_url;
    const std::size_t query = std::min(url.find('?'), url.size());
    if (seen.insert(server.endpoint(i).address + net::origin_of(url) +
                    server.endpoint(i).base_path() + url.substr(query))
            .second) {
      continue;
    }
    const std::string where = i < given.size() ? given[i].where : std::string();
    throw UsageError((where.empty() ? "--base-url" : where) + ": duplicate endpoint " +
                     place_of(server, i) + ". Give each address once");
  }
}

}  // namespace bfclx::tools

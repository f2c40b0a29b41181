#include "core/report/run_statistics.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "core/report/possible_calls.h"

namespace bfclx {
namespace {

bool counts(const ScoredReply& reply) { return reply.entry != nullptr && !reply.superseded; }

bool is_single_turn(const Category& category) {
  return category.judging != Judging::kMultiTurn && category.judging != Judging::kAgentic;
}

// The replies of a run in input order, each with its file.
std::vector<DiagnosedReply> diagnosed_replies(const ModelRun& model, const LogFactsOf& log_facts) {
  std::vector<DiagnosedReply> replies;
  replies.reserve(model.order.size());
  for (const Place& place : model.order) {
    if (!place.scored) continue;
    const ScoredReply& scored = model.reply(place);
    const Category& category = *model.runs[place.part].category;
    DiagnosedReply reply;
    reply.id = scored.id;
    reply.file = model.files[place.file];
    reply.line = scored.line;
    reply.entry = scored.entry;
    reply.category = &category;
    reply.reply = &scored.reply;
    reply.verdict = scored.entry != nullptr && is_single_turn(category) ? &scored.verdict : nullptr;
    reply.superseded = scored.superseded;
    if (log_facts && scored.entry != nullptr)
      reply.log = log_facts(model.files[place.file], scored);
    replies.push_back(std::move(reply));
  }
  return replies;
}

std::string why_impossible(const Entry& entry) {
  const PossibleReply possible = possible_reply(entry);
  return possible.passes ? std::string() : possible.reason;
}

}  // namespace

JudgedRun judged_run(const ModelRun& model) {
  JudgedRun judged;
  for (const CategoryRun& run : model.runs) {
    for (const ScoredReply& reply : run.replies) {
      if (!counts(reply)) continue;
      judged.push_back(
          {reply.entry->id, run.category, reply.verdict.valid, reply.verdict.error_type});
    }
  }
  return judged;
}

Accuracy accuracy_of(const CategoryRun& run) {
  std::map<std::string, ClusterCount> clusters;
  for (const ScoredReply& reply : run.replies) {
    if (!counts(reply)) continue;
    ClusterCount& cluster = clusters[cluster_of(*run.category, reply.entry->id)];
    ++cluster.entries;
    cluster.right += reply.verdict.valid ? 1 : 0;
  }
  std::vector<ClusterCount> counted;
  for (const auto& [key, count] : clusters) counted.push_back(count);
  return clustered_accuracy(counted);
}

std::vector<CategoryWeight> v4_category_weights(const Dataset& dataset) {
  struct Row {
    std::string_view name;
    double weight;
  };
  static constexpr Row kRows[] = {
      {"simple_python", 0.1 / 12},
      {"simple_java", 0.1 / 12},
      {"simple_javascript", 0.1 / 12},
      {"multiple", 0.1 / 4},
      {"parallel", 0.1 / 4},
      {"parallel_multiple", 0.1 / 4},
      {"irrelevance", 0.1 / 2},
      {"live_irrelevance", 0.1 / 2},
      {"multi_turn_base", 0.3 / 4},
      {"multi_turn_miss_func", 0.3 / 4},
      {"multi_turn_miss_param", 0.3 / 4},
      {"multi_turn_long_context", 0.3 / 4},
      {"web_search_base", 0.4 / 4},
      {"web_search_no_snippet", 0.4 / 4},
      {"memory_kv", 0.4 / 6},
      {"memory_vector", 0.4 / 6},
      {"memory_rec_sum", 0.4 / 6},
  };
  struct Live {
    std::string_view name;
    std::size_t entries;  // of the official dataset, where not all four are loaded
  };
  static constexpr Live kLive[] = {{"live_simple", 258},
                                   {"live_multiple", 1053},
                                   {"live_parallel", 16},
                                   {"live_parallel_multiple", 24}};
  std::vector<CategoryWeight> weights;
  for (const Row& row : kRows) weights.push_back({find_category(row.name), row.weight});
  const bool loaded = std::all_of(std::begin(kLive), std::end(kLive), [&](const Live& row) {
    return !dataset.entries(*find_category(row.name)).empty();
  });
  std::vector<CategoryWeight> live;
  double total = 0;
  for (const Live& row : kLive) {
    const Category* category = find_category(row.name);
    const std::size_t entries = loaded ? dataset.entries(*category).size() : row.entries;
    live.push_back({category, static_cast<double>(entries)});
    total += live.back().weight;
  }
  for (const CategoryWeight& weight : live) {
    weights.push_back({weight.category, 0.1 * weight.weight / total});
  }
  return weights;
}

std::vector<Finding> diagnose_run(const ModelRun& model, const LogFactsOf& log_facts) {
  const std::vector<DiagnosedReply> replies = diagnosed_replies(model, log_facts);
  std::vector<const Entry*> missing;
  std::vector<ResultProblem> unusable;
  for (const CategoryRun& run : model.runs) {
    missing.insert(missing.end(), run.missing.begin(), run.missing.end());
    unusable.insert(unusable.end(), run.problems.begin(), run.problems.end());
  }
  DiagnosisInput input;
  input.decoder = model.settings.decoder;
  input.underscore_to_dot = model.settings.underscore_to_dot;
  input.replies = replies;
  input.missing = missing;
  input.unusable = unusable;
  input.judge = score;
  input.impossible = why_impossible;
  return input.decoder != nullptr ? diagnose(input) : std::vector<Finding>();
}

}  // namespace bfclx

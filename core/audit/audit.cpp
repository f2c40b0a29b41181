#include "core/audit/audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_set>
#include <utility>

#include "core/audit/elementary.h"
#include "core/audit/item_model.h"
#include "core/audit/near_duplicates.h"
#include "core/audit/variants.h"
#include "core/dataset/own_turns.h"
#include "core/findings/run_diagnosis.h"
#include "core/statistics/statistics.h"

namespace bfclx {
namespace {

// Of so many meanings of an entry texts are kept when they come; of the others once they come
// again.
constexpr std::size_t kKeptAtOnce = 4;
constexpr std::size_t kMostPathBytes = std::size_t{64} << 20;

bool has_text(const AnswerGroup& group) { return !group.shown.empty(); }

// Answers of one meaning may differ in how they write a value.
void note_spellings(AnswerDifference& shown, const AnswerDifference& other) {
  if (shown.arguments.size() != other.arguments.size()) return;
  for (std::size_t i = 0; i < shown.arguments.size(); ++i) {
    shown.arguments[i].varied |= shown.arguments[i].found != other.arguments[i].found;
  }
}

void keep_text(AnswerGroup& group, const Answer& answer) {
  group.shown = answer.shown;
  group.calls = answer.calls;
  group.error_type = answer.error_type;
  group.difference = answer.difference;
}

// The commonest first, those that mean nothing last; ties in any order, which is not that of the
// runs.
void sort_groups(std::vector<AnswerGroup>& groups) {
  std::stable_sort(groups.begin(), groups.end(), [](const AnswerGroup& a, const AnswerGroup& b) {
    if ((a.meaning == 0) != (b.meaning == 0)) return b.meaning == 0;
    if (a.counted != b.counted) return a.counted > b.counted;
    return a.meaning < b.meaning;
  });
}

// `weights` of all runs, 0 of those that have no answer; `sizes`: roots of the runs of a family.
void set_shares(std::vector<AnswerGroup>& groups, const std::vector<double>& weights,
                const std::vector<double>& sizes) {
  double all = 0;
  for (std::size_t run = 0; run < weights.size(); ++run) all += weights[run] / sizes[run];
  for (AnswerGroup& group : groups) {
    for (const std::uint32_t run : group.runs) group.share += weights[run] / sizes[run];
    group.share /= all;
  }
}

// So that a sum of shares does not depend on their order.
double rounded(double counted) { return std::round(counted * 1e9) / 1e9; }

// A model at an entry: of several repeats their mean.
struct ModelPoint {
  double ability = 0;
  double passed = 0;  // share of its repeats
};

std::vector<ModelPoint> points_of(const AuditModels& models, const std::vector<std::uint32_t>& seen,
                                  const std::vector<std::uint32_t>& passing,
                                  const std::vector<double>& abilities,
                                  const std::vector<double>& shares) {
  std::vector<ModelPoint> points;
  std::vector<std::size_t> place(models.models.size());  // behind that of the point; 0: none yet
  for (const std::uint32_t run : seen) {
    std::size_t& its = place[models.of_run[run]];
    if (its == 0) {
      points.emplace_back();
      its = points.size();
    }
    points[its - 1].ability += abilities[run] * shares[run];
  }
  for (const std::uint32_t run : passing) {
    points[place[models.of_run[run]] - 1].passed += shares[run];
  }
  for (ModelPoint& point : points) point.passed = rounded(point.passed);
  return points;
}

// What the verdicts say of an entry, a model as one run. Tests that need one verdict take that of
// most of its repeats; where these are even it passes.
void measure_item(const std::vector<ModelPoint>& models, const AnswerGroup* agreed,
                  std::size_t meanings, AuditedEntry& audited) {
  double passed = 0;
  std::vector<ItemPoint> points;
  for (const ModelPoint& model : models) {
    points.push_back({model.ability, model.passed >= 0.5});
    passed += model.passed;
  }
  audited.runs = models.size();
  passed = rounded(passed);
  const bool is_all = passed >= static_cast<double>(models.size());
  audited.passes =
      whole_models(passed, passed > 0 ? 1 : 0, is_all ? models.size() : models.size() - 1);
  audited.discrimination = discrimination_of(points);
  audited.fit = fit_two_parameters(points);
  if (agreed == nullptr) return;
  audited.p_agreed = std::min(1.0, half_tail(agreed->count(), agreed->count() + audited.passes) *
                                       static_cast<double>(meanings));
}

std::string spelling_of(const std::vector<AnswerGroup>& groups) {
  std::string one;
  for (const AnswerGroup& group : groups) {
    if (group.meaning == 0) continue;
    if (!group.difference.only_spelling() || group.difference.arguments.size() != 1) return {};
    const ArgumentDifference& argument = group.difference.arguments.front();
    const std::string name = argument.function + "." + argument.parameter;
    if (!one.empty() && one != name) return {};
    one = name;
  }
  return one;
}

}  // namespace

std::size_t AnswerGroup::count() const { return whole_models(counted, 1, runs.size()); }

const AnswerGroup* AuditedEntry::agreed_answer() const {
  if (groups.empty() || groups.front().meaning == 0 || groups.front().count() < 2) {
    return nullptr;
  }
  return &groups.front();
}

bool AuditedEntry::is_proven() const {
  return std::any_of(reasons.begin(), reasons.end(), [](const SuspicionReason& one) {
    return one.suspicion == Suspicion::kUnreachable || one.suspicion == Suspicion::kSchemaConflict;
  });
}

bool AuditedEntry::is_suspicious() const {
  return list == AuditList::kProof || list == AuditList::kLikelyWrong;
}

std::size_t AuditReport::suspicious() const {
  return count(AuditList::kProof) + count(AuditList::kLikelyWrong);
}

std::size_t AuditReport::count(AuditList list) const {
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [&](const AuditedEntry& entry) { return entry.list == list; }));
}

std::size_t Audit::add_run(std::string label) {
  runs_.emplace_back().label = std::move(label);
  tallies_.emplace_back();
  return runs_.size() - 1;
}

void Audit::set_repeat(std::size_t run, RepeatFacts facts) { runs_[run].repeat = std::move(facts); }

void Audit::set_warnings(std::size_t run, std::vector<RunWarning> warnings) {
  runs_[run].warnings = std::move(warnings);
}

Audit::Item& Audit::item_of(const Entry& entry) {
  const auto [place, is_new] = by_entry_.try_emplace(&entry, items_.size());
  if (is_new) items_.push_back({&entry, {}, {}, {}, {}});
  return items_[place->second];
}

void Audit::add(std::size_t run, const Answer& answer) {
  // Its signals compare single responses, or results of episodes.
  if (is_own_turns(*answer.entry->category)) return;
  Item& item = item_of(*answer.entry);
  const auto number = static_cast<std::uint32_t>(run);
  item.seen.push_back({number, answer.valid});
  Tally& tally = tallies_[run][answer.entry->category->group];
  ++tally.entries;
  ++runs_[run].entries;
  if (answer.valid) {
    ++tally.right;
    ++runs_[run].right;
    return;
  }
  auto group = std::find_if(item.groups.begin(), item.groups.end(),
                            [&](const AnswerGroup& one) { return one.meaning == answer.meaning; });
  if (group == item.groups.end()) {
    AnswerGroup fresh;
    fresh.meaning = answer.meaning;
    fresh.kind = answer.kind;
    fresh.plausible = answer.difference.plausible();
    group = item.groups.insert(group, std::move(fresh));
    if (item.groups.size() <= kKeptAtOnce) keep_text(*group, answer);
  } else if (!has_text(*group)) {
    keep_text(*group, answer);
  } else {
    note_spellings(group->difference, answer.difference);
  }
  group->runs.push_back(number);
  if (answer.path == nullptr || path_bytes_ + answer.path->size() > kMostPathBytes) return;
  path_bytes_ += answer.path->size();
  item.paths.push_back({number, answer.path, answer.meaning});
}

void Audit::set_unreachable(const Entry& entry, std::string reason) {
  if (by_entry_.count(&entry) != 0) item_of(entry).unreachable = std::move(reason);
}

std::vector<const Entry*> Audit::entries() const {
  std::vector<const Entry*> all;
  for (const Item& item : items_) all.push_back(item.entry);
  return all;
}

double Audit::ability_without(const Item& item, const Seen& seen) const {
  const Tally& tally = tallies_[seen.run].at(item.entry->category->group);
  return ability_of(tally.right - (seen.right ? 1 : 0), tally.entries - 1);
}

Audit::Crowd Audit::crowd() const {
  Crowd crowd;
  std::map<std::string, std::uint32_t> numbers;
  std::vector<std::size_t> sizes;
  crowd.models = models();
  std::vector<bool> known(crowd.models.models.size());
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const AuditedRun& run = runs_[i];
    crowd.accuracy.push_back(logistic_of(ability_of(run.right, run.entries)));
    const auto number = static_cast<std::uint32_t>(numbers.size());
    const std::uint32_t family = numbers.try_emplace(family_of(run.label), number).first->second;
    crowd.family.push_back(family);
    if (family == sizes.size()) sizes.push_back(0);
    const std::uint32_t model = crowd.models.of_run[i];
    if (!known[model]) ++sizes[family];
    known[model] = true;
  }
  for (const std::uint32_t family : crowd.family) {
    crowd.size.push_back(std::sqrt(static_cast<double>(sizes[family])));
  }
  return crowd;
}

AgreedPath Audit::agreed_path_of(const Item& item, const Crowd& crowd,
                                 const std::vector<double>& weights) {
  std::vector<RunPath> paths = item.paths;
  for (RunPath& one : paths) {
    one.weight = weights[one.run] / crowd.size[one.run];
    one.model = crowd.models.of_run[one.run];
    one.family = crowd.family[one.run];
  }
  return find_agreed_path(*item.entry, std::move(paths));
}

double Audit::measure(const Item& item, const Crowd& crowd, AuditedEntry& audited) const {
  audited.entry = item.entry;
  audited.groups = item.groups;
  std::vector<std::uint32_t> seen_runs;
  for (const Seen& seen : item.seen) seen_runs.push_back(seen.run);
  const std::vector<double> shares = shares_of_models(crowd.models, seen_runs);
  for (AnswerGroup& group : audited.groups) {
    for (const std::uint32_t run : group.runs) group.counted += shares[run];
    group.counted = rounded(group.counted);
  }
  sort_groups(audited.groups);
  const AnswerGroup* agreed = nullptr;
  std::size_t meanings = 0;
  for (const AnswerGroup& group : audited.groups) meanings += group.meaning != 0 ? 1 : 0;
  if (meanings > 0) agreed = &audited.groups.front();
  std::vector<double> abilities(runs_.size());
  std::vector<double> weights(runs_.size());
  // Strong runs count more, and the runs of one family together less.
  std::vector<double> strong(runs_.size());
  std::vector<std::uint32_t> passing;
  double all = 0;
  double all_strong = 0;
  double strong_failing = 0;
  for (const Seen& seen : item.seen) {
    abilities[seen.run] = ability_without(item, seen);
    const double accuracy = logistic_of(abilities[seen.run]);
    const double weight = accuracy * accuracy;
    weights[seen.run] = weight * shares[seen.run];
    all += weights[seen.run];
    if (!seen.right) audited.failing += weights[seen.run];
    strong[seen.run] = weight * weight * weight / crowd.size[seen.run] * shares[seen.run];
    all_strong += strong[seen.run];
    if (seen.right) {
      passing.push_back(seen.run);
    } else {
      strong_failing += strong[seen.run];
    }
  }
  audited.agreed_path = agreed_path_of(item, crowd, weights);
  const auto weight_of = [&](const AnswerGroup& group) {
    double sum = 0;
    for (const std::uint32_t run : group.runs) sum += weights[run];
    return sum;
  };
  set_shares(audited.groups, weights, crowd.size);
  if (agreed != nullptr) audited.agreed = weight_of(*agreed);
  double strong_plausible = 0;
  for (const AnswerGroup& group : audited.groups) {
    if (!group.plausible) continue;
    audited.plausible += weight_of(group);
    for (const std::uint32_t run : group.runs) strong_plausible += strong[run];
  }
  for (double* share : {&audited.failing, &audited.agreed, &audited.plausible}) *share /= all;
  measure_item(points_of(crowd.models, seen_runs, passing, abilities, shares), agreed, meanings,
               audited);
  audited.truth = check_truth(*item.entry);
  audited.one_spelling = spelling_of(audited.groups);
  describe_alternative(audited, crowd.accuracy, crowd.family, shares, passing);
  return share_logit((strong_failing + strong_plausible) / (2 * all_strong));
}

// Repeats of a model count once: as what most of them did, or passed where these are even.
std::vector<ModelledItem::Answer> Audit::verdicts_of(const Item& item, const AuditModels& models) {
  std::vector<int> lead(models.models.size());  // of passes over failures
  for (const Seen& seen : item.seen) lead[models.of_run[seen.run]] += seen.right ? 1 : -1;
  std::vector<ModelledItem::Answer> answers;
  std::vector<bool> known(lead.size());
  for (const Seen& seen : item.seen) {
    const std::uint32_t model = models.of_run[seen.run];
    if (!known[model]) answers.push_back({model, lead[model] >= 0});
    known[model] = true;
  }
  return answers;
}

// One response that is judged is passed by somebody, unless the ground truth is wrong or a skill is
// missing everywhere; episodes are often hard for everybody, so that theirs are set against what is
// expected of these runs.
Audit::NobodyTest Audit::test_nobody(const std::vector<AuditedEntry>& entries,
                                     const Crowd& crowd) const {
  NobodyTest test{std::vector<double>(entries.size(), 1.0),
                  std::vector<std::optional<double>>(entries.size())};
  std::vector<ModelledItem> modelled;
  std::vector<std::size_t> at;
  std::map<std::string_view, std::size_t> categories;
  std::map<std::string, std::size_t> scenarios;
  bool some = false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Category& category = *entries[i].entry->category;
    const bool none = entries[i].passes == 0 && entries[i].runs >= kFewestRunsThatTell;
    if (none) test.p[i] = 0;
    if (!is_episode(category)) continue;
    some = some || none;
    ModelledItem item;
    item.answers = verdicts_of(items_[i], crowd.models);
    item.category = categories.try_emplace(category.name, categories.size()).first->second;
    const std::string scenario = cluster_of(category, entries[i].entry->id);
    item.scenario = scenarios.try_emplace(scenario, scenarios.size()).first->second;
    modelled.push_back(std::move(item));
    at.push_back(i);
  }
  if (!some) return test;
  const std::vector<ExpectedPasses> expected =
      expected_passes(modelled, crowd.models.models.size());
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (test.p[at[k]] > 0) continue;
    test.p[at[k]] = expected[k].none_probability;
    test.expected[at[k]] = expected[k].pass_rate;
  }
  return test;
}

AuditReport Audit::finish(const AuditOptions& options, const ForEach& each) const {
  AuditReport report;
  report.options = options;
  report.runs = runs_;
  std::vector<AuditedEntry> entries(items_.size());
  const Crowd runs = crowd();
  report.models = runs.models.models.size();
  std::vector<double> strong(items_.size());
  const auto measure_one = [&](std::size_t i) { strong[i] = measure(items_[i], runs, entries[i]); };
  if (each) {
    each(items_.size(), measure_one);
  } else {
    for (std::size_t i = 0; i < items_.size(); ++i) measure_one(i);
  }
  std::vector<double> p_agreed;
  std::vector<double> p_negative;
  std::vector<const Entry*> all;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    p_agreed.push_back(entries[i].p_agreed);
    p_negative.push_back(entries[i].discrimination.known ? entries[i].discrimination.p_negative
                                                         : 1.0);
    all.push_back(items_[i].entry);
  }
  const NobodyTest nobody = test_nobody(entries, runs);
  const std::vector<std::string> variants = variant_differences(all);
  const std::vector<double> q_nobody = false_discovery_rates(nobody.p);
  // Two tests: each has half of the rate.
  const std::vector<double> q_agreed = false_discovery_rates(p_agreed);
  const std::vector<double> q_negative = false_discovery_rates(p_negative);
  const std::vector<std::vector<std::size_t>> near = near_duplicates(all);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i].q = std::min(1.0, 2 * std::min(q_agreed[i], q_negative[i]));
    const double half = options.false_discovery_rate / 2;
    judge_suspicion(entries[i],
                    {q_agreed[i] <= half, q_negative[i] <= half,
                     q_nobody[i] <= options.false_discovery_rate, nobody.expected[i], variants[i]},
                    items_[i].unreachable);
  }
  add_signals(entries, strong, options.corrected);
  const RankingWeights& weights = ranking_weights(!options.corrected.empty());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    rank_entry(entries[i], weights, q_negative[i] <= options.false_discovery_rate / 2);
  }
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (entries[a].suspicion != entries[b].suspicion) {
      return entries[a].suspicion > entries[b].suspicion;
    }
    return entries[a].entry->id < entries[b].entry->id;
  });
  std::vector<std::size_t> rank(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  for (const std::size_t i : order) {
    for (const std::size_t other : near[i]) entries[i].near.push_back(rank[other]);
    report.entries.push_back(std::move(entries[i]));
  }
  return report;
}

std::vector<JudgedRun> Audit::judged(const std::vector<const Entry*>& left_out) const {
  const std::unordered_set<const Entry*> out(left_out.begin(), left_out.end());
  std::vector<JudgedRun> runs(runs_.size());
  for (const Item& item : items_) {
    if (item.seen.size() < runs_.size() || out.count(item.entry) != 0) continue;
    for (const Seen& seen : item.seen) {
      runs[seen.run].push_back({item.entry->id, item.entry->category, seen.right, {}});
    }
  }
  return runs;
}

}  // namespace bfclx

#include "core/statistics/basis.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/base/counted.h"
#include "core/base/fnv.h"
#include "core/base/text.h"
#include "core/statistics/overall.h"
#include "core/statistics/tagged_sample.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

constexpr std::pair<BasisKind, std::string_view> kNames[] = {
    {BasisKind::kComplete, "complete"},
    {BasisKind::kPartial, "partial"},
    {BasisKind::kShared, "shared"},
    {BasisKind::kMissingAsZero, "missing_as_0"},
};

// Weights that are multiplied out add up to 1 but for their last bits.
constexpr double kWhole = 1 - 1e-9;

// The weights are the numbers of entries of the categories, all of them: those that a run has may
// be fewer.
bool weighs_by_size(const ScoreBasis& basis) {
  return basis.leaderboard == kOwnScore && !basis.tag_weights;
}

// "covers 52.5 % of the weight", "its categories have 85.7 % of the entries": `has` is "covers ".
std::string percent_of_weight(const ScoreBasis& basis, std::string_view has,
                              std::string_view whose) {
  // Without printf, whose floats would be in the part of the module that a first visit loads.
  const auto tenths = static_cast<int>(basis.weight * 1000 + 0.5);
  const std::string percent = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
  return weighs_by_size(basis)
             ? std::string(whose) + " categories have " + percent + " % of the entries"
             : std::string(has) + percent + " % of the weight";
}

// Why the score is another one than the part of the entries that passed.
std::string size_text(const ScoreBasis& basis) {
  const bool some = basis.kind == BasisKind::kShared || basis.missing_entries > 0 ||
                    basis.malformed_entries > 0 || basis.sample > 0;
  return weighs_by_size(basis) && basis.categories > 1 && some ? ", weighted by category size" : "";
}

// The same for the same ids in any order. Sums of well-mixed hashes collide as rarely as these.
std::uint64_t hash_of_id(std::string_view id) {
  std::uint64_t hash = fnv1a(id);
  hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9ull;
  hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBull;
  return hash ^ (hash >> 31);
}

std::string hex_of(std::uint64_t number) {
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; number >>= 4)
    text[i] = "0123456789abcdef"[number & 15];
  return text;
}

ScoreBasis basis_of(const ScoredRun& run, const ScorePart& score, std::string_view leaderboard) {
  struct Entries {
    std::size_t count = 0;
    std::uint64_t hash = 0;
  };
  std::map<const Category*, Entries> entries;
  for (const JudgedEntry& entry : *run.judged) {
    Entries& of = entries[entry.category];
    ++of.count;
    of.hash += hash_of_id(entry.id);
  }
  ScoreBasis basis;
  basis.leaderboard = leaderboard;
  basis.sample = run.sample;
  basis.dataset = run.dataset;
  for (const CategoryWeight& one : category_weights(score)) {
    if (one.weight <= 0) continue;
    for (const auto& [category, count] : run.missing_entries) {
      if (category == one.category) basis.missing_entries += count;
    }
    const auto there = entries.find(one.category);
    if (there == entries.end()) {
      basis.missing.push_back(one.category);
      continue;
    }
    ++basis.categories;
    basis.weight += one.weight;
    basis.entries += there->second.count;
    basis.entry_set += there->second.hash;
    for (const auto& [category, count] : run.malformed_entries) {
      if (category == one.category) basis.malformed_entries += count;
    }
  }
  if (score.tags != nullptr) {
    basis.tag_weights = true;
    basis.weight = tagged_weight(*score.tags, *run.judged);
  }
  if (basis.weight > kWhole) basis.weight = 1;
  const bool whole = basis.missing.empty() && basis.missing_entries == 0 &&
                     basis.malformed_entries == 0 && basis.sample == 0;
  basis.kind = whole ? BasisKind::kComplete : BasisKind::kPartial;
  return basis;
}

// The score over what is covered, its weights divided by `weight`.
BasedScore score_over(ScoreBasis basis, const ScoreEstimate& estimate, double weight) {
  BasedScore score;
  score.basis = std::move(basis);
  if (score.basis.weight <= 0) return score;
  score.value = std::clamp(estimate.value / weight, 0.0, 1.0);
  score.standard_error = estimate.standard_error / weight;
  score.interval = {estimate.interval.low / weight, std::min(1.0, estimate.interval.high / weight)};
  return score;
}

// "4 sampled entries in 1 category". Two samples share fewer entries than either has.
std::string shared_size(const ScoreBasis& basis) {
  const std::string entries = basis.sample > 0
                                  ? counted(basis.entries, "sampled entry", "sampled entries")
                                  : counted(basis.entries, "entry", "entries");
  return entries + " in " + counted(basis.categories, "category", "categories");
}

}  // namespace

std::string score_title(std::string_view leaderboard) {
  return leaderboard == kOwnScore ? "accuracy" : "overall " + std::string(leaderboard);
}

std::string score_heading(std::string_view leaderboard) {
  std::string text = score_title(leaderboard);
  text.front() = uppered(text.front());
  return text;
}

std::string score_heading_alone(std::string_view leaderboard) {
  return leaderboard == kOwnScore ? score_heading(leaderboard)
                                  : "BFCL " + std::string(leaderboard) + " overall";
}

std::string_view basis_name(BasisKind kind) {
  for (const auto& [known, name] : kNames) {
    if (known == kind) return name;
  }
  return {};
}

std::optional<BasisKind> find_basis(std::string_view name) {
  for (const auto& [kind, known] : kNames) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::string basis_text(const ScoreBasis& basis) {
  std::string all = "all " + counted(basis.categories, "category", "categories");
  if (basis.categories == 1) all = "its only category";
  if (basis.categories == 2) all = "both categories";
  // With tags a part of the categories may have all of the weight.
  if (basis.tag_weights && !basis.missing.empty()) {
    all = std::to_string(basis.categories) + " of " +
          counted(basis.categories + basis.missing.size(), "category", "categories");
  }
  const bool is_covered = basis.missing.empty() || (basis.tag_weights && basis.weight >= 1);
  std::string text;
  switch (basis.kind) {
    case BasisKind::kComplete:
      text = all;
      break;
    case BasisKind::kPartial:
      text = is_covered ? all : percent_of_weight(basis, "covers ", "its");
      break;
    case BasisKind::kShared:
      text =
          basis.runs == 2 ? "both runs have" : "all " + std::to_string(basis.runs) + " runs have";
      text = basis.categories == 0
                 ? (basis.uncommon.empty() ? "no category that " : "no entry that ") + text
                 : "over the " + shared_size(basis) + " that " + text + ", " +
                       percent_of_weight(basis, "", "these");
      break;
    case BasisKind::kMissingAsZero:
      text = is_covered ? all
                        : (basis.tag_weights ? "missing tags" : "missing categories") +
                              (" count as 0, " + percent_of_weight(basis, "covers ", "the other"));
      break;
  }
  if (basis.sample > 0 && basis.kind != BasisKind::kShared) {
    text += ", sample of " + counted(basis.sample, "entry", "entries");
  }
  if (basis.missing_entries > 0) {
    text += ", " + grouped_digits(basis.missing_entries) + " of " +
            counted(basis.entries + basis.missing_entries, "entry", "entries") + " missing";
  }
  if (basis.malformed_entries > 0) {
    text +=
        ", " + counted(basis.malformed_entries, "entry", "entries") + " malformed in the dataset";
  }
  if (!basis.dataset.empty()) {
    text += (basis.some_older ? ", some generated for " : ", generated for ") + basis.dataset;
  }
  if (basis.tag_weights) {
    const bool said = text.find(" % of the weight") != std::string::npos;
    text += ", with tag weights";
    if (basis.weight < 1 && !said) text += ", " + percent_of_weight(basis, "covers ", "its");
  }
  return text + size_text(basis);
}

std::string basis_key(const ScoreBasis& basis) {
  std::string key = std::string(basis.leaderboard) + " " + std::string(basis_name(basis.kind));
  // What is missing from a whole run counts as 0, and complete runs have all entries.
  const bool some_entries =
      basis.kind == BasisKind::kPartial || basis.kind == BasisKind::kShared || basis.sample > 0;
  if (some_entries) key += " " + hex_of(basis.entry_set);
  if (basis.sample > 0) key += " sample " + std::to_string(basis.sample);
  if (!basis.dataset.empty()) key += (basis.some_older ? " some " : " ") + basis.dataset;
  if (basis.tag_weights) key += " tag weights";
  return key;
}

std::vector<JudgedRun> shared_entries(std::span<const ScoredRun> runs) {
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const ScoredRun& run : runs) {
    for (const JudgedEntry& entry : *run.judged) ++counts[entry.id];
  }
  std::vector<JudgedRun> shared;
  for (const ScoredRun& run : runs) {
    JudgedRun& one = shared.emplace_back();
    for (const JudgedEntry& entry : *run.judged) {
      if (counts[entry.id] == runs.size()) one.push_back(entry);
    }
  }
  return shared;
}

BasedScore own_score(const ScoredRun& run, const ScorePart& score, std::string_view leaderboard) {
  const RunScores::Covered covered = RunScores(*run.judged).covered(score);
  return score_over(basis_of(run, score, leaderboard), covered.estimate, covered.weight);
}

BasedScore score_missing_as_zero(const ScoredRun& run, const ScorePart& score,
                                 std::string_view leaderboard) {
  const RunScores::Covered covered = RunScores(*run.judged).covered(score);
  ScoreBasis basis = basis_of(run, score, leaderboard);
  basis.kind = BasisKind::kMissingAsZero;
  return score_over(std::move(basis), covered.estimate, 1);
}

namespace {

// The runs over what they share; themselves where each is complete, or there is but one.
struct SharedRuns {
  std::vector<JudgedRun> judged;
  std::vector<ScoredRun> runs;
  std::set<const Category*> in_all;  // categories that each run has entries of
  bool own = false;
  bool some_older = false;  // see ScoreBasis
};

// The older versions that the runs were generated for, and whether that is not the same for all.
struct Versions {
  std::string older;
  bool some = false;
};

Versions versions_of(std::span<const ScoredRun> runs) {
  std::set<std::string> found;
  for (const ScoredRun& run : runs) found.insert(run.dataset);
  Versions versions{{}, found.size() > 1};
  for (const std::string& version : found) {
    if (!version.empty()) versions.older += (versions.older.empty() ? "" : ", ") + version;
  }
  return versions;
}

std::set<const Category*> categories_in_all(std::span<const ScoredRun> runs) {
  std::map<const Category*, std::size_t> counts;
  for (const ScoredRun& run : runs) {
    std::set<const Category*> own;
    for (const JudgedEntry& entry : *run.judged) {
      if (own.insert(entry.category).second) ++counts[entry.category];
    }
  }
  std::set<const Category*> in_all;
  for (const auto& [category, count] : counts) {
    if (count == runs.size()) in_all.insert(category);
  }
  return in_all;
}

SharedRuns share(std::span<const ScoredRun> runs, const ScorePart& score,
                 std::string_view leaderboard) {
  SharedRuns shared{{}, {runs.begin(), runs.end()}, {}, true};
  const auto complete = [&](const ScoredRun& run) {
    return basis_of(run, score, leaderboard).kind == BasisKind::kComplete;
  };
  const Versions versions = versions_of(runs);
  if (runs.size() < 2) return shared;
  if (std::all_of(runs.begin(), runs.end(), complete) && !versions.some) return shared;
  shared.own = false;
  shared.judged = shared_entries(runs);
  shared.in_all = categories_in_all(runs);
  shared.some_older = versions.some;
  // What is shared with a sample is one.
  std::size_t sample = 0;
  for (const ScoredRun& run : runs) {
    if (run.sample > 0) sample = sample == 0 ? run.sample : std::min(sample, run.sample);
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    shared.runs[i].judged = &shared.judged[i];
    shared.runs[i].sample = sample;
    shared.runs[i].missing_entries = {};  // entries that one of them lacks are not shared
    shared.runs[i].dataset = versions.older;
  }
  return shared;
}

void set_shared(ScoreBasis& basis, const SharedRuns& shared) {
  basis.kind = BasisKind::kShared;
  basis.runs = shared.runs.size();
  basis.some_older = shared.some_older;
  // What all runs have is not missing, though the entries are others in each.
  std::vector<const Category*> missing;
  for (const Category* category : basis.missing) {
    (shared.in_all.count(category) > 0 ? basis.uncommon : missing).push_back(category);
  }
  basis.missing = std::move(missing);
}

}  // namespace

std::vector<BasedScore> shared_scores(std::span<const ScoredRun> runs, const ScorePart& score,
                                      std::string_view leaderboard) {
  const SharedRuns shared = share(runs, score, leaderboard);
  std::vector<BasedScore> scores;
  for (const ScoredRun& run : shared.runs) {
    scores.push_back(own_score(run, score, leaderboard));
    if (!shared.own) set_shared(scores.back().basis, shared);
  }
  return scores;
}

ScoreBasis shared_basis(std::span<const ScoredRun> runs, const ScorePart& score,
                        std::string_view leaderboard) {
  if (runs.empty()) return {};
  const SharedRuns shared = share(runs, score, leaderboard);
  ScoreBasis basis = basis_of(shared.runs.front(), score, leaderboard);
  if (!shared.own) set_shared(basis, shared);
  return basis;
}

namespace {

Value names_value(const std::vector<const Category*>& categories) {
  List names;
  for (const Category* category : categories) names.push_back(Value::str(category->name));
  return Value::list(std::move(names));
}

}  // namespace

Value basis_value(const ScoreBasis& basis) {
  Value value =
      dict_of({{"kind", basis_name(basis.kind)},
               {"leaderboard", basis.leaderboard},
               {"weight", basis.weight},
               {"missing", names_value(basis.missing)},
               {"categories", basis.categories},
               {"entries", basis.entries},
               {"missing_entries", basis.missing_entries},
               {"sample", basis.sample > 0 ? Value::integer(static_cast<std::int64_t>(basis.sample))
                                           : Value()},
               {"runs", basis.runs},
               {"dataset", basis.dataset.empty() ? Value() : Value::str(basis.dataset)},
               {"text", basis_text(basis)},
               {"key", basis_key(basis)}});
  if (basis.malformed_entries > 0) {
    value.mutable_dict().set("malformed_entries",
                             Value::integer(static_cast<std::int64_t>(basis.malformed_entries)));
  }
  if (!basis.uncommon.empty()) {
    value.mutable_dict().set("no_common_entries", names_value(basis.uncommon));
  }
  return value;
}

Value based_score_value(const BasedScore& score) {
  const bool any = score.value.has_value();
  return dict_of({{"value", any ? Value::real(*score.value) : Value()},
                  {"standard_error", any ? Value::real(score.standard_error) : Value()},
                  {"interval_95", any ? range_value(score.interval) : Value()},
                  {"basis", basis_value(score.basis)}});
}

}  // namespace bfclx

// Statistics of judged runs, without state: comparisons as `bfclx compare` makes them, overall
// scores by every version of the leaderboard, and the compositions of these.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/api/arguments.h"
#include "core/base/suggest.h"
#include "core/statistics/comparison.h"
#include "core/statistics/overall.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

using Version = NamedVersion;

Result<Version> version_argument(const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(std::string name, optional_text(arguments, "leaderboard"));
  if (name.empty()) name = "v4";
  std::vector<std::string_view> names;
  for (const Version& version : leaderboard_versions()) {
    if (version.name == name) return version;
    names.push_back(version.name);
  }
  return call_error(kinds::kUnknown, "there is no version `" + name + "` of the leaderboard." +
                                         did_you_mean(name, names));
}

Error wrong(std::string message) { return call_error(kinds::kArgument, std::move(message)); }

// --- Runs ---------------------------------------------------------------------------------------

// A run as it was given; entries are views into the arguments.
struct GivenRun {
  std::string name;
  JudgedRun judged;
};

// The text at `index` of a list; nullopt when there is none.
std::optional<std::string_view> text_at(const Value* list, std::size_t index) {
  if (list == nullptr || !list->is_list() || index >= list->items().size()) return std::nullopt;
  const Value& item = list->items()[index];
  return item.is_str() ? std::optional(item.as_str()) : std::nullopt;
}

Status add_category(GivenRun& run, const Category& category, const Value& given) {
  const std::string where = " of " + std::string(category.name) + " in `" + run.name + "`";
  const Value* ids = find_member(given, "ids");
  const std::string_view right = find_text(given, "right");
  const Value* errors = find_member(given, "error_types");
  if (ids == nullptr || !ids->is_list()) return wrong("`ids`" + where + " must be a list of texts");
  if (right.size() != ids->items().size() ||
      right.find_first_not_of("01") != std::string_view::npos) {
    return wrong("`right`" + where + " must be a text with a 0 or 1 for each of its " +
                 std::to_string(ids->items().size()) + " ids");
  }
  std::size_t failed = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    const std::optional<std::string_view> id = text_at(ids, i);
    if (!id) return wrong("`ids`" + where + " must be a list of texts");
    if (category_of_id(*id) != &category) {
      return call_error(kinds::kUnknown, "`" + std::string(*id) + "` in `" + run.name +
                                             "` is no id of " + std::string(category.name));
    }
    JudgedEntry entry{*id, &category, right[i] == '1', {}};
    if (!entry.right && errors != nullptr && !errors->is_none()) {
      const std::optional<std::string_view> error = text_at(errors, failed++);
      if (!error)
        return wrong("`error_types`" + where + " must be a list of texts, one for each 0");
      entry.error_type = *error;
    }
    run.judged.push_back(entry);
  }
  return {};
}

Status check_unique(const GivenRun& run) {
  std::set<std::string_view> seen;
  for (const JudgedEntry& entry : run.judged) {
    if (!seen.insert(entry.id).second) {
      return wrong("`" + std::string(entry.id) + "` stands twice in `" + run.name + "`");
    }
  }
  return {};
}

Result<std::vector<GivenRun>> runs_argument(const Value& arguments) {
  const Value* given = find_member(arguments, "runs");
  if (given == nullptr || !given->is_list()) return wrong("`runs` must be a list of runs");
  std::vector<GivenRun> runs;
  for (const Value& one : given->items()) {
    GivenRun run;
    BFCLX_ASSIGN_OR_RETURN(run.name, text_argument(one, "name"));
    const Value* entries = find_member(one, "entries");
    if (entries == nullptr || !entries->is_dict()) {
      return wrong("`entries` of `" + run.name + "` must be an object of categories");
    }
    for (const auto& [key, of_category] : entries->as_dict()) {
      const std::string_view name = key.is_str() ? key.as_str() : std::string_view();
      const Category* category = find_category(name);
      if (category == nullptr) {
        return call_error(kinds::kUnknown, "there is no category `" + std::string(name) +
                                               "` (in `" + run.name + "`)");
      }
      BFCLX_RETURN_IF_ERROR(add_category(run, *category, of_category));
    }
    BFCLX_RETURN_IF_ERROR(check_unique(run));
    runs.push_back(std::move(run));
  }
  return runs;
}

// --- Comparisons --------------------------------------------------------------------------------

constexpr std::int64_t kMostDraws = 1000000;

Result<ComparisonOptions> options_argument(const Value& arguments) {
  ComparisonOptions options;
  const Value* draws = find_member(arguments, "draws");
  if (draws != nullptr && !draws->is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t number, number_argument(arguments, "draws", 100));
    if (number > kMostDraws) {
      return wrong("`draws` must be at most " + std::to_string(kMostDraws));
    }
    options.replicates = static_cast<std::size_t>(number);
  }
  const Value* seed = find_member(arguments, "seed");
  if (seed != nullptr && !seed->is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t number, number_argument(arguments, "seed", 0));
    options.seed = static_cast<std::uint64_t>(number);
  }
  return options;
}

Result<Value> compare_call(Module&, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const Version version, version_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const ComparisonOptions options, options_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::vector<GivenRun> runs, runs_argument(arguments));
  if (runs.empty()) return wrong("`runs` must hold a run or more");
  const std::vector<CategoryWeight> weights = category_weights(overall_score(version.version));
  List comparisons;
  std::vector<const JudgedRun*> all;
  for (const GivenRun& run : runs) {
    all.push_back(&run.judged);
    if (&run == &runs.front()) continue;
    Value one = comparison_value(compare_runs(runs.front().judged, run.judged, weights, options));
    one.mutable_dict().set("a", Value::str(runs.front().name));
    one.mutable_dict().set("b", Value::str(run.name));
    comparisons.push_back(std::move(one));
  }
  return dict_of({{"leaderboard", version.name},
                  {"replicates", options.replicates},
                  {"seed", static_cast<std::size_t>(options.seed)},
                  {"comparisons", Value::list(std::move(comparisons))},
                  {"ranking", ranking_value(rank_runs(all, weights, options))}});
}

// --- Overall scores -----------------------------------------------------------------------------

// Its own score, with other weights of its parts.
struct Weighted {
  std::vector<ScorePart> parts;
  ScorePart score;
};

Result<Weighted> weights_argument(const Value& arguments, const ScorePart& overall) {
  Weighted weighted{{}, overall};
  const Value* given = find_member(arguments, "weights");
  if (given == nullptr || given->is_none()) return weighted;
  if (!given->is_dict()) return wrong("`weights` must be an object of numbers by part");
  for (const auto& [key, value] : given->as_dict()) {
    const std::string_view name = key.is_str() ? key.as_str() : std::string_view();
    const double weight = value.is_float()       ? value.as_float()
                          : value.is_small_int() ? static_cast<double>(value.as_int64())
                                                 : -1;
    const auto of_name = [&](const ScorePart& part) { return part.name == name; };
    const auto place = std::find_if(overall.parts.begin(), overall.parts.end(), of_name);
    if (place == overall.parts.end()) {
      return call_error(kinds::kUnknown, "`weights` names `" + std::string(name) +
                                             "`, which is no part of the overall score");
    }
    if (!(weight >= 0 && weight <= 1e6)) {
      return wrong("the weight of `" + std::string(name) + "` must be a number from 0 to 1000000");
    }
    if (weight == 0) continue;
    weighted.parts.push_back(*place);
    weighted.parts.back().weight = weight;
  }
  if (weighted.parts.empty()) return wrong("`weights` must not all be 0");
  weighted.score.column = {};
  weighted.score.combining = Combining::kWeights;
  weighted.score.parts = weighted.parts;
  return weighted;
}

Value part_value(const PartScore& score) {
  const bool sure = score.complete() && score.standard_error.has_value();
  return dict_of({{"value", score.complete() ? Value::real(score.official) : Value()},
                  {"official", score.official},
                  {"standard_error", sure ? Value::real(*score.standard_error) : Value()},
                  {"interval_95", sure ? range_value(score.interval) : Value()},
                  {"missing", list_of_texts(score.missing)},
                  {"derived", score.derived}});
}

template <typename Scores>
void add_parts(Dict& parts, const ScorePart& score, const Scores& scores) {
  for (const ScorePart& part : score.parts) {
    parts.set(part.name, part_value(scores.of(part)));
    add_parts(parts, part, scores);
  }
}

// Runs and rows that are ranked together.
struct Ranked {
  Dict object;
  PartScore overall;
};

template <typename Scores>
Ranked scored(Dict object, const Version& version, const ScorePart& overall, const Scores& scores) {
  Ranked one{std::move(object), scores.of(overall)};
  Dict parts;
  add_parts(parts, overall_score(version.version), scores);
  for (const ScorePart& shown : shown_scores(version.version)) {
    parts.set(shown.name, part_value(scores.of(shown)));
  }
  one.object.set("overall", part_value(one.overall));
  one.object.set("parts", Value::dict(std::move(parts)));
  return one;
}

Result<TableRow> table_row(const Value& given) {
  if (!given.is_dict()) return wrong("`rows` must be a list of objects of shares by column");
  TableRow row;
  for (const auto& [key, value] : given.as_dict()) {
    std::optional<double> share;
    if (value.is_float()) share = value.as_float();
    if (value.is_small_int()) share = static_cast<double>(value.as_int64());
    if (!key.is_str() || (!share && !value.is_none()) || (share && !(*share >= 0 && *share <= 1))) {
      return wrong("`rows` must be a list of objects of shares from 0 to 1, or null, by column");
    }
    row.emplace(key.as_str(), share);
  }
  return row;
}

// Which of two runs is surely better, by the entries that both have; 0 when neither is.
class PairedOrder {
 public:
  PairedOrder(const std::vector<GivenRun>& runs, const ScorePart& overall)
      : runs_(runs), weights_(category_weights(overall)) {}
  int operator()(std::size_t i, std::size_t j) {
    if (i > j) return -(*this)(j, i);
    const auto [place, is_new] = known_.try_emplace({i, j}, 0);
    if (is_new) {
      const OverallComparison overall =
          compare_runs(runs_[i].judged, runs_[j].judged, weights_, {0, 1}).overall;
      place->second = sure_sign(-overall.difference, overall.standard_error);
    }
    return place->second;
  }

 private:
  const std::vector<GivenRun>& runs_;
  std::vector<CategoryWeight> weights_;
  std::map<std::pair<std::size_t, std::size_t>, int> known_;
};

// Sets the ranks of those that have a score. The first ones are the runs, in their order: they are
// compared entry by entry; anything else as measured apart.
void rank(std::vector<Ranked>& all, const std::vector<GivenRun>& runs, const ScorePart& overall) {
  std::vector<std::size_t> which;
  std::vector<double> scores;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].overall.complete()) continue;
    which.push_back(i);
    scores.push_back(all[i].overall.official);
  }
  PairedOrder paired(runs, overall);
  const auto surely = [&](std::size_t i, std::size_t j) {
    if (which[i] < runs.size() && which[j] < runs.size()) return paired(which[i], which[j]);
    const std::optional<double> a = all[which[i]].overall.standard_error;
    const std::optional<double> b = all[which[j]].overall.standard_error;
    return a && b ? sure_sign(scores[i] - scores[j], std::sqrt(*a * *a + *b * *b)) : 0;
  };
  const std::vector<RankRange> ranges = rank_ranges(scores, surely);
  for (Ranked& one : all) {
    for (const char* name : {"rank", "rank_low", "rank_high"}) one.object.set(name, Value());
  }
  const auto number = [](std::size_t count) {
    return Value::integer(static_cast<std::int64_t>(count));
  };
  for (std::size_t i = 0; i < which.size(); ++i) {
    Ranked& one = all[which[i]];
    one.object.set("rank", number(ranges[i].rank));
    if (!one.overall.standard_error) continue;
    one.object.set("rank_low", number(ranges[i].low));
    one.object.set("rank_high", number(ranges[i].high));
  }
}

List objects_of(std::vector<Ranked>& all, std::size_t from, std::size_t to) {
  List list;
  for (std::size_t i = from; i < to; ++i) list.push_back(Value::dict(std::move(all[i].object)));
  return list;
}

Result<Value> overall_scores_call(Module&, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const Version version, version_argument(arguments));
  const ScorePart& official = overall_score(version.version);
  BFCLX_ASSIGN_OR_RETURN(const Weighted weighted, weights_argument(arguments, official));
  BFCLX_ASSIGN_OR_RETURN(const std::vector<GivenRun> runs, runs_argument(arguments));
  std::vector<Ranked> all;
  for (const GivenRun& run : runs) {
    Dict object;
    object.set("name", Value::str(run.name));
    object.set("entries", Value::integer(static_cast<std::int64_t>(run.judged.size())));
    all.push_back(scored(std::move(object), version, weighted.score, RunScores(run.judged)));
  }
  const Value* rows = find_member(arguments, "rows");
  if (rows != nullptr && !rows->is_none() && !rows->is_list()) {
    return wrong("`rows` must be a list of objects of shares by column");
  }
  for (const Value& given : rows != nullptr && rows->is_list() ? rows->items() : List()) {
    BFCLX_ASSIGN_OR_RETURN(const TableRow row, table_row(given));
    all.push_back(scored({}, version, weighted.score, RowScores(official, row)));
  }
  rank(all, runs, weighted.score);
  return dict_of({{"leaderboard", version.name},
                  {"runs", Value::list(objects_of(all, 0, runs.size()))},
                  {"rows", Value::list(objects_of(all, runs.size(), all.size()))}});
}

// --- Compositions -------------------------------------------------------------------------------

std::string_view name_of(Combining combining) {
  switch (combining) {
    case Combining::kMean:
      return "mean";
    case Combining::kByEntries:
      return "by_entries";
    case Combining::kWeights:
      return "weights";
    case Combining::kCategory:
      break;
  }
  return "category";
}

Value tree_value(const ScorePart& score, double share) {
  List parts;
  for (const ScorePart& part : score.parts) {
    parts.push_back(tree_value(part, share_in(score, part)));
  }
  return dict_of({{"name", score.name},
                  {"column", score.column.empty() ? Value() : Value::str(score.column)},
                  {"combining", name_of(score.combining)},
                  {"weight", score.weight},
                  {"share", share},
                  {"parts", Value::list(std::move(parts))}});
}

Result<Value> leaderboards_call(Module&, const Value&, CallBytes&) {
  List versions;
  for (const Version& version : leaderboard_versions()) {
    List others;
    for (const ScorePart& shown : shown_scores(version.version)) {
      others.push_back(tree_value(shown, 0));
    }
    versions.push_back(dict_of({{"name", version.name},
                                {"overall", tree_value(overall_score(version.version), 1)},
                                {"apart", Value::list(std::move(others))}}));
  }
  return Value::list(std::move(versions));
}

constexpr Call kCalls[] = {
    {"compare", compare_call},
    {"overallScores", overall_scores_call},
    {"leaderboards", leaderboards_call},
};

}  // namespace

std::span<const Call> statistics_calls() { return kCalls; }

}  // namespace bfclx::api

#include "core/findings/run_warnings.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/counted.h"
#include "core/base/fnv.h"
#include "core/dataset/own_turns.h"
#include "core/findings/diagnosis_parts.h"
#include "core/findings/run_diagnosis.h"
#include "core/run/run_manifest.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

// Of one category.
struct Counts {
  std::size_t responses = 0;  // that count
  std::size_t errors = 0;
  std::size_t should_call = 0;
  std::size_t without_calls = 0;  // of these
  std::size_t calling = 0;
  std::size_t foreign = 0;
  std::map<std::uint64_t, std::size_t> names;  // of these
  std::size_t commonest = 0;
  std::size_t malformed = 0;
  std::size_t identical = 0;  // of should_call: the response that nearly all entries have
  std::size_t missing = 0;
};
using ByCategory = std::map<const Category*, Counts>;  // in the official order

// The hash of the response that nearly all entries of the run have; 0: there is none.
std::uint64_t common_text(std::span<const ResponseFacts> facts) {
  std::unordered_map<std::uint64_t, std::size_t> counts;
  std::size_t all = 0;
  for (const ResponseFacts& one : facts) {
    all += one.should_call ? 1 : 0;
    if (one.failed_text != 0) ++counts[one.failed_text];
  }
  for (const auto& [text, count] : counts) {
    if (diagnosis::is_identical(count, all)) return text;
  }
  return 0;
}

ByCategory count(const ModelRun& model, std::span<const ResponseFacts> facts) {
  ByCategory counts;
  const std::uint64_t common = common_text(facts);
  for (const CategoryRun& run : model.runs) counts[run.category].missing = run.missing.size();
  for (std::size_t i = 0; i < std::min(facts.size(), model.order.size()); ++i) {
    const Place& place = model.order[i];
    if (!place.scored) continue;
    const ScoredResponse& response = model.response(place);
    if (response.entry == nullptr || response.superseded) continue;
    Counts& of = counts[model.runs[place.part].category];
    ++of.responses;
    of.errors += facts[i].generation_error ? 1 : 0;
    of.should_call += facts[i].should_call ? 1 : 0;
    of.malformed += facts[i].malformed_arguments ? 1 : 0;
    // Malformed arguments tell why there is no call.
    of.without_calls += facts[i].calls_nothing && !facts[i].malformed_arguments ? 1 : 0;
    of.identical += common != 0 && facts[i].failed_text == common ? 1 : 0;
    of.calling += facts[i].has_calls ? 1 : 0;
    if (!facts[i].foreign_calls) continue;
    ++of.foreign;
    of.commonest = std::max(of.commonest, ++of.names[facts[i].called]);
  }
  return counts;
}

// A kind of warning: what it counts of a category, whether that distorts its accuracy, and the
// words for it, one and many.
struct Kind {
  std::string_view code;
  std::size_t (*count)(const Counts&);
  std::size_t (*of)(const Counts&);
  bool (*distorts)(const Counts&);
  std::string_view noun;
  std::string_view one;
  std::string_view many;
  std::string_view effect;
  std::string (*own_effect)(const RunWarning&) = nullptr;  // where it depends on the categories
  // Once a category is distorted, the number is that of the whole run.
  bool counts_all = false;
};

constexpr std::string_view kModelName = "model_name";
// Of the run as a whole: their text is not that of counts.
constexpr std::string_view kOfTheRun[] = {kMixedDecoders, kMixedSettings,  kDatasetVersion,
                                          kChangedTruth,  kStepLimit,      kFirstCallOnly,
                                          kModelName,     kIgnoredManifest};

constexpr bool is_a_share(std::size_t count, std::size_t of) {
  return count > 0 && count * kWarningShare >= of;
}

constexpr std::size_t kNamesShown = 4;

// "simple_python and multiple", "simple_python, multiple, parallel, live_simple and 2 more
// categories".
std::string names_of(std::span<const RunWarning::Part> parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size() && i < kNamesShown; ++i) {
    const bool last = i > 0 && i + 1 == parts.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + std::string(parts[i].category->name);
  }
  if (parts.size() > kNamesShown) {
    text += " and " + counted(parts.size() - kNamesShown, "more category", "more categories");
  }
  return text;
}

// Entries that are all missing give no accuracy.
std::string effect_of_missing(const RunWarning& warning) {
  std::vector<RunWarning::Part> without;
  for (const RunWarning::Part& part : warning.categories) {
    if (part.count == part.of) without.push_back(part);
  }
  const std::string none =
      names_of(without) + (without.size() == 1 ? " has" : " have") + " no accuracy";
  if (without.size() == warning.categories.size()) {
    return without.size() == 1 ? "it has no accuracy" : "they have no accuracy";
  }
  const std::string others =
      "the accuracy there covers the other " + grouped_digits(warning.of - warning.count);
  return without.empty() ? others : others + ", and " + none;
}

constexpr Kind kKinds[] = {
    {"inference_errors", [](const Counts& c) { return c.errors; },
     [](const Counts& c) { return c.responses; },
     [](const Counts& c) { return is_a_share(c.errors, c.responses); }, "responses",
     "is a generation error", "are generation errors",
     "the accuracy there does not measure the model"},
    {"not_decoded", [](const Counts& c) { return c.without_calls; },
     [](const Counts& c) { return c.should_call; },
     [](const Counts& c) { return diagnosis::is_not_decoded(c.without_calls, c.should_call); },
     "responses", "contains no call that the decoder can parse",
     "contain no call that the decoder can parse",
     "check their format before you rely on the accuracy there"},
    {"malformed_arguments", [](const Counts& c) { return c.malformed; },
     [](const Counts& c) { return c.responses; },
     [](const Counts& c) { return is_a_share(c.malformed, c.responses); }, "responses",
     "has call arguments that are not JSON", "have call arguments that are not JSON",
     "check the tool parser and the chat template before you rely on the accuracy there"},
    {"identical_responses", [](const Counts& c) { return c.identical; },
     [](const Counts& c) { return c.should_call; },
     [](const Counts& c) { return is_a_share(c.identical, c.should_call); }, "responses",
     "is the same as nearly all others", "are the same",
     "the accuracy there does not measure the model"},
    {"other_dataset", [](const Counts& c) { return c.foreign; },
     [](const Counts& c) { return c.calling; },
     [](const Counts& c) {
       return diagnosis::is_of_other_dataset(c.calling, c.foreign, c.commonest);
     },
     "responses with calls", "calls no function of its entry", "call no function of their entries",
     "they seem to be generated with another dataset"},
    {kMissingEntries,
     [](const Counts& c) { return c.missing; },
     [](const Counts& c) { return c.responses + c.missing; },
     [](const Counts& c) { return is_a_share(c.missing, c.responses + c.missing); },
     "entries",
     "is missing",
     "are missing",
     {},
     effect_of_missing,
     true},
};

std::string text_of(const Kind& kind, const RunWarning& warning) {
  return grouped_digits(warning.count) + " of " + grouped_digits(warning.of) + " " +
         std::string(kind.noun) + " in " + names_of(warning.categories) + " " +
         std::string(warning.count == 1 ? kind.one : kind.many) + "; " +
         (kind.own_effect != nullptr ? kind.own_effect(warning) : std::string(kind.effect));
}

constexpr std::size_t kDecodersShown = 3;

// A run that was continued in a folder of results for another decoder: the manifest tells.
std::optional<RunWarning> mixed_decoders(const ModelRun& model) {
  if (model.decoders.size() < 2 || model.settings.decoder == nullptr) return std::nullopt;
  const std::string_view used = model.settings.decoder->name;
  RunWarning warning;
  warning.kind = kMixedDecoders;
  bool known = true;
  std::vector<std::string_view> others;
  for (const GeneratedFor& one : model.decoders) {
    known = known && one.results > 0;
    warning.of += one.results;
    if (one.decoder == used) continue;
    warning.count += one.results;
    others.push_back(one.decoder);
  }
  if (!known) warning.count = warning.of = 0;
  // The manifest counts all results of the run, also where only some categories are scored.
  warning.text = "in all categories of " + std::string(kManifestFile) + ", " +
                 (known ? grouped_digits(warning.count) + " of " + grouped_digits(warning.of)
                        : std::string("some")) +
                 " results were generated for " +
                 (others.size() == 1 ? "another decoder" : "other decoders") + " (" +
                 first_of(others, kDecodersShown) + ") but are scored with " + std::string(used);
  return warning;
}

// A sentence behind a semicolon, without its full stop.
std::string as_clause(std::string_view sentence) {
  std::string clause(sentence.substr(0, sentence.size() - 1));
  clause[0] = static_cast<char>(clause[0] - 'A' + 'a');
  return clause;
}

// Of the run as a whole; none where there is no such text.
std::optional<RunWarning> fact(std::string_view kind, const std::string& text) {
  if (text.empty()) return std::nullopt;
  RunWarning warning;
  warning.kind = kind;
  warning.text = text;
  return warning;
}

std::optional<RunWarning> mixed_settings(const ModelRun& model) {
  if (model.mixed_settings.empty()) return std::nullopt;
  return fact(kMixedSettings,
              "the results were generated with different settings: " + model.mixed_settings);
}

std::optional<RunWarning> other_step_limit(const ModelRun& model) {
  const bool any = std::any_of(model.runs.begin(), model.runs.end(), [](const CategoryRun& run) {
    return is_episode(*run.category) && !run.responses.empty();
  });
  if (model.max_steps == 0 || !any) return std::nullopt;
  return fact(kStepLimit, "episodes were generated with a step limit of " +
                              grouped_digits(model.max_steps) + " instead of the official 20");
}

std::optional<RunWarning> first_call_only(const ModelRun& model) {
  if (!model.first_call_only) return std::nullopt;
  return fact(kFirstCallOnly,
              "responses were ended after their first call (--first-call-only), so parallel calls "
              "are missing");
}

}  // namespace

ResponseFacts response_facts(const ModelRun& model, std::size_t index) {
  ResponseFacts facts;
  const Place& place = model.order[index];
  const ScoredResponse& response = model.response(place);
  const Category& category = *model.runs[place.part].category;
  if (response.entry == nullptr || response.superseded) return facts;
  facts.generation_error = diagnosis::is_inference_error(response.response);
  if (facts.generation_error) return facts;
  DiagnosedResponse diagnosed;
  diagnosed.entry = response.entry;
  diagnosed.category = &category;
  diagnosed.response = &response.response;
  diagnosed.verdict = is_episode(category) ? nullptr : &response.verdict;
  facts.should_call = diagnosis::should_call(diagnosed);
  facts.malformed_arguments = diagnosis::has_malformed_arguments(diagnosed);
  facts.failed_text = diagnosis::failed_text(diagnosed);
  facts.calls_nothing = model.settings.decoder != nullptr &&
                        diagnosis::calls_nothing(diagnosed, *model.settings.decoder);
  const diagnosis::OfferedCalls calls = diagnosis::offered_calls(diagnosed);
  facts.has_calls = calls != diagnosis::OfferedCalls::kNone;
  facts.foreign_calls = calls == diagnosis::OfferedCalls::kForeign;
  if (facts.foreign_calls) facts.called = fnv1a(diagnosis::first_called(diagnosed));
  return facts;
}

std::vector<RunWarning> manifest_facts(const ModelRun& model) {
  std::vector<RunWarning> facts;
  for (std::optional<RunWarning> one :
       {fact(kDatasetVersion, model.dataset_problem), mixed_decoders(model), mixed_settings(model),
        other_step_limit(model), first_call_only(model),
        fact(kChangedTruth, model.changed_truth)}) {
    if (one) facts.push_back(std::move(*one));
  }
  return facts;
}

std::string_view manifest_advice(std::string_view benchmark, std::string_view kind) {
  if (kind == kDatasetVersion && !benchmark.empty()) {
    return "Pass the folder of that benchmark with --dataset, or regenerate.";
  }
  if (kind == kDatasetVersion) return "Score with that dataset or regenerate.";
  if (kind == kMixedSettings) return "Regenerate them with the same settings.";
  if (kind == kChangedTruth) {
    return "Verdicts use the ground truth of today, so earlier scores differ.";
  }
  if (kind == kStepLimit || kind == kFirstCallOnly) {
    return "Their accuracies cannot be compared with a leaderboard.";
  }
  return "Regenerate them before you rely on the accuracy.";
}

std::string dataset_warning(std::string_view problem, std::string_view benchmark) {
  return std::string(problem) + "; " + as_clause(manifest_advice(benchmark, kDatasetVersion));
}

std::vector<RunWarning> run_warnings(const ModelRun& model, std::span<const ResponseFacts> facts) {
  const ByCategory counts = count(model, facts);
  std::vector<RunWarning> warnings;
  for (const Kind& kind : kKinds) {
    RunWarning warning;
    warning.kind = kind.code;
    const bool any = std::any_of(counts.begin(), counts.end(),
                                 [&](const auto& one) { return kind.distorts(one.second); });
    if (!any) continue;
    for (const auto& [category, of] : counts) {
      const bool told = kind.counts_all ? kind.count(of) > 0 : kind.distorts(of);
      if (!told) continue;
      warning.categories.push_back({category, kind.count(of), kind.of(of)});
      warning.count += kind.count(of);
      warning.of += kind.of(of);
    }
    warning.text = text_of(kind, warning);
    warnings.push_back(std::move(warning));
  }
  for (RunWarning& warning : manifest_facts(model)) {
    warning.text += "; " + as_clause(manifest_advice(model.benchmark, warning.kind));
    // Another dataset explains what is counted above.
    const bool first = warning.kind == kDatasetVersion;
    warnings.insert(first ? warnings.begin() : warnings.end(), std::move(warning));
  }
  const bool multi_turn = std::any_of(counts.begin(), counts.end(), [](const auto& one) {
    return one.second.responses > 0 && is_simulated(*one.first);
  });
  if (multi_turn && !makes_python_name(model.settings.model_name)) {
    RunWarning& warning = warnings.emplace_back();
    warning.kind = kModelName;
    warning.text = "the " + model_name_text(model.settings.model_name) +
                   ". Rename the folder: a letter first, then letters, digits, - and _";
  }
  if (!model.manifest_problem.empty()) {
    RunWarning& warning = warnings.emplace_back();
    warning.kind = kIgnoredManifest;
    warning.text = std::string(kManifestFile) + ": " + model.manifest_problem;
  }
  return warnings;
}

bool affects_comparison(const RunWarning& warning) {
  return warning.kind != kMissingEntries && warning.kind != kIgnoredManifest &&
         warning.kind != kChangedTruth;
}

std::vector<Distortion> distortions_of(std::span<const RunWarning> warnings) {
  std::vector<Distortion> distortions;
  for (const RunWarning& warning : warnings) {
    if (!affects_comparison(warning)) continue;
    Distortion& one = distortions.emplace_back();
    for (const RunWarning::Part& part : warning.categories) one.categories.push_back(part.category);
  }
  return distortions;
}

Value warning_value(std::string_view run, const RunWarning& warning) {
  List categories;
  for (const RunWarning::Part& part : warning.categories) {
    categories.push_back(
        dict_of({{"category", part.category->name}, {"count", part.count}, {"of", part.of}}));
  }
  return dict_of({{"run", Value::str(sanitize_utf8(run))},
                  {"kind", warning.kind},
                  {"count", warning.count},
                  {"of", warning.of},
                  {"categories", Value::list(std::move(categories))},
                  {"text", warning.text},
                  {"affects_comparison", affects_comparison(warning)}});
}

std::optional<RunWarning> warning_of(const Value& value) {
  const auto count_of = [](const Value& object, std::string_view name, std::size_t& count) {
    const Value* found = find_member(object, name);
    if (found == nullptr || !found->is_small_int() || found->as_int64() < 0) return false;
    count = static_cast<std::size_t>(found->as_int64());
    return true;
  };
  RunWarning warning;
  warning.text = find_text(value, "text");
  const Value* categories = find_member(value, "categories");
  if (!count_of(value, "count", warning.count) || !count_of(value, "of", warning.of) ||
      warning.text.empty() || categories == nullptr || !categories->is_list()) {
    return std::nullopt;
  }
  RunWarning::Part sum;
  for (const Value& one : categories->items()) {
    RunWarning::Part& part = warning.categories.emplace_back();
    part.category = find_category(find_text(one, "category"));
    if (part.category == nullptr || !count_of(one, "count", part.count) ||
        !count_of(one, "of", part.of) || part.count > part.of) {
      return std::nullopt;
    }
    sum.count += part.count;
    sum.of += part.of;
  }
  const std::string_view name = find_text(value, "kind");
  for (const Kind& kind : kKinds) {
    if (kind.code != name) continue;
    warning.kind = kind.code;
    const bool fits = warning.count > 0 && warning.count == sum.count && warning.of == sum.of &&
                      warning.text == text_of(kind, warning);
    return fits ? std::optional(std::move(warning)) : std::nullopt;
  }
  for (const std::string_view known : kOfTheRun) {
    if (known != name || !warning.categories.empty()) continue;
    warning.kind = known;
    return warning;
  }
  return std::nullopt;
}

}  // namespace bfclx

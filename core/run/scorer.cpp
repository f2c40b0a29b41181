#include "core/run/scorer.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/base/text.h"
#include "core/check/judge.h"
#include "core/check/rules.h"
#include "core/checker/own_match.h"
#include "core/dataset/own_turns.h"
#include "core/decode/auto_decoder.h"
#include "core/decode/choice_memo.h"
#include "core/run/own_turns_score.h"
#include "core/value/dict.h"

namespace bfclx {

namespace {

// The prompt configuration stands in the id, "format_sensitivity_7:ret_fmt=json&tool_call_tag=True&
// ...:live_parallel_3-0-2", and the last part stands for the category
// (eval_runner.py:format_sensitivity_runner, ast_checker.py:ast_checker).
DecodeOptions format_sensitivity_options(const Entry& entry) {
  const std::string_view id = entry.id;
  static constexpr std::pair<std::string_view, ReturnFormat> kFormats[] = {
      {"ret_fmt=json&", ReturnFormat::kJson},
      {"ret_fmt=verbose_xml&", ReturnFormat::kVerboseXml},
      {"ret_fmt=concise_xml&", ReturnFormat::kConciseXml},
  };
  DecodeOptions options;
  const std::size_t first = id.find(':');
  const std::size_t last = id.rfind(':');
  const std::string_view configuration = id.substr(first + 1, last - first - 1);
  for (const auto& [text, format] : kFormats) {
    if (configuration.substr(0, text.size()) == text) options.format = format;
  }
  options.has_tool_call_tag = contains(configuration, "&tool_call_tag=True&");
  return options;
}

// Names of the functions that an entry offers; true when one of them has a dot.
bool append_known_names(const Entry& entry, std::vector<std::string_view>& names) {
  bool dotted = false;
  if (!entry.functions().is_list()) return false;
  for (const Value& function : entry.functions().items()) {
    if (!function.is_dict()) continue;
    const Value* name = function.as_dict().find("name");
    if (name == nullptr || !name->is_str()) continue;
    dotted = dotted || contains(name->as_str(), ".");
    names.push_back(name->as_str());
  }
  return dotted;
}

// What a decoder reads: of an episode each step, else the whole response. Those of
// format_sensitivity are left out: what they look like was asked of them.
// False for one of these.
bool append_sample(const Response& response, std::vector<const Value*>& sample) {
  const Category* category = category_of_id(response.id);
  if (category != nullptr && category->varies_prompts) return false;
  const bool is_episode = category != nullptr && (category->judging == Judging::kMultiTurn ||
                                                  category->judging == Judging::kAgentic);
  if (!is_episode || !response.result.is_list()) {
    sample.push_back(&response.result);
    return true;
  }
  for (const Value& turn : response.result.items()) {
    if (!turn.is_list()) {
      // A turn of one step, written without its list.
      if (is_own_turns(*category)) sample.push_back(&turn);
      continue;
    }
    for (const Value& step : turn.items()) sample.push_back(&step);
  }
  return true;
}

const Decoder* registered_decoder(const SettingsRequest& request) {
  if (request.model == nullptr) return nullptr;
  return find_decoder_for_handler(request.model->decode_ast_class, request.model->is_fc_model);
}

// A run that was made in another way than the registry's has other names too.
bool dots_are_registered(const SettingsRequest& request) {
  if (request.model == nullptr) return false;
  const bool by_manifest = request.decoder == nullptr && request.made_with != nullptr;
  return !by_manifest || request.made_with == registered_decoder(request);
}

// How the names of the responses spell dots.
bool choose_underscore_to_dot(const Dataset& dataset, std::span<const Response* const> responses,
                              const Decoder& decoder, ChoiceMemo* memo) {
  DotDetection dots(decoder, memo);
  for (const Response* response : responses) dots.add(dataset.find(response->id), response->result);
  return dots.underscore_to_dot();
}

}  // namespace

DecodeOptions decode_options_of(const Entry& entry) {
  const Category& category = *entry.category;
  if (category.varies_prompts) return format_sensitivity_options(entry);
  DecodeOptions options;
  if (category.judging == Judging::kCalls) options.format = format_of_language(category.language);
  return options;
}

void DotDetection::add(const Entry* entry, const Value& response) {
  // Enough to see how a model spells dots, and little next to a whole run.
  constexpr std::size_t kMostTried = 400;
  if (tried_ == kMostTried || entry == nullptr || entry->category->judging != Judging::kCalls) {
    return;
  }
  if (!append_known_names(*entry, known_)) return;
  ++tried_;
  const DecodeOptions options = decode_options_of(*entry);
  const std::vector<std::string> names = memo_ != nullptr
                                             ? memo_->names_of(response, decoder_, options)
                                             : called_names(response, decoder_, options);
  seen_.insert(seen_.end(), names.begin(), names.end());
}

bool DotDetection::underscore_to_dot() const {
  const std::vector<std::string_view> views(seen_.begin(), seen_.end());
  return decide_underscore_to_dot(views, known_).underscore_to_dot;
}

ReturnFormat format_of_language(Language language) {
  switch (language) {
    case Language::kJava:
      return ReturnFormat::kJava;
    case Language::kJavaScript:
      return ReturnFormat::kJavaScript;
    case Language::kPython:
      break;
  }
  return ReturnFormat::kPython;
}

Verdict score(const Entry& entry, const Value& response, const Decoder& decoder,
              bool underscore_to_dot) {
  DecodeOptions options = decode_options_of(entry);
  Budget budget;
  options.budget = &budget;
  Result<Value> decoded = decoder.decode_ast(response, options);
  switch (entry.category->judging) {
    case Judging::kRelevance:
      return judge_relevance(std::move(decoded), true);
    case Judging::kIrrelevance:
      return judge_relevance(std::move(decoded), false);
    default: {
      if (decoded.ok() && entry.plan != nullptr && is_function_calling_format(*decoded) &&
          entry.plan->judge(*decoded, underscore_to_dot) == true) {
        Verdict verdict;
        verdict.valid = true;
        verdict.decoded = std::move(decoded).value();
        return verdict;
      }
      Verdict verdict = judge_entry_calls(entry, std::move(decoded), underscore_to_dot);
      clarify_undecoded(response, verdict);
      return verdict;
    }
  }
}

Verdict judge_entry_calls(const Entry& entry, Result<Value> calls, bool underscore_to_dot) {
  if (entry.own_match != nullptr) return entry.own_match->judge(calls, underscore_to_dot);
  const AstCheck check{entry.category->language, entry.call_count(), underscore_to_dot};
  return judge_calls(entry.functions(), entry.ground_truth, check, std::move(calls));
}

bool is_valid(const Entry& entry, std::string_view response, const Decoder& decoder,
              bool underscore_to_dot) {
  // Of format_sensitivity every entry asks for a form of its own.
  if (entry.plan != nullptr && decoder.calls_text != nullptr && !entry.category->varies_prompts) {
    std::string storage;
    const std::optional<bool> known =
        entry.plan->judge_text(decoder.calls_text(response, storage), underscore_to_dot);
    if (known) return *known;
  }
  return score(entry, Value::str(response), decoder, underscore_to_dot).valid;
}

EpisodeVerdict score_episode(const Entry& entry, const Value& response,
                             const RunSettings& settings) {
  if (is_own_turns(*entry.category)) return score_own_turns(entry, response, settings);
  static const Value kNothing;
  const auto member = [&](std::string_view name) {
    const Value* value = entry.data.is_dict() ? entry.data.as_dict().find(name) : nullptr;
    return value != nullptr ? value : &kNothing;
  };
  EpisodeTask task;
  task.id = entry.id;
  task.model_name = settings.model_name;
  task.initial_config = member("initial_config");
  task.involved_classes = member("involved_classes");
  task.ground_truth = &entry.ground_truth;
  task.long_context = entry.category->long_context;
  task.tables = settings.long_context;
  task.today = settings.today;
  Budget budget;
  task.budget = &budget;
  DecodeOptions options;
  options.budget = &budget;
  return judge_episode(task, response, [&](const Value& step) {
    return settings.decoder->decode_execute(step, options);
  });
}

AgenticVerdict score_agentic(const Entry& entry, const Value& response, const Decoder& decoder) {
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  return judge_agentic(response, entry.ground_truth,
                       [&](const Value& step) { return decoder.decode_execute(step, options); });
}

ExecutableVerdict score_executable(const Entry& entry, const Value& response,
                                   const RunSettings& settings) {
  static const EffectStore kNoAnswers;
  const ExecutableSettings& given = settings.executable;
  const bool off = given.network == Network::kOff || given.answers == nullptr;
  ExecutableTask task;
  task.ground_truth = &entry.ground_truth;
  task.match_types = &entry.match_types;
  task.rest_call = entry.truth_call;
  task.is_rest = is_rest(*entry.category);
  task.is_simple = entry.category->count == CallCount::kSimple;
  task.answers = off ? &kNoAnswers : given.answers;
  task.matching = given.matching;
  task.official = given.official;
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  ExecutableVerdict result =
      judge_executable(task, settings.decoder->decode_execute(response, options));
  if (!result.verdict.valid && result.skip == Skip::kNone) {
    result.impossible = truth_failure(task);
  }
  const bool unanswered =
      result.skip == Skip::kNotInCassette || result.skip == Skip::kNoGroundTruth;
  if (!unanswered) return result;
  if (off) {
    result.skip = Skip::kNoNetwork;
  } else if (given.network == Network::kLive) {
    // A request that the network was not asked for: without a key, or to a place not to be asked.
    const bool keyless = std::find(given.missing_keys.begin(), given.missing_keys.end(),
                                   result.variable) != given.missing_keys.end();
    result.skip = keyless ? Skip::kNoCredentials : Skip::kUnsupported;
  }
  return result;
}

void score_response(ScoredResponse& response, const RunSettings& settings) {
  if (response.entry == nullptr) return;
  const std::vector<std::string>& lost = settings.out_of_memory;
  if (std::find(lost.begin(), lost.end(), response.id) != lost.end())
    return set_out_of_memory(response);
  switch (response.entry->category->judging) {
    case Judging::kMultiTurn:
      response.episode = std::make_unique<EpisodeVerdict>(
          score_episode(*response.entry, response.response, settings));
      response.verdict = std::move(response.episode->verdict);
      return;
    case Judging::kAgentic:
      response.agentic = std::make_unique<AgenticVerdict>(
          score_agentic(*response.entry, response.response, *settings.decoder));
      response.verdict = std::move(response.agentic->verdict);
      return;
    case Judging::kExecutable:
      response.executable = std::make_unique<ExecutableVerdict>(
          score_executable(*response.entry, response.response, settings));
      response.verdict = std::move(response.executable->verdict);
      return;
    default:
      response.verdict =
          score(*response.entry, response.response, *settings.decoder, settings.underscore_to_dot);
  }
}

void set_out_of_memory(ScoredResponse& response) {
  response.episode.reset();
  response.agentic.reset();
  response.executable.reset();
  Verdict verdict;
  verdict.error_type = kOutOfMemory;
  const Value text = Value::str("out of memory");
  const Judging judging =
      response.entry != nullptr ? response.entry->category->judging : Judging::kCalls;
  if (judging == Judging::kMultiTurn || judging == Judging::kAgentic) {
    // Official errors of these are dicts.
    verdict.error = Value::dict();
    verdict.error.mutable_dict().set("error_message", text);
    verdict.error.mutable_dict().set("error_type", Value::str(verdict.error_type));
  } else {
    verdict.error = Value::list({text});
  }
  verdict.why = Reason{.rule = rules::kOutOfMemory,
                       .path = {},
                       .expected = {},
                       .found = {},
                       .text = "Not enough memory to judge the entry."};
  response.verdict = std::move(verdict);
}

std::string_view dots_text(bool underscore_to_dot) {
  return underscore_to_dot ? "function names use `_` for `.`" : "function names keep `.`";
}

RunSettings choose_settings(const Dataset& dataset, std::span<const ResultFile* const> files,
                            const SettingsRequest& request) {
  std::vector<const Response*> responses;
  for (const ResultFile* file : files) {
    for (const Response& response : file->responses) responses.push_back(&response);
  }
  return choose_settings(dataset, responses, request);
}

bool must_detect(const SettingsRequest& request) {
  if (request.decoder == nullptr && request.made_with == nullptr &&
      registered_decoder(request) == nullptr) {
    return true;
  }
  return !request.underscore_to_dot.has_value() && !dots_are_registered(request);
}

RunSettings choose_settings(const Dataset& dataset, std::span<const Response* const> responses,
                            const SettingsRequest& request) {
  ChoiceMemo* memo = request.memo;
  RunSettings settings;
  const Decoder* registered = registered_decoder(request);
  if (request.decoder != nullptr) {
    settings.decoder = request.decoder;
    settings.decoder_reason = "given";
  } else if (request.made_with != nullptr) {
    settings.decoder = request.made_with;
    settings.decoder_from = SettingSource::kManifest;
    settings.decoder_reason = "manifest of the run";
  } else if (registered != nullptr) {
    settings.decoder = registered;
    settings.decoder_from = SettingSource::kRegistry;
    settings.decoder_reason = "registry: " + request.model->name;
  } else {
    settings.decoder_from = SettingSource::kDetected;
    std::vector<const Value*> sample;
    bool any_other = responses.empty();
    for (const Response* response : responses) any_other |= append_sample(*response, sample);
    if (!any_other) {
      settings.decoder = find_decoder("prompting");
      settings.decoder_reason = "auto-detected: format_sensitivity uses prompt mode";
    } else {
      AutoChoice choice = choose_decoder(sample, memo);
      settings.decoder = choice.decoder;
      settings.decoder_reason = "auto-detected: " + choice.reason;
      settings.confidence = choice.confidence;
    }
  }
  if (request.underscore_to_dot.has_value()) {
    settings.underscore_to_dot = *request.underscore_to_dot;
    settings.underscore_reason = "given";
  } else if (dots_are_registered(request)) {
    settings.underscore_to_dot = request.model->underscore_to_dot;
    settings.underscore_from = SettingSource::kRegistry;
    settings.underscore_reason = "registry: " + request.model->name;
  } else {
    settings.underscore_to_dot =
        choose_underscore_to_dot(dataset, responses, *settings.decoder, memo);
    settings.underscore_from = SettingSource::kDetected;
    settings.underscore_reason = "auto-detected: from the responses";
  }
  return settings;
}

CategoryRun match_responses(const Dataset& dataset, const Category& category, ResultFile file) {
  CategoryRun run;
  run.category = &category;
  run.problems = std::move(file.problems);
  run.responses.reserve(file.responses.size());
  std::unordered_map<const Entry*, std::size_t> newest;
  for (Response& response : file.responses) {
    ScoredResponse scored;
    scored.line = response.line;
    scored.response = std::move(response.result);
    const Entry* entry = dataset.find(response.id);
    if (entry != nullptr && entry->category == &category) scored.entry = entry;
    scored.id = std::move(response.id);
    if (scored.entry != nullptr) {
      auto [place, is_new] = newest.try_emplace(scored.entry, run.responses.size());
      if (!is_new) {
        run.responses[place->second].superseded = true;
        place->second = run.responses.size();
      }
    }
    run.responses.push_back(std::move(scored));
  }
  run.malformed = dataset.malformed_entries(category);
  for (const Entry& entry : dataset.entries(category)) {
    if (newest.find(&entry) == newest.end()) run.missing.push_back(&entry);
  }
  return run;
}

std::size_t CategorySummary::skipped_in_all() const {
  return std::accumulate(skipped.begin(), skipped.end(), std::size_t{0});
}

CategorySummary summarize(const CategoryRun& run) {
  CategorySummary summary;
  summary.category = run.category;
  summary.missing = run.missing.size();
  std::map<std::string, std::size_t> failures;
  for (const ScoredResponse& response : run.responses) {
    if (response.entry == nullptr) {
      ++summary.unknown;
    } else if (response.superseded) {
      ++summary.duplicates;
    } else if (response.skipped()) {
      ++summary.skipped[static_cast<std::size_t>(response.executable->skip)];
    } else {
      ++summary.entries;
      if (response.verdict.valid) {
        ++summary.right;
      } else {
        ++failures[response.verdict.error_type];
      }
    }
  }
  summary.total = summary.entries + summary.skipped_in_all() + summary.missing;
  for (const ResultProblem& problem : run.problems) summary.unusable += problem.fatal ? 1 : 0;
  for (const auto& [error_type, count] : failures) {
    summary.failures.push_back({error_type, count});
  }
  std::stable_sort(summary.failures.begin(), summary.failures.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  return summary;
}

}  // namespace bfclx

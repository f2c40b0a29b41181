#include "core/run/model_run.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/dataset/entry_id.h"
#include "core/run/naming.h"
#include "core/run/own_id_hints.h"
#include "core/run/run_sample.h"
#include "core/run/second_responses.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

void keep_unscored(ModelRun& model, const Category& category, std::string reason,
                   ResponseSorter::Part part) {
  const auto number = static_cast<std::uint32_t>(model.unscored.size());
  Unscored& unscored = model.unscored.emplace_back();
  unscored.category = &category;
  unscored.reason = std::move(reason);
  for (Response& response : part.results.responses) {
    const auto index = static_cast<std::uint32_t>(unscored.ids.size());
    Place& place = model.order[part.places[index]];
    place = {.scored = false, .part = number, .index = index, .file = place.file};
    unscored.ids.push_back(std::move(response.id));
    unscored.lines.push_back(response.line);
  }
}

void prepare_episodes(const DatasetFiles& dataset, const MatchRequest& request, ModelRun& model) {
  RunSettings& settings = model.settings;
  settings.model_name = request.model_name;
  settings.long_context = dataset.long_context();
  settings.today = request.today;
}

// Ids that the dataset lacks are problems of the input, one for each file.
void report_unknown(ModelRun& model) {
  struct Unknown {
    std::size_t count = 0;
    std::size_t responses = 0;
    const ScoredResponse* first = nullptr;
    const Category* category = nullptr;  // of the first
  };
  std::vector<Unknown> files(model.files.size());
  std::size_t unknown = 0;
  std::size_t all = 0;
  for (const Place& place : model.order) {
    if (!place.scored) continue;
    const ScoredResponse& response = model.response(place);
    Unknown& file = files[place.file];
    ++file.responses;
    ++all;
    if (response.entry != nullptr) continue;
    ++unknown;
    if (file.count++ > 0) continue;
    file.first = &response;
    file.category = model.runs[place.part].category;
  }
  const bool foreign = unknown > 1 && unknown > all - unknown;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Unknown& file = files[i];
    if (file.count == 0) continue;
    const bool of_all = foreign && file.count < unknown;  // one problem for all files
    std::string text = "unknown id in " + std::string(file.category->name);
    if (file.count > 1 || of_all) {
      text += "; " + grouped_digits(of_all ? unknown : file.count) + " of " +
              grouped_digits(of_all ? all : file.responses) + " responses of this " +
              (of_all ? "run" : "file") + " have an unknown id";
    }
    if (foreign) text += ": they belong to another dataset";
    model.problems.push_back(
        {model.files[i], file.first->line, file.first->id, std::move(text), true});
    if (of_all) break;
  }
}

using Parts = std::vector<std::pair<const Category*, ResponseSorter::Part>>;

// The parts whose categories can be scored; the others are kept in the model as unscored.
Parts load_parts(DatasetFiles& dataset, ResponseSorter& sorter, ModelRun& model) {
  Parts parts;
  for (auto& [category, part] : sorter.parts()) {
    if (const Status status = dataset.load(*category); !status.ok()) {
      model.problems.push_back({dataset.place(), 0, "", status.error().message, true});
      keep_unscored(model, *category, status.error().message, std::move(part));
    } else {
      parts.emplace_back(category, std::move(part));
    }
  }
  return parts;
}

// A file of the dataset, as problems name it.
std::string path_in(const DatasetFiles& dataset, std::string_view file) {
  return dataset.place() + "/" + std::string(file);
}

// Malformed entries cost themselves alone: each is a problem, and its responses are unscored.
void take_malformed(const DatasetFiles& dataset, const Category& category,
                    ResponseSorter::Part& part, ModelRun& model) {
  const std::vector<MalformedEntry>& malformed = dataset.dataset().malformed(category);
  if (malformed.empty()) return;
  std::map<const MalformedEntry*, ResponseSorter::Part> taken;
  ResponseSorter::Part rest;
  for (std::size_t i = 0; i < part.places.size(); ++i) {
    Response& response = part.results.responses[i];
    const bool usable = dataset.dataset().find(response.id) != nullptr;
    const MalformedEntry* own = usable ? nullptr : dataset.dataset().find_malformed(response.id);
    ResponseSorter::Part& to = own != nullptr ? taken[own] : rest;
    to.places.push_back(part.places[i]);
    to.results.responses.push_back(std::move(response));
  }
  part.places = std::move(rest.places);
  part.results.responses = std::move(rest.results.responses);
  for (const MalformedEntry& one : malformed) {
    model.problems.push_back({path_in(dataset, one.file), one.line, one.id, one.text, true});
    const auto own = taken.find(&one);
    if (own == taken.end()) continue;
    keep_unscored(model, category, one.message(), std::move(own->second));
  }
}

void match_parts(const DatasetFiles& dataset, Parts&& parts, ModelRun& model) {
  for (auto& [category, part] : parts) {
    take_malformed(dataset, *category, part, model);
    const auto number = static_cast<std::uint32_t>(model.runs.size());
    for (std::uint32_t index = 0; index < part.places.size(); ++index) {
      Place& place = model.order[part.places[index]];
      place = {.scored = true, .part = number, .index = index, .file = place.file};
    }
    model.runs.push_back(match_responses(dataset.dataset(), *category, std::move(part.results)));
    assert(model.runs.back().responses.size() == part.places.size());
  }
}

// Lines whose responses got no verdict that counts: of unknown, repeated and malformed entries.
// Responses stand in the order of their files and lines.
void skip_unscored_lines(const std::vector<std::size_t>& lines, ModelRun& model) {
  const auto is_scored = [&](const Place& place) {
    if (!place.scored) return false;
    const ScoredResponse& response = model.response(place);
    return response.entry != nullptr && !response.superseded;
  };
  for (std::size_t i = 0; i < lines.size();) {
    const std::size_t first = i;
    bool scored = false;
    for (; i < lines.size() && lines[i] == lines[first] &&
           model.order[i].file == model.order[first].file;
         ++i) {
      scored = scored || is_scored(model.order[i]);
    }
    if (scored || model.lines.used == 0) continue;
    --model.lines.used;
    ++model.lines.skipped;
  }
}

// A file that gives nothing at all is unusable, whatever the reason, and counts as one problem.
void make_one_fatal(ResultFile& file) {
  if (!file.responses.empty() || !file.nameless.empty() || file.problems.empty()) return;
  if (file.left_out > 0) return;
  if (std::any_of(file.problems.begin(), file.problems.end(),
                  [](const ResultProblem& problem) { return problem.fatal; })) {
    return;
  }
  file.problems.back().fatal = true;
}

}  // namespace

std::string text_of(const Problem& problem) {
  std::string text = problem.file == "-" ? "standard input" : problem.file;
  if (problem.line > 0) text += ":" + std::to_string(problem.line);
  text += ": ";
  if (!problem.id.empty()) text += problem.id + ": ";
  return text + problem.message;
}

bool makes_python_name(std::string_view model_name) {
  // Python looks names up in this form.
  if (!is_ascii(model_name) && nfkc(model_name) != model_name) return false;
  for (std::size_t at = 0; at < model_name.size();) {
    const bool first = at == 0;
    const char32_t c = next_code_point(model_name, at);
    const bool replaced = c == '-' || c == '.' || c == '/' || c == ':';
    if (!replaced && !(first ? is_id_start(c) : is_id_continue(c))) return false;
  }
  return true;
}

std::string model_name_text(std::string_view model_name) {
  return "model name `" + std::string(model_name) +
         "` is not a valid start of a Python name. As in the official evaluator, every "
         "multi-turn call then fails, even in the ground truth, so wrong responses can pass";
}

const Category* category_of(const Response& response, const Category* of_file,
                            std::span<const Category* const> chosen) {
  const EntryId id = read_entry_id(response.id);
  if (id.category != nullptr && id.prerequisite) return nullptr;
  if (const Category* category = category_of_id(response.id)) return category;
  if (of_file != nullptr) return of_file;
  return chosen.size() == 1 ? chosen.front() : nullptr;
}

bool ResponseSorter::is_wanted(const Category& category) const {
  return chosen_.empty() || std::find(chosen_.begin(), chosen_.end(), &category) != chosen_.end();
}

void ResponseSorter::want(const Category& category) {
  if (is_wanted(category)) parts_[&category];
}

void ResponseSorter::add(NamedResults file) {
  model_.files.push_back(file.path);
  if (!file.results.nameless.empty()) {
    count_unmatched(lines_of(file.results.nameless), file.results);
  }
  const Category* first = file.category;
  if (!file.error.empty()) {
    add_problem(0, "", file.error, true);
    if (first != nullptr && is_wanted(*first)) parts_[first];  // with no entry, if none was read
  }
  add_responses(file, first);
  make_one_fatal(file.results);
  for (ResultProblem& flaw : file.results.problems) {
    add_problem(flaw.line, flaw.id, flaw.message, flaw.fatal);
    model_.problems.back().recognised = flaw.recognised;
    const Category* category = category_of_id(flaw.id);
    if (category == nullptr) category = first;
    if (category != nullptr && is_wanted(*category)) {
      flaw.file = file.path;
      parts_[category].results.problems.push_back(std::move(flaw));
    }
  }
  add_unmatched(unmatched_,
                "no category in the id or the file name; name the file "
                "BFCL_v4_CATEGORY_result.json, or use --category in the terminal",
                "responses of this file have no category");
  unmatched_ = {};
  add_nameless(file, first);
  if (file.error.empty() && file.results.responses.empty() && file.results.problems.empty() &&
      file.results.nameless.empty() && file.results.left_out == 0) {
    add_problem(0, "", "holds no entries", true);
  }
}

void ResponseSorter::add_responses(NamedResults& file, const Category*& first) {
  const auto number = static_cast<std::uint32_t>(model_.files.size() - 1);
  std::vector<std::size_t> unscored;
  auto unwanted = file.unwanted.begin();
  for (std::size_t i = 0; i < file.results.responses.size(); ++i) {
    const Response& response = file.results.responses[i];
    if (unwanted != file.unwanted.end() && *unwanted == i) {
      ++unwanted;
      unscored.push_back(i);
      continue;
    }
    const EntryId id = read_entry_id(response.id);
    const bool fills_memory = id.prerequisite && id.category != nullptr;
    const Category* category = category_of(response, file.category, chosen_);
    if (first == nullptr) first = category;
    if (fills_memory || (category != nullptr && !is_wanted(*category))) unscored.push_back(i);
  }
  if (!unscored.empty()) leave_out_responses(file.results, unscored);
  model_.lines += file.results.lines;
  for (Response& response : file.results.responses) {
    const Category* category = category_of(response, file.category, chosen_);
    add_response(category, number, std::move(response));
  }
}

void ResponseSorter::add_nameless(const NamedResults& file, const Category* first) {
  Unmatched nameless;
  constexpr std::string_view kNameless = "no id of an entry; set it with --as-entry";
  std::size_t line_before = 0;
  for (const Response& response : file.results.nameless) {
    nameless.add(response);
    // A line may hold several responses, and counts once.
    if (first == nullptr || !is_wanted(*first) || response.line == line_before) continue;
    line_before = response.line;
    parts_[first].results.problems.push_back(
        {response.line, {}, std::string(kNameless), true, file.path});
  }
  add_unmatched(nameless, kNameless, "responses of this file have no id of an entry");
  if (nameless.count > 0) model_.problems.back().nameless = true;
}

void ResponseSorter::add_response(const Category* category, std::uint32_t file, Response response) {
  if (category == nullptr) {
    unmatched_.add(response);
    // A line may hold several responses, and counts once.
    if (response.line == unmatched_line_ && file == unmatched_file_) return;
    unmatched_line_ = response.line;
    unmatched_file_ = file;
    const std::size_t moved = std::min<std::size_t>(1, model_.lines.used);
    model_.lines.used -= moved;
    model_.lines.unusable += moved;
    return;
  }
  Part& part = parts_[category];
  part.places.push_back(model_.order.size());
  model_.order.push_back({.file = file});
  lines_.push_back(response.line);
  part.results.responses.push_back(std::move(response));
}

// One problem for all of a file.
void ResponseSorter::add_unmatched(const Unmatched& responses, std::string_view what,
                                   std::string_view of_all) {
  if (responses.count == 0) return;
  std::string text(what);
  if (responses.count > 1) {
    text += "; " + grouped_digits(responses.count) + " " + std::string(of_all);
  }
  add_problem(responses.line, responses.id, text, true);
}

void ResponseSorter::add_problem(std::size_t line, const std::string& id,
                                 const std::string& message, bool fatal) {
  model_.problems.push_back({model_.files.back(), line, id, message, fatal});
}

namespace {

// Other kinds are of the files that happened to be loaded, or unverified: they cannot be compared.
bool is_hash_of_all(std::string_view hash) {
  return !hash.empty() && !hash.starts_with("fnv1a:") && !hash.starts_with("unverified:");
}

// "bfcl-eval 2026.3.23" of "bfcl-eval 2026.3.23 (modified)".
std::string_view unmodified(std::string_view version) {
  return version.substr(0, version.find(" ("));
}

// Whether the text is the name of a dataset, and not said of any that has none.
bool is_version(std::string_view version) {
  return !version.empty() && version != "unversioned" && version != "sample";
}

std::string dataset_text(std::string_view version, std::string_view hash) {
  std::string text(version);
  if (is_hash_of_all(hash)) {
    text += (text.empty() ? "hash " : ", hash ") + short_hash(hash);
  }
  return "(" + text + ")";
}

}  // namespace

std::string other_dataset_text(const DatasetFiles& files, const RunManifest& read) {
  const Dataset& dataset = files.dataset();
  const OwnBenchmark* own = files.own_benchmark();
  const std::string used = own != nullptr ? own->name + " " + own->version : dataset.version;
  if (is_hash_of_all(read.dataset_hash) && is_hash_of_all(dataset.hash)) {
    if (read.dataset_hash == dataset.hash) return {};
  } else {
    // Hashes that cannot be compared; names can.
    const bool named =
        own != nullptr ? !read.dataset_version.empty() : is_version(read.dataset_version);
    if (!named || !is_version(used)) return {};
    if (unmodified(read.dataset_version) == unmodified(used)) return {};
  }
  return sanitize_utf8("the responses were generated with a different dataset " +
                       dataset_text(read.dataset_version, read.dataset_hash) +
                       " from the one in use " + dataset_text(used, dataset.hash));
}

RunLatency latency_of(ResponseSorter& sorter) {
  ResponseLatency latency;
  for (const auto& [category, part] : sorter.parts()) {
    for (const Response& response : part.results.responses) {
      if (response.latency) latency.add(category, *response.latency);
    }
  }
  return run_latency(latency);
}

void match_model(DatasetFiles& dataset, const MatchRequest& request, ResponseSorter& sorter,
                 ModelRun& model) {
  std::optional<DrawnIds> sample;
  SettingsRequest asked = request.settings;
  model.latency = latency_of(sorter);
  if (request.manifest.manifest != nullptr) {
    const RunManifest& manifest = *request.manifest.manifest;
    asked.made_with = manifest.decoder;
    model.decoders = manifest.decoders;
    model.repeat = manifest.repeat;
    model.max_steps = manifest.max_steps;
    model.first_call_only = manifest.first_call_only;
    model.latency.streamed = manifest.streamed;
    if (asked.decoder == nullptr && !manifest.decoder_problem.empty()) {
      model.problems.push_back({request.manifest.file, 0, "", manifest.decoder_problem, false});
    }
    if (request.manifest.limits) sample = sample_of_run(dataset, request.manifest, sorter, model);
  }
  Parts parts = load_parts(dataset, sorter, model);
  // What is loaded tells whether the dataset is what its own manifest says.
  if (request.manifest.manifest != nullptr) {
    model.dataset_problem = other_dataset_text(dataset, *request.manifest.manifest);
    model.mixed_settings = request.manifest.manifest->mixed_settings;
    model.benchmark = request.manifest.manifest->benchmark;
  }
  std::vector<const ResultFile*> files;
  for (const auto& [category, part] : parts) files.push_back(&part.results);
  if (files.empty()) {
    name_own_ids(dataset, model);
    return skip_unscored_lines(sorter.lines(), model);
  }
  model.settings =
      request.given != nullptr ? *request.given : choose_settings(dataset.dataset(), files, asked);
  match_parts(dataset, std::move(parts), model);
  if (sample) {
    leave_out_unwanted(model,
                       [&](std::string_view id) { return sample->find(id) != sample->end(); });
  }
  prepare_episodes(dataset, request, model);
  report_unknown(model);
  name_own_ids(dataset, model);
  skip_unscored_lines(sorter.lines(), model);
}

std::string folder_spelling(std::string_view model_name) {
  std::string name = sanitize_utf8(model_name);
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

}  // namespace bfclx

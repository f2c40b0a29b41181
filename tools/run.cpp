#include "tools/run.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/value/json.h"
#include "tools/errors.h"
#include "tools/parallel.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kChunk = 8;  // replies that a thread takes at once

// A result file, read.
struct ReadInput {
  Input input;
  std::string error;  // of reading it; what was read before is used
  ResultFile results;
};

// Not supported yet by the scorer.
std::string_view reason_against(const Category& category) {
  return category.judging == Judging::kAgentic ? "agentic categories are not supported yet" : "";
}

bool is_wanted(const std::vector<const Category*>& chosen, const Category& category) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), &category) != chosen.end();
}

std::string words(const Error& error) { return error.message; }

// Gives each reply its category, and collects the replies of a model by category.
class Sorter {
 public:
  Sorter(ModelRun& model, const std::vector<const Category*>& chosen)
      : model_(model), chosen_(chosen) {}

  void add(ReadInput read) {
    const auto file = static_cast<std::uint32_t>(model_.files.size());
    model_.files.push_back(read.input.path);
    if (!read.error.empty()) problem(0, "", read.error, true);
    const Category* first = read.input.category;
    for (Reply& reply : read.results.replies) {
      const Category* category = category_of_reply(reply, read.input);
      if (first == nullptr) first = category;
      add_reply(category, file, std::move(reply));
    }
    for (ResultProblem& flaw : read.results.problems) {
      // A file that gives nothing at all is unusable, whatever the reason.
      flaw.fatal |= read.results.replies.empty();
      problem(flaw.line, flaw.id, flaw.message, flaw.fatal);
      const Category* category = category_of_id(flaw.id);
      if (category == nullptr) category = first;
      if (category != nullptr && is_wanted(chosen_, *category)) {
        parts_[category].results.problems.push_back(std::move(flaw));
      }
    }
    if (read.error.empty() && read.results.replies.empty() && read.results.problems.empty()) {
      problem(0, "", "holds no entries", true);
    }
  }

  struct Part {
    ResultFile results;
    std::vector<std::size_t> places;  // of each reply, in the order of the input
  };
  std::map<const Category*, Part, std::less<>>& parts() { return parts_; }

 private:
  // Ids first, then the file name, then --category.
  const Category* category_of_reply(const Reply& reply, const Input& input) const {
    if (const Category* category = category_of_id(reply.id)) return category;
    if (input.category != nullptr) return input.category;
    return chosen_.size() == 1 ? chosen_.front() : nullptr;
  }

  void add_reply(const Category* category, std::uint32_t file, Reply reply) {
    if (category == nullptr) {
      problem(reply.line, reply.id,
              "neither the id nor the file name tells the category; name it with --category", true);
      return;
    }
    if (!is_wanted(chosen_, *category)) return;
    Part& part = parts_[category];
    part.places.push_back(model_.order.size());
    model_.order.push_back({.file = file});
    part.results.replies.push_back(std::move(reply));
  }

  void problem(std::size_t line, const std::string& id, const std::string& message, bool fatal) {
    model_.problems.push_back({model_.files.back(), line, id, message, fatal});
  }

  ModelRun& model_;
  const std::vector<const Category*>& chosen_;
  std::map<const Category*, Part, std::less<>> parts_;
};

// Reads all files and, beside it, the categories that their names tell.
std::vector<ReadInput> read_all(std::vector<Input> inputs, Session& session, std::size_t jobs) {
  std::vector<ReadInput> reads(inputs.size());
  std::set<const Category*> named;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    reads[i].input = std::move(inputs[i]);
    const Category* category = reads[i].input.category;
    if (category != nullptr && reason_against(*category).empty()) named.insert(category);
  }
  parallel_for(reads.size() + 1, jobs, [&](std::size_t task) {
    if (task == 0) {
      // An error comes again, and is reported, when a reply needs the category.
      for (const Category* category : named)
        static_cast<void>(session.dataset.load(*category).ok());
      return;
    }
    ReadInput& read = reads[task - 1];
    FileBytes file = read_input(read.input);
    read.error = std::move(file.error);
    read.results = read_results(file.bytes);
  });
  return reads;
}

void keep_unscored(ModelRun& model, const Category& category, std::string reason,
                   Sorter::Part part) {
  const auto number = static_cast<std::uint32_t>(model.unscored.size());
  Unscored& unscored = model.unscored.emplace_back();
  unscored.category = &category;
  unscored.reason = std::move(reason);
  for (Reply& reply : part.results.replies) {
    const auto index = static_cast<std::uint32_t>(unscored.ids.size());
    Place& place = model.order[part.places[index]];
    place = {.scored = false, .part = number, .index = index, .file = place.file};
    unscored.ids.push_back(std::move(reply.id));
  }
}

// Quirk of the official executor: a model's name is part of Python names (`-./:` become `_`).
bool makes_python_name(std::string_view model_name) {
  for (std::size_t at = 0; at < model_name.size();) {
    const bool first = at == 0;
    const char32_t c = next_code_point(model_name, at);
    const bool replaced = c == '-' || c == '.' || c == '/' || c == ':';
    if (!replaced && !(first ? is_id_start(c) : is_id_continue(c))) return false;
  }
  return true;
}

void prepare_episodes(const Session& session, const RunOptions& options, ModelRun& model) {
  RunSettings& settings = model.settings;
  settings.model_name = folder_spelling(options.model.empty() ? model.folder_name : options.model);
  settings.long_context = session.dataset.long_context();
  settings.today = chosen_today(options);
  const bool any = std::any_of(model.runs.begin(), model.runs.end(), [](const CategoryRun& run) {
    return run.category->judging == Judging::kMultiTurn;
  });
  if (any && !makes_python_name(settings.model_name)) {
    model.problems.push_back(
        {model.files.front(), 0, "",
         "the model's name `" + settings.model_name +
             "` cannot stand in a Python name, so every call of an episode fails, as it would in "
             "the official evaluator; give the folder a name of letters, digits, - and _",
         false});
  }
}

void match_model(Session& session, const RunOptions& options, ModelRun& model, Sorter& sorter) {
  SettingsRequest request;
  request.decoder = chosen_decoder(options);
  request.underscore_to_dot = chosen_underscore_to_dot(options);
  request.model = model.registered;

  std::vector<std::pair<const Category*, Sorter::Part>> parts;
  for (auto& [category, part] : sorter.parts()) {
    if (const std::string_view reason = reason_against(*category); !reason.empty()) {
      keep_unscored(model, *category, std::string(reason), std::move(part));
    } else if (const Status status = session.dataset.load(*category); !status.ok()) {
      model.problems.push_back({session.dataset.place(), 0, "", words(status.error()), true});
      keep_unscored(model, *category, words(status.error()), std::move(part));
    } else {
      parts.emplace_back(category, std::move(part));
    }
  }
  std::vector<const ResultFile*> files;
  for (const auto& [category, part] : parts) files.push_back(&part.results);
  if (files.empty()) return;
  model.settings = choose_settings(session.dataset.dataset(), files, request);
  for (auto& [category, part] : parts) {
    const auto number = static_cast<std::uint32_t>(model.runs.size());
    for (std::uint32_t index = 0; index < part.places.size(); ++index) {
      Place& place = model.order[part.places[index]];
      place = {.scored = true, .part = number, .index = index, .file = place.file};
    }
    model.runs.push_back(
        match_replies(session.dataset.dataset(), *category, std::move(part.results)));
    assert(model.runs.back().replies.size() == part.places.size());
  }
  prepare_episodes(session, options, model);
}

// Ids that the dataset lacks are problems of the input.
void report_unknown(ModelRun& model) {
  for (const Place& place : model.order) {
    if (!place.scored) continue;
    const ScoredReply& reply = model.reply(place);
    if (reply.entry != nullptr) continue;
    model.problems.push_back(
        {model.files[place.file], reply.line, reply.id,
         "the dataset has no such entry in " + std::string(model.runs[place.part].category->name),
         true});
  }
}

}  // namespace

bool Session::flawed() const {
  const auto fatal = [](const Problem& problem) { return problem.fatal; };
  if (std::any_of(problems.begin(), problems.end(), fatal)) return true;
  return std::any_of(models.begin(), models.end(), [&](const ModelRun& model) {
    return std::any_of(model.problems.begin(), model.problems.end(), fatal);
  });
}

Session& open_session(const RunOptions& options) {
  const std::vector<const Category*> chosen = chosen_categories(options);
  chosen_decoder(options);  // what is wrong is told before any work is done
  chosen_today(options);
  InputList inputs = find_inputs(options.paths);
  auto opened = std::make_unique<Session>(options);
  Session& session = *opened;
  if (const Status status = session.dataset.load_models(session.registry); !status.ok()) {
    throw UsageError(session.dataset.place() + "/models.json: " + status.error().message);
  }
  add_models_file(options, session.registry);
  const Model* given =
      options.model.empty() ? nullptr : &find_model(session.registry, options.model);
  for (InputProblem& problem : inputs.problems) {
    session.problems.push_back({std::move(problem.path), 0, "", std::move(problem.message), true});
  }
  // A file whose name tells a category that is not wanted need not be read.
  std::vector<Input>& files = inputs.files;
  files.erase(std::remove_if(files.begin(), files.end(),
                             [&](const Input& input) {
                               return input.category != nullptr &&
                                      !is_wanted(chosen, *input.category);
                             }),
              files.end());

  std::vector<ReadInput> reads = read_all(std::move(files), session, chosen_jobs(options));
  for (std::size_t begin = 0; begin < reads.size();) {
    ModelRun& model = session.models.emplace_back();
    const std::string folder = reads[begin].input.model_folder;
    model.name = reads[begin].input.model;
    model.folder_name = reads[begin].input.folder_name;
    model.registered = given != nullptr ? given : session.registry.find(model.name);
    Sorter sorter(model, chosen);
    while (begin < reads.size() && reads[begin].input.model_folder == folder) {
      sorter.add(std::move(reads[begin++]));
    }
    match_model(session, options, model, sorter);
    report_unknown(model);
  }
  if (given != nullptr && session.models.size() > 1) {
    throw UsageError("--model names one model, but the paths hold " +
                     std::to_string(session.models.size()) + ": check them one by one");
  }
  if (given != nullptr && session.models.size() == 1) session.models.front().name = given->name;
  session.dataset.identify();
  // Volatile, so that it is kept and leak checkers can reach it.
  static Session* volatile kept = nullptr;
  kept = opened.release();
  return *kept;
}

namespace {

// Leaves what the report counts.
void forget_what_ran(ScoredReply& reply) {
  reply.reply = Value();
  reply.verdict.error = Value();
  reply.verdict.decoded.reset();
  reply.verdict.why.reset();
  reply.episode->turns = {};
  reply.episode->execution = {};
}

}  // namespace

void score_model(ModelRun& model, std::size_t jobs, const Progress& progress,
                 std::vector<std::string>* lines) {
  using Clock = std::chrono::steady_clock;
  const std::size_t total = model.order.size();
  const std::size_t first_line = lines != nullptr ? lines->size() : 0;
  if (lines != nullptr) lines->resize(first_line + total);
  std::atomic<std::size_t> done{0};
  std::atomic<bool> telling{false};
  Clock::time_point told = Clock::now();
  parallel_for((total + kChunk - 1) / kChunk, jobs, [&](std::size_t chunk) {
    const std::size_t end = std::min(total, (chunk + 1) * kChunk);
    for (std::size_t i = chunk * kChunk; i < end; ++i) {
      const Place& place = model.order[i];
      std::string line;
      if (place.scored) {
        ScoredReply& reply = model.runs[place.part].replies[place.index];
        score_reply(reply, model.settings);
        if (lines != nullptr) line = verdict_json(reply);
        if (reply.episode != nullptr) forget_what_ran(reply);
      } else if (lines != nullptr) {
        const Unscored& unscored = model.unscored[place.part];
        line = "{\"id\": ";
        append_json_str(line, unscored.ids[place.index]);
        line += ", \"valid\": null, \"not_scored\": ";
        append_json_str(line, unscored.reason);
        line += '}';
      }
      if (lines != nullptr) (*lines)[first_line + i] = std::move(line);
    }
    const std::size_t now_done = done.fetch_add(end - chunk * kChunk) + end - chunk * kChunk;
    if (progress && !telling.exchange(true)) {
      if (const auto now = Clock::now(); now - told > std::chrono::milliseconds(200)) {
        told = now;
        progress(now_done, total);
      }
      telling = false;
    }
  });
}

std::string text_of(const Problem& problem) {
  std::string text = problem.file == "-" ? "standard input" : problem.file;
  if (problem.line > 0) text += ":" + std::to_string(problem.line);
  text += ": ";
  if (!problem.id.empty()) text += problem.id + ": ";
  return text + problem.message;
}

}  // namespace bfclx::tools

#include "tools/bfclx/input/run.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/counted.h"
#include "core/decode/choice_memo.h"
#include "core/run/entry_notes.h"
#include "core/run/naming.h"
#include "core/run/run_sample.h"
#include "core/run/second_responses.h"
#include "tools/bfclx/activity.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/found_run.h"
#include "tools/bfclx/input/read_inputs.h"
#include "tools/bfclx/input/run_one_by_one.h"
#include "tools/bfclx/input/sample_note.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

bool is_wanted(const std::vector<const Category*>& chosen, const Category& category) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), &category) != chosen.end();
}

// "simple_python has 400 entries, the first `simple_python_0`, the last `simple_python_399`"; own
// ids leave gaps.
std::string entries_text(const Category& category, const std::vector<Entry>& entries) {
  const std::string name(category.name);
  const std::string first = "`" + entries.front().id + "`";
  if (entries.size() == 1) return name + " has one entry, " + first;
  return name + " has " + counted(entries.size(), "entry", "entries") + ", the first " + first +
         ", the last `" + entries.back().id + "`";
}

// Throws a UsageError when the dataset lacks the entry that responses are to be taken for.
void check_as_entry(Session& session, const RunOptions& options) {
  const std::string& id = options.as_entry;
  const std::string option = options.as_entry_implied ? "" : std::string(kAsEntry) + ": ";
  const Category* category = category_of_id(id);
  if (category == nullptr) {
    throw UsageError(option + "unknown id `" + id + "`, expected one such as simple_python_0");
  }
  if (const Status status = session.dataset.load(*category); !status.ok()) {
    throw UsageError(option + status.error().message);
  }
  // A malformed one has a reason why it is not scored.
  const Dataset& dataset = session.dataset.dataset();
  if (dataset.find(id) == nullptr && dataset.find_malformed(id) == nullptr) {
    const std::vector<Entry>& entries = dataset.entries(*category);
    throw UsageError(option + "the dataset has no entry `" + id + "`" +
                     (entries.empty() ? "" : "; " + entries_text(*category, entries)) +
                     (options.as_entry_implied
                          ? ""
                          : ". Leave " + std::string(kAsEntry) +
                                " out to match responses by function and parameter names"));
  }
}

// The categories that the names of files tell. An error comes again, and is reported, when a
// response needs the category.
std::set<const Category*> named_categories(const std::vector<Input>& inputs) {
  std::set<const Category*> named;
  for (const Input& input : inputs) {
    if (input.category != nullptr && !input.unwanted) named.insert(input.category);
  }
  return named;
}

// Gives responses that tell no entry theirs. False where there were none.
bool name_all(std::vector<ReadInput>& reads, Session& session, const RunOptions& options) {
  NamingRequest request;
  request.as_entry = options.as_entry;
  request.decoder = chosen_decoder(options);
  if (!options.naming_advice.empty()) request.advice = options.naming_advice;
  const auto is_nameless = [](const ReadInput& read) {
    return !read.results.nameless.empty() && !read.input.refused && !read.input.unwanted;
  };
  const bool any = std::any_of(reads.begin(), reads.end(), is_nameless);
  // What an argument implies is looked at where it is needed.
  if (!options.as_entry.empty() && (any || !options.as_entry_implied)) {
    check_as_entry(session, options);
  }
  for (ReadInput& read : reads) {
    if (!is_nameless(read)) continue;
    request.pasted = read.input.path == "-";
    name_responses(session.dataset, request, read.results);
  }
  return any;
}

void tell_unused(const RunOptions& options, bool named, Session& session) {
  if (named || options.as_entry.empty() || options.as_entry_implied) return;
  session.problems.push_back(
      {std::string(kAsEntry), 0, "", "it has no effect: every response has an id", false});
}

}  // namespace

MatchRequest match_request(const Session& session, const RunOptions& options,
                           const ModelRun& model) {
  MatchRequest request;
  request.settings.memo = session.choices;
  request.settings.decoder = chosen_decoder(options);
  request.settings.underscore_to_dot = chosen_underscore_to_dot(options);
  request.settings.model = model.registered;
  request.model_name = folder_spelling(options.model.empty() ? model.folder_name : options.model);
  request.today = chosen_today(options);
  return request;
}

DatasetFiles& Session::whole_dataset() {
  if (!whole_) whole_ = std::make_unique<DatasetDir>(dataset.place());
  return *whole_;
}

bool Session::flawed() const {
  const auto fatal = [](const Problem& problem) { return problem.fatal; };
  if (std::any_of(problems.begin(), problems.end(), fatal)) return true;
  return std::any_of(models.begin(), models.end(), [&](const ModelRun& model) {
    return std::any_of(model.problems.begin(), model.problems.end(), fatal);
  });
}

namespace {

// The files that are wanted, and a session that knows the dataset and the registry.
struct OpenedInputs {
  std::unique_ptr<Session> session;
  std::vector<Input> files;  // those of a model together
  const Model* given = nullptr;
};

OpenedInputs open_inputs(const RunOptions& options, GivenFiles& given) {
  const std::vector<const Category*> chosen = chosen_categories(options);
  chosen_decoder(options);  // what is wrong is told before any work is done
  chosen_today(options);
  InputList inputs = find_inputs(options.paths, given);
  OpenedInputs opened;
  opened.session = std::make_unique<Session>(options);
  Session& session = *opened.session;
  if (const Status status = session.dataset.load_models(session.registry); !status.ok()) {
    throw UsageError(session.dataset.place() + "/models.json: " + status.error().message);
  }
  add_models_file(options, session.registry);
  opened.given = options.model.empty() ? nullptr
                                       : &find_model(session.registry, options.model,
                                                     "or omit --model: any model can be scored");
  if (!options.ids.empty()) session.ids = EntryIds::read(options.ids, session.dataset);
  if (!options.run_ids.empty()) session.ids = EntryIds::of_run(options.run_ids, session.dataset);
  for (InputProblem& problem : inputs.problems) {
    session.problems.push_back(
        {std::move(problem.path), 0, "", std::move(problem.message), problem.fatal});
  }
  opened.files = std::move(inputs.files);
  std::set<std::string> wanted;  // runs
  for (Input& input : opened.files) {
    input.unwanted = input.category != nullptr && !is_wanted(chosen, *input.category);
    if (!input.unwanted) wanted.insert(input.model_folder);
  }
  std::erase_if(opened.files,
                [&](const Input& input) { return wanted.count(input.model_folder) == 0; });
  return opened;
}

// The ids decide which entries are wanted, of a sampled run too, whose sample is only told. A
// category of which no chosen entry has a response is missing, not left out.
void choose_ids(Session& session, const ManifestOfRun& manifest, ResponseSorter& sorter,
                ModelRun& model) {
  sample_of_run(session.dataset, manifest, sorter, model);
  model.sample = session.ids->size();
  for (const Category* category : session.ids->categories()) sorter.want(*category);
}

// Takes second responses to the same entries out of the files of one run.
void leave_out_second(std::span<ReadInput> reads, ModelRun& model) {
  std::vector<ReadInput*> read;
  for (ReadInput& one : reads) {
    if (!one.input.refused) read.push_back(&one);
  }
  std::vector<FileOfRun> files;
  std::vector<std::string> whole;
  whole.reserve(read.size());
  for (const ReadInput* one : read) {
    whole.push_back(place_in_run(one->input));
    files.push_back({whole.back(), one->input.category, &one->results});
  }
  std::vector<std::vector<std::size_t>> unused(read.size());
  for (const SecondResponses& second : find_second_responses(files)) {
    std::vector<std::size_t>& all = unused[second.unused];
    all.insert(all.end(), second.responses.begin(), second.responses.end());
    if (read[second.unused]->input.unwanted) continue;
    const std::string& used = read[second.used]->input.path;
    model.problems.push_back(
        {read[second.unused]->input.path, 0, "", second_responses_text(second, files, used), true});
  }
  for (std::size_t i = 0; i < read.size(); ++i) leave_out_responses(read[i]->results, unused[i]);
}

// The settings of a run by all of its responses, of which a part is scored.
RunSettings settings_of_whole(DatasetFiles& dataset, std::span<const ReadInput> reads,
                              std::span<const Category* const> chosen,
                              const SettingsRequest& request) {
  std::map<const Category*, std::vector<const Response*>, std::less<>> parts;  // in official order
  for (const ReadInput& read : reads) {
    if (read.input.refused) continue;
    for (const Response& response : read.results.responses) {
      const Category* category = category_of(response, read.input.category, chosen);
      if (category != nullptr) parts[category].push_back(&response);
    }
  }
  std::vector<const Response*> responses;
  for (const auto& [category, part] : parts) {
    if (dataset.load(*category).ok()) responses.insert(responses.end(), part.begin(), part.end());
  }
  return choose_settings(dataset.dataset(), responses, request);
}

void detail_read(const ReadInput& read) {
  const ResultFile& results = read.results;
  const std::size_t responses = results.responses.size() + results.nameless.size();
  const std::string path = read.input.path == "-" ? "standard input" : read.input.path;
  detail("read " + path + ": " + counted(responses, "response", "responses") +
         (read.input.refused ? ", not used" : ""));
}

// The runs of some files, and their responses once they have been read.
struct FoundInputs {
  std::vector<FoundRun> runs;
  std::vector<Input> files;
  std::unique_ptr<ReadAhead> ahead;  // who reads the files; nobody as yet where it is not set
};

std::vector<ReadInput> read_found(FoundInputs& found, Session& session, const RunOptions& options) {
  const auto load_named = [&session, named = named_categories(found.files)] {
    for (const Category* category : named) static_cast<void>(session.dataset.load(*category).ok());
  };
  if (found.ahead == nullptr) {
    return read_inputs(std::move(found.files), chosen_jobs(options), !options.as_entry.empty(),
                       load_named);
  }
  load_named();
  return found.ahead->take();
}

// Adds the models of the files to the session, set against the dataset. Whether responses told no
// entry.
bool add_models(Session& session, FoundInputs found, const RunOptions& options) {
  const std::vector<const Category*> chosen = chosen_categories(options);
  std::vector<FoundRun>& runs = found.runs;
  std::vector<ReadInput> reads = read_found(found, session, options);
  const bool named = name_all(reads, session, options);
  std::size_t begin = 0;
  for (FoundRun& run : runs) {
    ModelRun& model = session.models.emplace_back(std::move(run.model));
    const std::string& folder = model.path;
    const RunManifest& manifest = run.manifest;
    MatchRequest& request = run.request;
    request.manifest = {&manifest, manifest_path(folder), false, !session.ids};
    ResponseSorter sorter(model, chosen);
    std::vector<std::string> others;  // ids of responses that were not chosen
    std::size_t end = begin;
    while (end < reads.size() && reads[end].input.model_folder == folder) ++end;
    const std::span<ReadInput> own = std::span(reads).subspan(begin, end - begin);
    leave_out_second(own, model);
    std::optional<RunSettings> settings;
    if ((session.ids || !chosen.empty()) && must_detect(request.settings)) {
      settings = settings_of_whole(session.whole_dataset(), own, chosen, request.settings);
      request.given = &*settings;
    }
    for (; begin < end; ++begin) {
      ReadInput& read = reads[begin];
      detail_read(read);
      if (read.input.unwanted) continue;
      if (read.input.refused) {
        model.lines.skipped += read.results.lines.all();
        model.refused_lines += read.results.lines.all();
        continue;
      }
      request.manifest.whole_run |= read.input.whole_run;
      NamedResults file{read.input.path, read.input.category, read.error, std::move(read.results)};
      if (session.ids && session.ids->leaves_nothing_of(file, others) && file.error.empty()) {
        file.results.nameless.clear();  // nothing is wrong with it
      }
      sorter.add(std::move(file));
    }
    const Activity activity("matching the responses of " + model.name + " with the dataset");
    if (session.ids) {
      choose_ids(session, {&manifest, manifest_path(folder), false, true, others}, sorter, model);
    }
    match_model(session.dataset, request, sorter, model);
    tell_other_entries(run.notes, model);
    if (const Decoder* decoder = model.settings.decoder) {
      detail("decoder of " + model.name + ": " + std::string(decoder->name) + " (" +
             model.settings.decoder_reason + ")");
    }
    if (session.ids) session.ids->choose(model);
    session.services.ask_for(model);
    model.settings.executable = session.services.settings();
  }
  return named;
}

void identify_dataset(Session& session) {
  session.dataset.identify();
  const std::string& place = session.dataset.place();
  const std::string& version = session.dataset.dataset().version;
  detail("dataset " + place + (version == place ? "" : " (" + version + ")"));
}

}  // namespace

std::unique_ptr<Session> open_session(const RunOptions& options) {
  GivenFiles given;
  return open_session(options, given);
}

std::unique_ptr<Session> open_session(const RunOptions& options, GivenFiles& files) {
  OpenedInputs opened = open_inputs(options, files);
  Session& session = *opened.session;
  const Model* given = opened.given;
  std::vector<FoundRun> runs = find_runs(session, opened.files, given, options);
  tell_unused(options,
              add_models(session, {std::move(runs), std::move(opened.files), nullptr}, options),
              session);
  if (session.ids) {
    for (Problem& problem : session.ids->unknown(session.dataset.dataset())) {
      session.problems.push_back(std::move(problem));
    }
  }
  if (const std::string& problem = session.services.recording_error(); !problem.empty()) {
    session.problems.push_back(
        {options.cassette, 0, "", "responses of services are not recorded: " + problem, true});
  }
  if (given != nullptr && session.models.size() > 1) {
    throw UsageError("--model names one model, but the paths hold " +
                     std::to_string(session.models.size()) + ": pass them one by one");
  }
  if (given != nullptr && session.models.size() == 1) session.models.front().name = given->name;
  identify_dataset(session);
  return std::move(opened.session);
}

std::unique_ptr<Session> open_one_by_one(const RunOptions& options,
                                         const std::function<void(Session&, ModelRun&)>& use) {
  GivenFiles given;
  OpenedInputs opened = open_inputs(options, given);
  Session& session = *opened.session;
  ChoiceMemo choices;
  session.choices = &choices;
  const std::vector<Input>& files = opened.files;
  const std::size_t jobs = chosen_jobs(options);
  auto rest = files.begin();
  // While one run is scored, the next one is read.
  const auto find_next = [&](bool ahead) {
    FoundInputs found;
    const auto end = std::find_if(rest, files.end(), [&](const Input& file) {
      return file.model_folder != rest->model_folder;
    });
    found.files.assign(rest, end);
    rest = end;
    found.runs = find_runs(session, found.files, opened.given, options);
    if (ahead && jobs > 1 && ReadAhead::is_cheap(found.files)) {
      found.ahead = std::make_unique<ReadAhead>(found.files, jobs - 1, !options.as_entry.empty());
    }
    return found;
  };
  bool named = false;
  std::optional<FoundInputs> next;
  if (rest != files.end()) next = find_next(false);
  while (next) {
    FoundInputs found = std::move(*next);
    next.reset();
    if (rest != files.end()) next = find_next(true);
    named = add_models(session, std::move(found), options) || named;
    use(session, session.models.back());
    for (Problem& problem : session.models.back().problems) {
      session.problems.push_back(std::move(problem));
    }
    session.models.clear();
  }
  tell_unused(options, named, session);
  identify_dataset(session);
  session.choices = nullptr;
  return std::move(opened.session);
}

void tell_problems(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) say(text_of(problem));
}

void tell_problems(const Session& session, std::size_t most, std::string_view where) {
  std::set<std::string> told;  // what is wrong with the dataset is a problem of each model
  tell_problems(session, most, where, told);
}

void tell_problems(const Session& session, std::size_t most, std::string_view where,
                   std::set<std::string>& told) {
  std::size_t count = 0;
  const auto add = [&](const Problem& problem) {
    std::string text = text_of(problem);
    const auto [line, is_new] = told.insert(std::move(text));
    if (is_new && ++count <= most) say(*line);
  };
  for (const Problem& problem : session.problems) add(problem);
  for (const ModelRun& model : session.models) {
    for (const Problem& problem : model.problems) add(problem);
  }
  if (count > most) {
    say("and " + counted(count - most, "more problem", "more problems") + "; " +
        std::string(where));
  }
}

}  // namespace bfclx::tools

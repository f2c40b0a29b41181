#include "tools/bfclx/dataset/from_run.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/benchmark/added_cases.h"
#include "core/benchmark/case_proposal.h"
#include "core/benchmark/case_reader.h"
#include "core/benchmark/function_docs.h"
#include "core/benchmark/logged_cases.h"
#include "tools/bfclx/dataset/adding.h"
#include "tools/bfclx/dataset/benchmark_files.h"
#include "tools/bfclx/dataset/choosing.h"
#include "tools/bfclx/dataset/confirming.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/input/score_run.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kAllProblems = std::numeric_limits<std::size_t>::max();

// ---- what is proposed ----

struct Proposals {
  std::vector<ProposedCase> cases;
  bool are_all = true;  // no line of the log or of the results was unusable
};

void tell(const std::string& name, const std::vector<CaseProblem>& problems) {
  for (std::size_t i = 0; i < problems.size() && i < kMostProposalProblems; ++i) {
    say(printable_line(name) + ":" + std::to_string(problems[i].line) + ": " + problems[i].text);
  }
  if (problems.size() <= kMostProposalProblems) return;
  say("and " + counted(problems.size() - kMostProposalProblems, "more problem", "more problems"));
}

// nullopt: the file is no log with the messages of users.
std::optional<Proposals> proposals_of_log(const std::string& path, const OwnBenchmark& benchmark,
                                          const Value& functions) {
  std::error_code error;
  if (path != "-" && !fs::is_regular_file(path, error)) return std::nullopt;
  const FileBytes file = read_file(path);
  if (!file.error.empty()) return std::nullopt;  // the reader of results says why
  const LoggedCases found = cases_of_log(file.bytes, functions, benchmark.match);
  if (found.conversations == 0) return std::nullopt;
  const std::string name = path == "-" ? "standard input" : path;
  tell(name, found.problems);
  Proposals proposals;
  proposals.are_all = found.problems.empty();
  for (const LoggedCase& one : found.cases) {
    proposals.cases.push_back({one.object, concat({name, ":", std::to_string(one.line),
                                                   ", message ", std::to_string(one.message)})});
  }
  return proposals;
}

Proposals proposals_of_results(const std::string& place, const FromRun& options,
                               const Value& functions) {
  std::error_code error;
  if (options.run_dataset.empty() && !fs::exists(fs::path(place) / "data", error)) {
    throw NothingUsable(options.run +
                        ": not a log with user messages. For results of another dataset, pass "
                        "that dataset with --run-dataset");
  }
  RunOptions run;
  run.paths = {options.run};
  run.dataset = options.run_dataset.empty() ? place : options.run_dataset;
  const std::unique_ptr<Session> session = open_session(run);
  tell_problems(*session, kMostProposalProblems, "`bfclx score` has all");
  Proposals proposals;
  proposals.are_all = !session->flawed();
  std::size_t others = 0;
  for (ModelRun& model : session->models) {
    score_run(model, Keep::kAll, chosen_jobs(run));
    for (const Place& at : model.order) {
      if (!at.scored) continue;
      const ScoredResponse& response = model.response(at);
      if (response.entry == nullptr || response.superseded || response.skipped()) continue;
      if (!can_be_case(*response.entry->category)) {
        ++others;
        continue;
      }
      const bool passed = response.verdict.valid;
      proposals.cases.push_back(
          {proposed_case(response, functions, model.settings.underscore_to_dot),
           concat({model.name, ", ", response.entry->id, passed ? ", passed" : ", failed"}),
           passed ? ProposalVerdict::kPassed : ProposalVerdict::kFailed});
    }
  }
  if (others > 0) {
    say(counted(others, "response", "responses") +
        " left out: only entries with Python calls and without services can be cases");
  }
  return proposals;
}

Proposals all_proposals(const std::string& place, const FromRun& options,
                        const OwnBenchmark& benchmark) {
  const Result<Value> functions = function_docs_of(benchmark.tools, "tools", benchmark.match);
  if (!functions.ok()) throw NothingUsable(place + ": " + functions.error().message);
  if (options.run_dataset.empty()) {
    auto proposals = proposals_of_log(options.run, benchmark, *functions);
    if (proposals) return *std::move(proposals);
  }
  return proposals_of_results(place, options, *functions);
}

// ---- whether a case can be added ----

std::string lines_of(const std::vector<Value>& cases) {
  std::string lines;
  for (const Value& one : cases) lines += case_line(one);
  return lines;
}

class Checking {
 public:
  Checking(std::string place, const OwnBenchmark& benchmark)
      : place_(std::move(place)),
        benchmark_(benchmark),
        reader_(CaseReader::make(benchmark.tools, "tools", benchmark.match)) {
    if (!reader_.ok()) throw NothingUsable(place_ + ": " + reader_.error().message);
  }

  AddedCases add(const std::string& lines, std::size_t most_problems, bool resumes) {
    const auto read = [this](const std::string& path) { return bytes_of_file(path); };
    Result<AddedCases> added = add_cases(benchmark_, read, lines, most_problems, resumes);
    if (!added.ok()) throw NothingUsable(place_ + ": " + added.error().message);
    return std::move(added).value();
  }

  CheckedCase check(const std::vector<Value>& kept, const Value& object) {
    CheckedCase checked;
    std::vector<std::string> faults = reader_->faults(object);
    if (const Result<BenchmarkCase> read = reader_->read(object); read.ok()) {
      checked.functions = read->functions;
      std::vector<Value> all = kept;
      all.push_back(object);
      for (const CaseProblem& problem : add(lines_of(all), kAllProblems, false).problems) {
        if (problem.line == all.size()) faults.push_back(problem.text);
      }
    }
    checked.fault = joined(faults, "\n");
    return checked;
  }

 private:
  // Each once: nobody else adds to the benchmark meanwhile.
  Result<std::optional<std::string>> bytes_of_file(const std::string& path) {
    const auto known = files_.find(path);
    if (known != files_.end()) return known->second;
    Result<std::optional<std::string>> bytes = bytes_below(place_, path);
    if (bytes.ok()) files_.emplace(path, *bytes);
    return bytes;
  }

  std::string place_;
  const OwnBenchmark& benchmark_;
  Result<CaseReader> reader_;
  std::map<std::string, std::optional<std::string>> files_;
};

std::vector<Value> objects_of(const std::vector<ProposedCase>& proposals) {
  std::vector<Value> objects;
  for (const ProposedCase& one : proposals) objects.push_back(one.object);
  return objects;
}

// Without those that entries of the benchmark ask already. Returns how many were.
std::size_t leave_out_known(std::vector<ProposedCase>& proposals, Checking& checking) {
  const AddedCases added = checking.add(lines_of(objects_of(proposals)), kAllProblems, false);
  std::vector<bool> known(proposals.size());
  for (const CaseProblem& problem : added.problems) known[problem.line - 1] = problem.there;
  std::size_t at = 0;
  return std::erase_if(proposals, [&](const ProposedCase&) { return known[at++]; });
}

// All that can be added; says what is wrong with the others, which `are_all` then has.
std::vector<Value> accepted(const std::vector<ProposedCase>& proposals, const Decisions& decisions,
                            Checking& checking, bool& are_all) {
  std::vector<ProposedCase> wanted;
  for (const ProposedCase& one : proposals) {
    const Value* decided = decisions.find(one.object);
    if (decided != nullptr && decided->is_none()) continue;
    wanted.push_back(one);
    if (decided != nullptr) wanted.back().object = *decided;
  }
  const AddedCases added = checking.add(lines_of(objects_of(wanted)), kAllProblems, false);
  std::vector<bool> faulty(wanted.size());
  std::size_t told = 0;
  for (const CaseProblem& problem : added.problems) {
    faulty[problem.line - 1] = true;
    if (++told > kMostProposalProblems) continue;
    say(printable_line(wanted[problem.line - 1].from) + ": " + problem.text);
  }
  if (added.faulty > kMostProposalProblems) {
    say("and " + counted(added.faulty - kMostProposalProblems, "more case", "more cases"));
  }
  if (added.faulty > 0) {
    are_all = false;
    say(counted(added.faulty, "proposed case", "proposed cases") + " cannot be used");
  }
  std::size_t at = 0;
  std::erase_if(wanted, [&](const ProposedCase&) { return faulty[at++]; });
  return objects_of(wanted);
}

// ---- what comes of it ----

// Of an unusable line or case the exit code tells, although the others are added.
int code_of(bool are_all) { return are_all ? kDone : kSomeUnusable; }

// What adding them would say, missing tags aside.
AddedCases try_to_add(const std::vector<ProposedCase>& proposals, const TagWeights& weights,
                      Checking& checking) {
  std::vector<Value> objects = objects_of(proposals);
  for (Value& one : objects) {
    if (needs_tag(one, weights)) add_tags(one, {weights.front().tag}, weights);
  }
  return checking.add(lines_of(objects), kAllProblems, false);
}

// Without a person who is asked about each.
void choose(std::vector<ProposedCase>& proposals, const Decisions& decisions,
            const TagWeights& weights, bool adds, Checking& checking) {
  const AddedCases tried = try_to_add(proposals, weights, checking);
  for (const CaseProblem& problem : tried.problems) proposals[problem.line - 1].fits = false;
  choose_one_each(proposals, decisions, /*keeps_unknown=*/!adds);
  tell_missing_tags(proposals, decisions, weights, /*refuses=*/adds);
}

// What has to be corrected before they are added.
void tell_faults(const std::vector<ProposedCase>& proposals, AddedCases added) {
  if (added.problems.size() > kMostProposalProblems) added.problems.resize(kMostProposalProblems);
  for (const CaseProblem& problem : added.problems) {
    say(printable_line(proposals[problem.line - 1].from) + ": " + problem.text);
  }
  if (added.faulty == 0) return;
  say(counted(added.faulty, "proposed case", "proposed cases") +
      (added.faulty == 1 ? " cannot be added as it is. Correct it first"
                         : " cannot be added as they are. Correct them first"));
}

int write_proposals(const std::string& place, const std::vector<ProposedCase>& proposals,
                    const std::string& output) {
  const auto failed = std::count_if(proposals.begin(), proposals.end(),
                                    [](const ProposedCase& one) { return one.failed(); });
  if (failed > 0) {
    say(counted(static_cast<std::size_t>(failed), "proposed case is a failed response",
                "proposed cases are failed responses") +
        ": correct the expected calls before you add them");
  }
  OutputFile file;
  if (!file.open(output)) throw UsageError(file.error());
  for (const ProposedCase& one : proposals) file.write(case_line(one.object));
  if (!file.close()) throw UsageError(file.error());
  if (output == "-") return kDone;
  std::string text = "wrote " + counted(proposals.size(), "proposed case", "proposed cases") +
                     " to " + printable_line(output) + "\n";
  const std::string folder = shell_word(place);
  const std::string cases = shell_word(output);
  if (!is_quiet() && !folder.empty() && !cases.empty()) {
    text += "\nCheck each case, then add them:\n  bfclx dataset add " + folder + " " + cases + "\n";
  }
  return print(STDOUT_FILENO, text) ? kDone : kSomeUnusable;
}

// `source`: the hash of all that was proposed. A call that is killed leaves it with the lines, and
// the same command adds these lines: what is proposed then is less, and nobody is asked again.
int write_confirmed(const std::string& place, const std::string& lines, const std::string& source,
                    bool resumes, Checking& checking) {
  const AddedCases added = checking.add(lines, kMaxCaseProblems, resumes);
  write_added(place, "confirmed cases", added, source, lines);
  return print(STDOUT_FILENO, "\n" + summary_text(place, added)) ? kDone : kSomeUnusable;
}

int say_stopped(const Confirmed& confirmed, const Decisions& decisions) {
  print(STDOUT_FILENO, "\nNothing was added. " +
                           counted(confirmed.kept.size(), "confirmed case", "confirmed cases") +
                           " and " + counted(confirmed.open, "open case", "open cases") +
                           ". To continue, run the same command again. Your decisions are in " +
                           printable_line(decisions.path()) + "\n");
  return kDone;
}

void refuse_to_replace_input(const std::string& place, const FromRun& options) {
  RunOptions inputs;
  inputs.paths = {options.run};
  for (const std::string& dataset : {place, options.run_dataset}) {
    if (dataset.empty()) continue;
    inputs.dataset = dataset;
    refuse_to_overwrite(inputs, "--output", options.output);
  }
}

}  // namespace

void add_from_run_options(CLI::App& command, FromRun& options) {
  CLI::Option* run =
      command
          .add_option("--from-run", options.run,
                      "Propose cases from the calls of a log or of results; each must be confirmed")
          ->type_name("RUN")
          ->excludes(command.get_option("CASES"));
  command
      .add_option("--run-dataset", options.run_dataset,
                  "Dataset of the results of --from-run, if not FOLDER")
      ->type_name("DIR")
      ->needs(run);
  command
      .add_option("--tag", options.tags, "Tag of all proposed cases of --from-run; can be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->needs(run);
  CLI::Option* yes =
      command.add_flag("--yes", options.yes, "Confirm all proposed cases")->needs(run);
  command
      .add_option("-o,--output", options.output,
                  "Write the proposed cases to this file, so that you can edit and add them")
      ->type_name("FILE")
      ->needs(run)
      ->excludes(yes);
}

int add_from_run(const std::string& place, const FromRun& options) {
  check_place(place);
  check_paths({options.run});
  if (!options.output.empty()) refuse_to_replace_input(place, options);
  const bool asks = options.output.empty() && !options.yes;
  if (asks && (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0)) {
    throw UsageError(
        "--from-run needs a terminal to show each case. Use -o FILE to write the proposed cases, "
        "or --yes to add all of them");
  }
  const BenchmarkLock lock(place);
  const OwnBenchmark benchmark = read_benchmark(place);
  if (benchmark.translation != nullptr) {
    throw UsageError(place + " is a translation: it has the entries of another dataset");
  }
  check_tags(options.tags, benchmark.weights);
  auto [proposals, are_all] = all_proposals(place, options, benchmark);
  Checking checking(place, benchmark);
  const std::string source = hex_of(sha256("proposed\n" + lines_of(objects_of(proposals))));
  for (ProposedCase& one : proposals) add_tags(one.object, options.tags, benchmark.weights);
  Decisions decisions(place);
  if (options.output.empty() && was_interrupted(place, source)) {
    const int code =
        write_confirmed(place, interrupted_cases(place), source, /*resumes=*/true, checking);
    decisions.forget(proposals);
    return code;
  }
  if (const std::size_t known = leave_out_known(proposals, checking); known > 0) {
    say(counted(known, "proposed case", "proposed cases") +
        " left out: entries of the benchmark have the same question and tools");
  }
  if (options.yes) leave_out_failed(proposals, decisions);
  group_proposals(proposals);
  if (!asks) choose(proposals, decisions, benchmark.weights, options.yes, checking);
  if (proposals.empty()) throw NothingUsable(options.run + ": no case to propose");
  if (!options.output.empty()) {
    tell_faults(proposals, try_to_add(proposals, benchmark.weights, checking));
    return std::max(code_of(are_all), write_proposals(place, proposals, options.output));
  }
  Confirmed confirmed;
  if (options.yes) {
    confirmed.kept = accepted(proposals, decisions, checking, are_all);
  } else {
    confirmed = confirm_cases(
        proposals, decisions, benchmark.weights,
        [&](const auto& kept, const Value& object) { return checking.check(kept, object); });
  }
  if (confirmed.stopped) return say_stopped(confirmed, decisions);
  if (confirmed.kept.empty()) {
    print(STDOUT_FILENO, "\nNo case was confirmed; nothing was added.\n");
    decisions.forget(proposals);
    return options.yes ? kSomeUnusable : kDone;
  }
  const int code =
      write_confirmed(place, lines_of(confirmed.kept), source, /*resumes=*/false, checking);
  decisions.forget(proposals);
  return std::max(code_of(are_all), code);
}

}  // namespace bfclx::tools

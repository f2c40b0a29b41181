#include "tools/bfclx/audit/review.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/counted.h"
#include "core/review/merge.h"
#include "core/review/outcome.h"
#include "tools/bfclx/audit/review_desk.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/output/line_log.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::uint64_t kLargestSeed = (std::uint64_t{1} << 53) - 1;  // exact in JSON everywhere
constexpr std::size_t kShownProblems = 20;
constexpr int kMostFiles = 1000;  // that are read; more than three are refused

ReviewSession read_session(const std::string& path) {
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(path + ": " + file.error);
  Result<ReviewSession> session = parse_review(file.bytes);
  if (!session.ok()) throw UsageError(path + ": " + session.error().message);
  return std::move(session).value();
}

// There is no file yet, or one with nothing in it.
bool is_new(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return true;
  return std::filesystem::is_regular_file(path, error) && std::filesystem::is_empty(path, error);
}

// The file of --review, which no other command writes while this object lives. One that was made
// and in which nothing stands at the end is removed again.
class HeldFile {
 public:
  explicit HeldFile(const std::string& path) : path_(path) {
    std::error_code error;
    const bool was_there = std::filesystem::exists(path, error);
    if (!log_.open_alone(path)) throw UsageError(log_.error());
    is_made_ = !was_there;
    if (log_.removed() > 0) note(path + ": an incomplete last line was removed");
  }
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;
  ~HeldFile() {
    std::error_code error;
    if (is_made_ && is_new(path_)) std::filesystem::remove(path_, error);
  }

  void add(const std::string& lines) {
    if (!log_.append(lines) || !log_.sync()) throw UsageError(log_.error());
  }
  LineLog& log() { return log_; }

 private:
  const std::string path_;
  LineLog log_;
  bool is_made_ = false;
};

// The entries of a review, from the dataset.
class Entries {
 public:
  Entries(const RunOptions& run, const ReviewSession& session) : dataset_(run.dataset) {
    for (const ReviewEntry& one : session.entries) {
      const Category* category = category_of_id(one.id);
      if (category == nullptr) throw UsageError(one.id + ": unknown id");
      if (const Status status = dataset_.load(*category); !status.ok()) {
        throw UsageError(status.error().message);
      }
      const Entry* entry = dataset_.dataset().find(one.id);
      if (entry == nullptr || fingerprint_of(*entry) != one.fingerprint) {
        throw UsageError(one.id + " is " + (entry == nullptr ? "missing from" : "different in") +
                         " this dataset; pass the dataset of the review with --dataset: " +
                         session.dataset_version + ", " + session.dataset_hash);
      }
    }
  }

  FindEntry finder() const {
    return [this](const std::string& id) -> const Entry& { return *dataset_.dataset().find(id); };
  }
  const Dataset& dataset() const { return dataset_.dataset(); }
  // As upstream_patch wants it.
  ReadDatasetFile reader() const {
    return [read = dataset_.reader()](const std::string& path) -> std::optional<std::string> {
      Result<std::optional<std::string>> bytes = read(path);
      if (!bytes.ok()) return std::nullopt;
      return std::move(bytes).value();
    };
  }

 private:
  DatasetDir dataset_;
};

void need_reviewer(const ReviewOptions& options) {
  if (options.reviewer.empty()) {
    throw UsageError("a new review needs your name: --reviewer NAME");
  }
  if (const Status status = check_reviewer_name(options.reviewer); !status.ok()) {
    throw UsageError("--reviewer: " + status.error().message);
  }
}

std::string sitting_text(const ReviewDesk& desk, const std::string& path) {
  const std::size_t all = desk.session().entries.size();
  std::string text = "\n" + grouped_digits(desk.voted()) + " of " +
                     counted(all, "entry is", "entries are") + " reviewed (" +
                     printable_line(path) + ").\n";
  if (desk.voted() < all) return text + "To continue, run the same command again.\n";
  return text;
}

void check_seed(const ReviewOptions& options, const std::string& file,
                const ReviewSession& session) {
  if (!options.is_seed_given || options.seed == session.seed) return;
  throw UsageError(file + " has the seed " + std::to_string(session.seed) +
                   ". Leave out --seed, or begin a new review with --review FILE");
}

void check_reviewer(const ReviewOptions& options, const ReviewSession& session) {
  check_seed(options, options.file, session);
  if (options.reviewer.empty() || options.reviewer == session.reviewer) return;
  throw UsageError(options.file + " is the review of " + session.reviewer);
}

ReviewSession new_session(const ReviewOptions& options, const RunOptions& run,
                          const MakePlan& make_plan) {
  if (!options.of.empty()) {
    const ReviewSession first = read_session(options.of);
    check_seed(options, options.of, first);
    Result<ReviewSession> second = second_review(first, options.reviewer, today_text(run));
    if (!second.ok()) throw UsageError("--review-of " + options.of + ": " + second.error().message);
    return std::move(second).value();
  }
  ReviewRequest request;
  request.reviewer = options.reviewer;
  request.seed = options.seed;
  request.date = today_text(run);
  request.with_hard = options.with_hard;
  ReviewPlan plan = make_plan(request);
  if (plan.left_out > 0) {
    note(counted(plan.left_out, "suspicious entry is", "suspicious entries are") +
         " left out: only single-turn function calls, irrelevance and episodes without long "
         "context can be reviewed");
  }
  return std::move(plan.session);
}

ReviewSession begun_session(const ReviewOptions& options) {
  ReviewSession session = read_session(options.file);
  if (!session.reviewers.empty()) {
    throw UsageError(options.file + " has decisions about the reviews of " +
                     joined(session.reviewers, " and ") +
                     "; pass it to --review-merge with both reviews");
  }
  check_reviewer(options, session);
  return session;
}

int review_alone(const ReviewOptions& options, const RunOptions& run, const MakePlan& make_plan) {
  if (!is_new(options.file)) {
    begun_session(options);  // what is no review is not touched
  } else {
    need_reviewer(options);
    if (options.of.empty() && run.paths.empty()) {
      throw UsageError(options.file + " does not exist; for a new review, pass the runs (PATH)");
    }
  }
  HeldFile file(options.file);
  const bool begins = is_new(options.file);
  ReviewSession session = begins ? new_session(options, run, make_plan) : begun_session(options);
  if (session.entries.empty()) {
    throw NothingUsable(options.with_hard ? "nothing to review: no entry is suspicious or hard"
                                          : "nothing to review: no entry is suspicious; "
                                            "`--review-hard` also reviews hard entries");
  }
  const Entries entries(run, session);
  if (begins) file.add(review_plan_lines(session));
  ReviewDesk desk(std::move(session));
  sit_at_desk(desk, file.log(), entries.finder(),
              [](const ReviewEntry&) { return std::vector<std::string>(); });
  return print(STDOUT_FILENO, sitting_text(desk, options.file)) ? kDone : kSomeUnusable;
}

// --- Merging ------------------------------------------------------------------------------------

void check_outputs(const ReviewOptions& options, const RunOptions& run) {
  const std::vector<NamedFile> outputs = {
      {"--review-errata", options.errata}, {"--patch", options.patch}, {"--issue", options.issue}};
  std::vector<NamedFile> inputs = {{"--review", options.file}};
  for (const std::string& path : options.merge) inputs.push_back({"--review-merge", path});
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].file.empty()) continue;
    if (options.merge.empty()) {
      throw UsageError(std::string(outputs[i].option) +
                       " needs --review-merge with the reviews, and with the decisions if there "
                       "are any");
    }
    refuse_to_overwrite(run, outputs[i].option, outputs[i].file, inputs);
    for (std::size_t j = 0; j < i; ++j) refuse_same_output(outputs[j], outputs[i]);
  }
  if (!options.errata.empty() && options.link.substr(0, 8) != "https://" &&
      options.link.substr(0, 7) != "http://") {
    throw UsageError("--review-errata needs --link URL: where the corrections are discussed");
  }
}

bool write_output(const std::string& path, const std::string& text) {
  if (path.empty()) return true;
  OutputFile file;
  if (!file.open(path)) throw UsageError(file.error());
  file.write(text);
  if (file.close()) return true;
  say(file.error());
  return false;
}

bool write_outcome(const ReviewOptions& options, const ReviewMerge& merge, const Entries& entries) {
  const ReviewOutcome outcome =
      review_outcome(merge, entries.dataset(), "review by " + joined(merge.reviewers, " and "),
                     options.link.empty() ? std::string(kOfficialIssues) : options.link);
  bool written = write_output(options.errata, errata_json(outcome.errata));
  if (!options.patch.empty()) {
    const Result<std::string> patch = upstream_patch(outcome.changes, entries.reader());
    if (!patch.ok()) throw UsageError(patch.error().message);
    written = write_output(options.patch, *patch) && written;
  }
  written = write_output(options.issue, review_issue(merge, outcome)) && written;
  for (std::size_t i = 0; i < outcome.problems.size() && i < kShownProblems; ++i) {
    note(printable_line(outcome.problems[i]));
  }
  if (outcome.problems.size() > kShownProblems) {
    note("and " + counted(outcome.problems.size() - kShownProblems, "more", "more"));
  }
  return written;
}

std::string merged_text(const ReviewMerge& merge, const Terminal& terminal) {
  std::string text;
  for (const std::string& one : merge_texts(merge)) {
    text += wrapped(printable_line(one) + ".", 0, terminal.width());
  }
  bool begun = false;
  for (const MergedEntry& one : merge.entries) {
    if (!one.disagreed || one.decided != nullptr) continue;
    if (!begun) text += "\n" + terminal.styled(Style::kBold, "Disagreements to decide") + "\n";
    begun = true;
    text += "  " + terminal.styled(Style::kName, printable_line(one.entry->id)) + "\n";
    for (const std::string& line : disagreement_texts(merge, one)) {
      text += wrapped(printable_line(line), 4, terminal.width());
    }
  }
  if (begun) {
    text += "\n" + wrapped(merge.adjudicator.empty()
                               ? "To decide them, add --review FILE --reviewer NAME. If they are "
                                 "decided already, add the file of the decisions to --review-merge."
                               : "To decide them, pass the file of the decisions with --review.",
                           0, terminal.width());
  }
  return text;
}

// How the result is written, where no option says so.
std::string next_text(const ReviewOptions& options, const RunOptions& run, const ReviewMerge& merge,
                      const Terminal& terminal) {
  if (merge.finds() == 0 || !options.errata.empty() || !options.patch.empty() ||
      !options.issue.empty()) {
    return {};
  }
  std::string command = "bfclx dataset audit --review-merge";
  for (const std::string& path : options.merge) command += " " + shell_word(path);
  if (!options.file.empty() && !merge.adjudicator.empty())
    command += " " + shell_word(options.file);
  if (!run.dataset.empty()) command += " --dataset " + shell_word(run.dataset);
  return "\n" + wrapped("To write the corrections, run one of:", 0, terminal.width()) + "  " +
         command + " --review-errata errata.json --link URL\n  " + command +
         " --patch ground-truth.patch --issue issue.md\n";
}

ReviewMerge merged(const std::vector<const ReviewSession*>& sessions,
                   const ReviewSession* decided) {
  Result<ReviewMerge> merge = merge_reviews(sessions, decided);
  if (!merge.ok()) throw UsageError(merge.error().message);
  return std::move(merge).value();
}

ReviewSession begun_decisions(const ReviewOptions& options) {
  for (const std::string& path : options.merge) {
    refuse_same_output({"--review", options.file}, {"--review-merge", path});
  }
  ReviewSession decided = read_session(options.file);
  check_reviewer(options, decided);
  return decided;
}

// Shows the disagreements and keeps what is decided in the file of --review.
ReviewSession decide(const ReviewOptions& options, const RunOptions& run,
                     const std::vector<const ReviewSession*>& sessions, const Entries& entries) {
  if (is_new(options.file)) need_reviewer(options);
  HeldFile file(options.file);
  ReviewSession decided;
  if (is_new(options.file)) {
    Result<ReviewSession> begun =
        adjudication_of(merged(sessions, nullptr), options.reviewer, today_text(run));
    if (!begun.ok()) throw UsageError("--reviewer: " + begun.error().message);
    decided = std::move(begun).value();
    file.add(review_plan_lines(decided));
  } else {
    decided = begun_decisions(options);
    const std::vector<ReviewEntry> more = new_disagreements(merged(sessions, &decided), decided);
    for (const ReviewEntry& entry : more) {
      file.add(review_entry_line(decided, entry));
      decided.entries.push_back(entry);
    }
    if (!more.empty()) {
      note(counted(more.size(), "new disagreement", "new disagreements") + " added to " +
           printable_line(options.file));
    }
  }
  const ReviewMerge merge = merged(sessions, &decided);
  ReviewDesk desk(decided);
  sit_at_desk(desk, file.log(), entries.finder(),
              [&](const ReviewEntry& shown) { return votes_shown(merge, shown); });
  print(STDOUT_FILENO, sitting_text(desk, options.file) + "\n");
  return desk.session();
}

int review_together(const ReviewOptions& options, const RunOptions& run) {
  std::vector<ReviewSession> sessions;
  for (const std::string& path : options.merge) sessions.push_back(read_session(path));
  Result<ReviewSet> set = review_set(std::move(sessions));
  if (!set.ok()) throw UsageError("--review-merge: " + set.error().message);
  std::optional<ReviewSession> decided = std::move(set->decisions);
  if (decided && !options.file.empty()) {
    throw UsageError("pass the decisions with --review or with --review-merge, not with both");
  }
  if (set->reviews.size() < 2 && !options.file.empty()) {
    throw UsageError("--review with --review-merge decides disagreements and needs two reviews");
  }
  std::vector<const ReviewSession*> given;
  for (const ReviewSession& session : set->reviews) given.push_back(&session);
  if (!options.file.empty() && !is_new(options.file)) decided = begun_decisions(options);
  // What does not fit is refused before anything is written.
  ReviewMerge merge = merged(given, decided ? &*decided : nullptr);
  const Entries entries(run, set->reviews.front());
  if (!options.file.empty() && (decided || merge.disagreements > 0)) {
    decided = decide(options, run, given, entries);
    merge = merged(given, &*decided);
  }
  const bool written = write_outcome(options, merge, entries);
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  const bool to_output = options.errata == "-" || options.patch == "-" || options.issue == "-";
  const bool told = to_output || print(STDOUT_FILENO, merged_text(merge, terminal) +
                                                          next_text(options, run, merge, terminal));
  return written && told ? kDone : kSomeUnusable;
}

}  // namespace

void add_review_options(CLI::App& command, ReviewOptions& options) {
  const auto in_group = [](CLI::Option* option) { option->group("Review"); };
  const auto file = [&](const char* name, std::string& value, const char* meaning) {
    in_group(command.add_option(name, value, meaning)->type_name("FILE"));
  };
  file("--review", options.file,
       "Judge the suspicious entries without seeing the ground truth; save the votes to FILE");
  in_group(command.add_option("--reviewer", options.reviewer, "Your name, for a new review")
               ->type_name("NAME"));
  in_group(command.add_option("--seed", options.seed, "Seed of the order and of the random draw")
               ->type_name("N")
               ->check(whole_number(0, kLargestSeed))
               ->each([&options](const std::string&) { options.is_seed_given = true; })
               ->capture_default_str());
  file("--review-of", options.of,
       "Review the entries of this review as a second reviewer; needs no runs");
  command.add_flag("--review-hard", options.with_hard, "Also review hard entries")
      ->needs(command.get_option("--review"))
      ->group("Review");
  in_group(command
               .add_option("--review-merge", options.merge,
                           "Show the agreement and result of two reviews, and of decisions; "
                           "with --review, decide the disagreements")
               ->type_name("FILE")
               ->expected(1, kMostFiles));
  file("--review-errata", options.errata, "Write the result as errata; needs --link");
  file("--patch", options.patch,
       "Write corrected ground truth as a patch for the official repository");
  file("--issue", options.issue, "Write the text of an issue (Markdown)");
  in_group(command
               .add_option("--link", options.link,
                           "Address where the corrections are discussed, for the errata")
               ->type_name("URL"));
}

int run_review(const ReviewOptions& options, const RunOptions& run, const MakePlan& make_plan) {
  check_outputs(options, run);
  return options.merge.empty() ? review_alone(options, run, make_plan)
                               : review_together(options, run);
}

}  // namespace bfclx::tools

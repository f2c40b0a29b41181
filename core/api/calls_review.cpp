// Blind review of audited entries. A session is its file: the caller keeps it, and gives it with
// all keys that were pressed since it was opened.
#include <memory>
#include <utility>
#include <vector>

#include "core/api/arguments.h"
#include "core/api/audit_model.h"
#include "core/api/scoring.h"
#include "core/audit/audit_totals.h"
#include "core/base/counted.h"
#include "core/review/merge.h"
#include "core/review/outcome.h"
#include "core/review/run_paths.h"
#include "core/review/screen.h"
#include "core/run/run_statistics.h"
#include "core/run/score_run.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// What the responses of one model did in the episodes of the plan.
Status add_paths(Module& module, const Value& model, ReviewPlanner& planner) {
  BFCLX_ASSIGN_OR_RETURN(AskedRun asked, run_argument(module, model));
  ModelRun& run = asked.model;
  RunPaths paths(planner, run);
  score_run(run, Keep::kCounts, paths.hooks());
  paths.finish();
  return {};
}

// What the core refuses of an argument, as an error of kind "argument".
template <typename T>
Result<T> or_wrong(Result<T> result) {
  if (!result.ok()) return wrong(result.error().message);
  return result;
}

Result<std::string> reviewer_argument(const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(std::string reviewer, text_argument(arguments, "reviewer"));
  const Status fits = check_reviewer_name(reviewer);
  if (!fits.ok()) return wrong(fits.error().message);
  return reviewer;
}

// The session of an audit of these runs, as a file.
Result<Value> plan(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const List* models, list_argument(arguments, "models"));
  ReviewRequest request;
  BFCLX_ASSIGN_OR_RETURN(request.reviewer, reviewer_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t seed, optional_number(arguments, "seed", 0, 0));
  BFCLX_ASSIGN_OR_RETURN(request.date, text_argument(arguments, "date"));
  request.seed = static_cast<std::uint64_t>(seed);
  Audit audit;
  AnswerMemo memo(kAuditMemo);
  for (const Value& model : *models) {
    BFCLX_RETURN_IF_ERROR(audit_model(module, model, audit, memo));
  }
  add_unreachable(audit);
  module.dataset().identify();
  request.dataset_version = module.dataset().dataset().version;
  request.dataset_hash = module.dataset().dataset().hash;
  BFCLX_ASSIGN_OR_RETURN(const std::optional<bool> hard, optional_flag(arguments, "hard"));
  request.with_hard = hard.value_or(false);
  const AuditReport report = audit.finish({});
  ReviewPlanner planner(report, request);
  if (planner.wants_paths()) {
    for (const Value& model : *models) BFCLX_RETURN_IF_ERROR(add_paths(module, model, planner));
  }
  const ReviewPlan planned = planner.finish();
  return dict_of({{"file", review_plan_lines(planned.session)},
                  {"entries", planned.session.entries.size()},
                  {"left_out", planned.left_out}});
}

Result<ReviewSession> session_of(std::string_view file) { return or_wrong(parse_review(file)); }

// Loads what the session is about; an error where the dataset has another entry.
Status load_entries(Module& module, const ReviewSession& session) {
  for (const ReviewEntry& one : session.entries) {
    const Category* category = category_of_id(one.id);
    if (category == nullptr) return wrong(one.id + ": unknown id");
    const Status loaded = module.dataset().load(*category);
    if (!loaded.ok()) return dataset_fault(loaded.error());
    const Entry* entry = module.dataset().dataset().find(one.id);
    if (entry == nullptr || fingerprint_of(*entry) != one.fingerprint) {
      return wrong(one.id + " is " + (entry == nullptr ? "missing from" : "different in") +
                   " this dataset; the review is about " + session.dataset_version);
    }
  }
  return {};
}

// The reviews and decisions of files, with what they come to.
struct Together {
  ReviewSet set;
  ReviewMerge merge;           // refers to `set`
  std::string decisions_file;  // of `set`, as it was given; may be empty

  explicit Together(ReviewSet given) : set(std::move(given)) {}
  Together(const Together&) = delete;
  Together& operator=(const Together&) = delete;
};
Result<std::unique_ptr<Together>> together(const std::vector<std::string>& files) {
  if (files.empty()) return wrong("`files` is empty");
  std::vector<ReviewSession> sessions;
  std::string decisions_file;
  for (const std::string& file : files) {
    BFCLX_ASSIGN_OR_RETURN(ReviewSession session, session_of(file));
    if (!session.reviewers.empty()) decisions_file = file;
    sessions.push_back(std::move(session));
  }
  BFCLX_ASSIGN_OR_RETURN(ReviewSet set, or_wrong(review_set(std::move(sessions))));
  auto its = std::make_unique<Together>(std::move(set));
  std::vector<const ReviewSession*> given;
  for (const ReviewSession& session : its->set.reviews) given.push_back(&session);
  BFCLX_ASSIGN_OR_RETURN(
      its->merge,
      or_wrong(merge_reviews(given, its->set.decisions ? &*its->set.decisions : nullptr)));
  its->decisions_file = std::move(decisions_file);
  return its;
}

// `keys`: a key each, or "c TEXT". Gives the screen, the message of the last key, and the whole
// file. `reviews`: whose disagreements the file decides; then the screen has their votes.
Result<Value> open(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(std::string file, text_argument(arguments, "file"));
  BFCLX_ASSIGN_OR_RETURN(ReviewSession session, session_of(file));
  BFCLX_RETURN_IF_ERROR(load_entries(module, session));
  BFCLX_ASSIGN_OR_RETURN(const std::vector<std::string> keys, texts_argument(arguments, "keys"));
  const std::vector<std::string> decides = session.reviewers;
  std::unique_ptr<Together> reviews;
  if (const Value* given = find_member(arguments, "reviews"); given != nullptr) {
    BFCLX_ASSIGN_OR_RETURN(std::vector<std::string> files, texts_argument(arguments, "reviews"));
    if (!files.empty()) {
      files.push_back(file);
      BFCLX_ASSIGN_OR_RETURN(reviews, together(files));
    }
  }
  ReviewDesk desk(std::move(session));
  end_last_line(file);
  std::string message;
  for (const std::string& key : keys) {
    if (key.size() > 1 && key.compare(0, 2, "c ") == 0) {
      desk.set_comment(key.substr(2));
      message.clear();
      continue;
    }
    const ReviewDesk::Step step = desk.press(key.empty() ? ' ' : key.front());
    file += step.line;
    message = step.message;
  }
  const Entry* entry = desk.ended() ? nullptr : module.dataset().dataset().find(desk.entry().id);
  Value screen = review_screen_value(desk, entry);
  screen.mutable_dict().set("message", Value::str(message));
  screen.mutable_dict().set("file", Value::str(file));
  screen.mutable_dict().set("reviewer", Value::str(desk.session().reviewer));
  screen.mutable_dict().set("decides", list_of_texts(decides));
  if (reviews != nullptr && !desk.ended()) {
    screen.mutable_dict().set("votes", list_of_texts(votes_shown(reviews->merge, desk.entry())));
  }
  return screen;
}

// The decisions of a third person about the disagreements of two reviews: a new file, or the given
// one with the disagreements that came up since.
Result<Value> decide(Module&, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::vector<std::string> files, texts_argument(arguments, "files"));
  BFCLX_ASSIGN_OR_RETURN(const std::unique_ptr<Together> its, together(files));
  std::string file;
  std::size_t entries = 0;
  if (its->set.decisions) {
    const ReviewSession& decided = *its->set.decisions;
    file = its->decisions_file;
    end_last_line(file);
    const std::vector<ReviewEntry> more = new_disagreements(its->merge, decided);
    for (const ReviewEntry& entry : more) file += review_entry_line(decided, entry);
    entries = decided.entries.size() + more.size();
  } else {
    BFCLX_ASSIGN_OR_RETURN(const std::string reviewer, reviewer_argument(arguments));
    BFCLX_ASSIGN_OR_RETURN(const std::string date, text_argument(arguments, "date"));
    BFCLX_ASSIGN_OR_RETURN(const ReviewSession decided,
                           or_wrong(adjudication_of(its->merge, reviewer, date)));
    file = review_plan_lines(decided);
    entries = decided.entries.size();
  }
  return dict_of({{"file", file}, {"entries", entries}});
}

// The same entries for a second reviewer.
Result<Value> same(Module&, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::string file, text_argument(arguments, "file"));
  BFCLX_ASSIGN_OR_RETURN(const ReviewSession session, session_of(file));
  BFCLX_ASSIGN_OR_RETURN(const std::string reviewer, reviewer_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::string date, text_argument(arguments, "date"));
  BFCLX_ASSIGN_OR_RETURN(const ReviewSession second,
                         or_wrong(second_review(session, reviewer, date)));
  return dict_of({{"file", review_plan_lines(second)}});
}

// One file or two, and one of decisions about their disagreements.
Result<Value> merge(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::vector<std::string> files, texts_argument(arguments, "files"));
  BFCLX_ASSIGN_OR_RETURN(const std::string link, optional_text(arguments, "link"));
  BFCLX_ASSIGN_OR_RETURN(const std::unique_ptr<Together> its, together(files));
  const ReviewMerge* const merged = &its->merge;
  BFCLX_RETURN_IF_ERROR(load_entries(module, its->set.reviews.front()));
  const ReviewOutcome outcome = review_outcome(*merged, module.dataset().dataset(),
                                               "review by " + joined(merged->reviewers, " and "),
                                               link.empty() ? std::string(kOfficialIssues) : link);
  const Result<std::string> patch =
      upstream_patch(outcome.changes, [&](const std::string& path) { return module.file(path); });
  List disagreements;
  for (const MergedEntry& one : merged->entries) {
    if (!one.disagreed || one.decided != nullptr) continue;
    disagreements.push_back(dict_of(
        {{"id", one.entry->id}, {"votes", list_of_texts(disagreement_texts(*merged, one))}}));
  }
  return dict_of({{"texts", list_of_texts(merge_texts(*merged))},
                  {"disagreements", Value::list(std::move(disagreements))},
                  {"errata", link.empty() ? Value() : Value::str(errata_json(outcome.errata))},
                  {"patch", patch.ok() ? Value::str(*patch) : Value()},
                  {"issue", review_issue(*merged, outcome)},
                  {"problems", list_of_texts(outcome.problems)}});
}

struct Action {
  std::string_view name;
  Result<Value> (*run)(Module& module, const Value& arguments);
};
constexpr Action kActions[] = {
    {"plan", plan}, {"open", open}, {"same", same}, {"merge", merge}, {"decide", decide}};

Result<Value> review_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::string name, text_argument(arguments, "action"));
  for (const Action& action : kActions) {
    if (action.name == name) return action.run(module, arguments);
  }
  return wrong("`action` must be plan, open, same, merge or decide");
}

constexpr Call kCalls[] = {{"review", review_call}};

}  // namespace

std::span<const Call> review_calls() { return kCalls; }

}  // namespace bfclx::api

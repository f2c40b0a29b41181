// Blind review of audited entries. A session is its file: the caller keeps it, and gives it with
// all keys that were pressed since it was opened. Full module only.
#include <utility>
#include <vector>

#include "core/api/arguments.h"
#include "core/api/audit_model.h"
#include "core/api/scoring.h"
#include "core/audit/audit_totals.h"
#include "core/base/counted.h"
#include "core/review/episode_paths.h"
#include "core/review/merge.h"
#include "core/review/outcome.h"
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
  ScoreHooks hooks;
  hooks.wanted = [&](std::size_t index) {
    const Place& place = run.order[index];
    if (!place.scored) return false;
    const ScoredResponse& response = run.response(place);
    return response.entry != nullptr && planner.wants_path_of(response.entry->id);
  };
  hooks.scored = [&](std::size_t, ScoredResponse& response) {
    if (counts(response)) planner.add_path(response.entry->id, path_of(response));
  };
  score_run(run, Keep::kCounts, hooks);
  return {};
}

// The session of an audit of these runs, as a file.
Result<Value> plan(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const List* models, list_argument(arguments, "models"));
  ReviewRequest request;
  BFCLX_ASSIGN_OR_RETURN(request.reviewer, text_argument(arguments, "reviewer"));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t seed, optional_number(arguments, "seed", 0, 0));
  BFCLX_ASSIGN_OR_RETURN(request.date, text_argument(arguments, "date"));
  if (request.reviewer.empty()) return wrong("`reviewer` is empty");
  request.seed = static_cast<std::uint64_t>(seed);
  Audit audit;
  for (const Value& model : *models) BFCLX_RETURN_IF_ERROR(audit_model(module, model, audit));
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

Result<ReviewSession> session_of(std::string_view file) {
  Result<ReviewSession> session = parse_review(file);
  if (!session.ok()) return wrong(session.error().message);
  return session;
}

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

// `keys`: a key each, or "c TEXT". Gives the screen, the message of the last key, and the whole
// file.
Result<Value> open(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(std::string file, text_argument(arguments, "file"));
  BFCLX_ASSIGN_OR_RETURN(ReviewSession session, session_of(file));
  BFCLX_RETURN_IF_ERROR(load_entries(module, session));
  BFCLX_ASSIGN_OR_RETURN(const std::vector<std::string> keys, texts_argument(arguments, "keys"));
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
  return screen;
}

// The same entries for a second reviewer.
Result<Value> same(Module&, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::string file, text_argument(arguments, "file"));
  BFCLX_ASSIGN_OR_RETURN(const ReviewSession session, session_of(file));
  BFCLX_ASSIGN_OR_RETURN(const std::string reviewer, text_argument(arguments, "reviewer"));
  BFCLX_ASSIGN_OR_RETURN(const std::string date, text_argument(arguments, "date"));
  if (reviewer.empty()) return wrong("`reviewer` is empty");
  return dict_of({{"file", review_plan_lines(same_entries(session, reviewer, date))}});
}

// One file or two, and one of decisions about their disagreements.
Result<Value> merge(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::vector<std::string> files, texts_argument(arguments, "files"));
  BFCLX_ASSIGN_OR_RETURN(const std::string link, optional_text(arguments, "link"));
  if (files.empty()) return wrong("`files` is empty");
  std::vector<ReviewSession> sessions;
  for (const std::string& file : files) {
    BFCLX_ASSIGN_OR_RETURN(ReviewSession session, session_of(file));
    sessions.push_back(std::move(session));
  }
  const Result<ReviewSet> set = review_set(std::move(sessions));
  if (!set.ok()) return wrong(set.error().message);
  std::vector<const ReviewSession*> given;
  for (const ReviewSession& session : set->reviews) given.push_back(&session);
  const Result<ReviewMerge> merged =
      merge_reviews(given, set->decisions ? &*set->decisions : nullptr);
  if (!merged.ok()) return wrong(merged.error().message);
  BFCLX_RETURN_IF_ERROR(load_entries(module, set->reviews.front()));
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
constexpr Action kActions[] = {{"plan", plan}, {"open", open}, {"same", same}, {"merge", merge}};

Result<Value> review_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::string name, text_argument(arguments, "action"));
  for (const Action& action : kActions) {
    if (action.name == name) return action.run(module, arguments);
  }
  return wrong("`action` must be plan, open, same or merge");
}

constexpr Call kCalls[] = {{"review", review_call}};

}  // namespace

std::span<const Call> review_calls() { return kCalls; }

}  // namespace bfclx::api

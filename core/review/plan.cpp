// Which entries and answers a review shows, and in which order.
#include <algorithm>
#include <utility>

#include "core/audit/errata.h"
#include "core/audit/schema.h"
#include "core/base/counted.h"
#include "core/base/sha256.h"
#include "core/findings/possible_calls.h"
#include "core/render/visible.h"
#include "core/review/episode_paths.h"
#include "core/review/session.h"
#include "core/run/scorer.h"
#include "core/statistics/resampling.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kOneOf = 5;  // of the entries shown, one is from below the cut

Error refused(std::string message) { return {"ValueError", std::move(message), Error::kNoOffset}; }

RandomSource random_of(std::uint64_t seed, std::string_view what) {
  const Sha256 digest = sha256(std::to_string(seed) + "\n" + std::string(what));
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i) number = number << 8 | digest[i];
  return RandomSource(number);
}

template <typename Item>
void shuffle(std::vector<Item>& items, RandomSource random) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[random.below(static_cast<std::uint32_t>(i))]);
  }
}

// Entries whose answers stand side by side as calls.
bool is_reviewed_call(const Entry& entry) {
  const Category& category = *entry.category;
  return !category.varies_prompts &&
         (category.judging == Judging::kCalls || category.judging == Judging::kIrrelevance);
}

// Function names and the order of arguments as the docs have them: neither may tell who wrote it.
Value in_one_form(const Value& calls, const Entry& entry) {
  List out;
  if (!calls.is_list()) return Value::list();
  for (const Value& call : calls.items()) {
    if (!call.is_dict()) continue;
    for (const auto& [name, arguments] : call.as_dict()) {
      const Value* function = name.is_str() ? find_function(entry, name.as_str()) : nullptr;
      if (function == nullptr || !arguments.is_dict()) {
        out.push_back(call);
        break;
      }
      Dict ordered;
      const Dict& given = arguments.as_dict();
      const Value* parameters = find_member(*function, "parameters");
      const Value* properties =
          parameters != nullptr ? find_member(*parameters, "properties") : nullptr;
      if (properties != nullptr && properties->is_dict()) {
        for (const auto& [parameter, schema] : properties->as_dict()) {
          if (const Value* value = given.find(parameter)) ordered.set(parameter, *value);
        }
      }
      for (const auto& [parameter, value] : given) {
        if (ordered.find(parameter) == nullptr) ordered.set(parameter, value);
      }
      Dict one;
      one.set(*function->as_dict().find("name"), Value::dict(std::move(ordered)));
      out.push_back(Value::dict(std::move(one)));
    }
  }
  return Value::list(std::move(out));
}

void add_answer(ReviewEntry& entry, const Entry& its, const Value& calls, bool accepted) {
  if (entry.answers.size() == kMostReviewAnswers) return;
  ReviewAnswer answer{in_one_form(calls, its), {}, accepted};
  answer.key = answer_key(answer.calls);
  const bool known = std::any_of(entry.answers.begin(), entry.answers.end(),
                                 [&](const ReviewAnswer& one) { return one.key == answer.key; });
  if (!known) entry.answers.push_back(std::move(answer));
}

ReviewEntry entry_of(const AuditedEntry& audited, bool listed) {
  const Entry& entry = *audited.entry;
  ReviewEntry out;
  out.id = entry.id;
  out.fingerprint = fingerprint_of(entry);
  out.listed = listed;
  if (is_reviewed_episode(entry)) return out;  // its answers come with its paths
  std::vector<Value> accepted;
  if (entry.category->judging == Judging::kIrrelevance) {
    add_answer(out, entry, Value::list(), true);
  } else {
    const PossibleResponse response = possible_response(entry);
    add_answer(out, entry, response.calls, response.passes);
    if (response.passes && entry.possible_answers().is_list()) {
      accepted = listed_variants(response.calls, entry);
    }
  }
  for (const AnswerGroup& group : audited.groups) {
    if (group.kind == AnswerKind::kNoCalls) {
      add_answer(out, entry, Value::list(), false);
    } else if (group.kind == AnswerKind::kCalls && !group.calls.empty()) {
      const Result<Value> calls = json_loads(group.calls);
      if (calls.ok()) add_answer(out, entry, *calls, false);
    }
  }
  // One answer alone would be the ground truth's. Another way to pass stands beside it.
  for (std::size_t i = accepted.size(); i > 0 && out.answers.size() < 2; --i) {
    if (judge_entry_calls(entry, accepted[i - 1], false).valid) {
      add_answer(out, entry, accepted[i - 1], true);
    }
  }
  return out;
}

void put_in_order(ReviewSession& session) {
  const auto by = [](const auto& name) {
    return [name](const auto& a, const auto& b) { return a.*name < b.*name; };
  };
  std::sort(session.entries.begin(), session.entries.end(), by(&ReviewEntry::id));
  for (ReviewEntry& entry : session.entries) {
    std::sort(entry.answers.begin(), entry.answers.end(), by(&ReviewAnswer::key));
    shuffle(entry.answers,
            random_of(session.seed, "answers\n" + session.reviewer + "\n" + entry.id));
  }
  shuffle(session.entries, random_of(session.seed, "entries\n" + session.reviewer));
}

}  // namespace

struct ReviewPlanner::Episode {
  const Entry* entry = nullptr;
  EpisodeAnswers answers;
};

ReviewPlanner::ReviewPlanner(const AuditReport& report, const ReviewRequest& request) {
  ReviewSession& session = plan_.session;
  session.reviewer = request.reviewer;
  session.seed = request.seed;
  session.date = request.date;
  session.dataset_version = request.dataset_version;
  session.dataset_hash = request.dataset_hash;
  session.runs = report.runs.size();
  session.with_hard = request.with_hard;
  std::vector<const AuditedEntry*> chosen;
  std::vector<const AuditedEntry*> below;
  for (const AuditedEntry& audited : report.entries) {
    const bool listed =
        (audited.is_suspicious() || (request.with_hard && audited.list == AuditList::kHard)) &&
        (request.at_most == 0 || chosen.size() < request.at_most);
    if (!is_reviewed_call(*audited.entry) && !is_reviewed_episode(*audited.entry)) {
      plan_.left_out += listed ? 1 : 0;
    } else {
      (listed ? chosen : below).push_back(&audited);
    }
  }
  const auto is_episode = [](const AuditedEntry* one) { return is_reviewed_episode(*one->entry); };
  if (std::none_of(chosen.begin(), chosen.end(), is_episode)) std::erase_if(below, is_episode);
  session.below = below.size();
  // In an order that the audit does not decide, so that the seed alone draws.
  std::sort(below.begin(), below.end(), [](const AuditedEntry* a, const AuditedEntry* b) {
    return a->entry->id < b->entry->id;
  });
  shuffle(below, random_of(session.seed, "below the cut"));
  const std::size_t others = kOneOf - 1;
  below.resize(std::min(below.size(), (chosen.size() + others - 1) / others));
  const auto add = [&](const std::vector<const AuditedEntry*>& entries, bool listed) {
    for (const AuditedEntry* audited : entries) {
      session.entries.push_back(entry_of(*audited, listed));
      if (!is_episode(audited)) continue;
      auto episode = std::make_unique<Episode>();
      episode->entry = audited->entry;
      episodes_.emplace(audited->entry->id, std::move(episode));
    }
  };
  add(chosen, true);
  add(below, false);
}

ReviewPlanner::~ReviewPlanner() = default;

void ReviewPlanner::add_path(std::string_view id, const Value& path) {
  const auto it = episodes_.find(id);
  if (it != episodes_.end()) it->second->answers.add(path);
}

ReviewPlan ReviewPlanner::finish() {
  const std::int64_t today = day_of_review(plan_.session.date);
  for (ReviewEntry& entry : plan_.session.entries) {
    const auto it = episodes_.find(entry.id);
    if (it == episodes_.end()) continue;
    entry.answers = it->second->answers.answers(*it->second->entry, today);
  }
  put_in_order(plan_.session);
  return std::move(plan_);
}

ReviewSession same_entries(const ReviewSession& session, const std::string& reviewer,
                           const std::string& date) {
  ReviewSession same = session;
  same.reviewer = reviewer;
  same.date = date;
  same.votes.clear();
  same.place_of_vote.clear();
  put_in_order(same);
  return same;
}

Result<ReviewSession> second_review(const ReviewSession& first, const std::string& reviewer,
                                    const std::string& date) {
  if (!first.reviewers.empty()) {
    return refused("the first review has decisions about the reviews of " +
                   joined(first.reviewers, " and ") + "; pass one of these reviews");
  }
  if (first.reviewer == reviewer) {
    return refused("the first review is by " + reviewer + "; a second one needs another reviewer");
  }
  return same_entries(first, reviewer, date);
}

Status check_reviewer_name(std::string_view name) {
  if (name.empty()) return refused("the name of the reviewer is empty");
  if (printable_line(name) == name) return {};
  return refused("the name of the reviewer has characters that cannot be shown: " +
                 printable_line(name));
}

}  // namespace bfclx

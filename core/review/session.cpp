#include "core/review/session.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/sha256.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kFingerprint = 16;  // hexadecimal digits
constexpr std::size_t kAnswerKey = 16;
constexpr std::size_t kMark = 8;
constexpr std::size_t kMostEntries = 100'000;
constexpr std::array<std::string_view, kReviewVerdicts> kVerdicts = {"wrong", "ambiguous", "right"};

Error invalid(std::string message) { return {"ValueError", std::move(message), Error::kNoOffset}; }

std::string hash_text(std::string_view text, std::size_t digits) {
  return hex_of(sha256(text)).substr(0, digits);
}

// Of what is true of an entry or an answer, so that it does not stand in the file.
std::string mark_of(std::uint64_t seed, std::string_view what, std::string_view fact) {
  return hash_text(std::to_string(seed) + "\n" + std::string(what) + "\n" + std::string(fact),
                   kMark);
}
std::string answer_mark(std::uint64_t seed, const ReviewEntry& entry, const ReviewAnswer& answer,
                        bool accepted) {
  return mark_of(seed, entry.id + "\n" + answer.key, accepted ? "accepted" : "refused");
}
std::string entry_mark(std::uint64_t seed, const ReviewEntry& entry, bool listed) {
  return mark_of(seed, entry.id, listed ? "listed" : "below");
}

std::string line_of(const Value& value) {
  std::string line;
  append_json(line, value);
  return line + "\n";
}

Value entry_value(const ReviewSession& session, const ReviewEntry& entry) {
  List answers;
  for (const ReviewAnswer& one : entry.answers) {
    answers.push_back(dict_of({{"calls", one.calls},
                               {"key", one.key},
                               {"mark", answer_mark(session.seed, entry, one, one.accepted)}}));
  }
  return dict_of({{"id", entry.id},
                  {"fingerprint", entry.fingerprint},
                  {"answers", Value::list(std::move(answers))},
                  {"mark", entry_mark(session.seed, entry, entry.listed)}});
}

// --- Reading ------------------------------------------------------------------------------------

Status read_text(const Value& object, std::string_view name, std::string& text) {
  const Value* value = find_member(object, name);
  if (value == nullptr || !value->is_str()) {
    return invalid("\"" + std::string(name) + "\" must be a string");
  }
  text = value->as_str();
  return {};
}

Status read_count(const Value& object, std::string_view name, std::uint64_t& count) {
  const Value* value = find_member(object, name);
  if (value == nullptr || !value->is_small_int() || value->as_int64() < 0) {
    return invalid("\"" + std::string(name) + "\" must be a whole number");
  }
  count = static_cast<std::uint64_t>(value->as_int64());
  return {};
}

Status read_texts(const Value& object, std::string_view name, std::vector<std::string>& texts) {
  const Value* value = find_member(object, name);
  if (value == nullptr) return {};
  if (!value->is_list()) return invalid("\"" + std::string(name) + "\" must be a list");
  for (const Value& item : value->items()) {
    if (!item.is_str()) return invalid("\"" + std::string(name) + "\" must contain only strings");
    texts.emplace_back(item.as_str());
  }
  return {};
}

// Which of both facts a mark stands for.
Status read_mark(const Value& object, const std::string& yes, const std::string& no, bool& fact) {
  std::string mark;
  BFCLX_RETURN_IF_ERROR(read_text(object, "mark", mark));
  if (mark != yes && mark != no) return invalid("\"mark\" does not fit the seed and the id");
  fact = mark == yes;
  return {};
}

Status read_head(const Value& line, ReviewSession& session, std::uint64_t& entries) {
  std::string schema;
  BFCLX_RETURN_IF_ERROR(read_text(line, "schema", schema));
  if (schema != kReviewSchema) {
    return invalid("\"schema\" is " + short_text(schema, 60) + ", expected " +
                   std::string(kReviewSchema));
  }
  const Value* dataset = find_member(line, "dataset");
  if (dataset == nullptr) return invalid("\"dataset\" is missing");
  std::uint64_t runs = 0;
  std::uint64_t below = 0;
  for (const Status& status :
       {read_text(line, "reviewer", session.reviewer), read_count(line, "seed", session.seed),
        read_text(line, "date", session.date),
        read_text(*dataset, "version", session.dataset_version),
        read_text(*dataset, "hash", session.dataset_hash), read_count(line, "runs", runs),
        read_count(line, "below_the_cut", below), read_texts(line, "reviewers", session.reviewers),
        read_count(line, "entries", entries)}) {
    if (!status.ok()) return status;
  }
  if (entries > kMostEntries) return invalid("too many entries");
  session.runs = static_cast<std::size_t>(runs);
  session.below = static_cast<std::size_t>(below);
  const Value* with_hard = find_member(line, "with_hard");
  session.with_hard = with_hard != nullptr && with_hard->is_bool() && with_hard->as_bool();
  return {};
}

// Calls, or the turns of an episode with calls as strings.
bool fits_answer(const Value& calls) {
  const auto is_turn = [](const Value& turn) {
    return turn.is_list() && std::all_of(turn.items().begin(), turn.items().end(),
                                         [](const Value& call) { return call.is_str(); });
  };
  const List& items = calls.items();
  return std::none_of(items.begin(), items.end(), [](const Value& v) { return v.is_list(); }) ||
         std::all_of(items.begin(), items.end(), is_turn);
}

Status read_entry(const Value& line, ReviewSession& session) {
  ReviewEntry entry;
  BFCLX_RETURN_IF_ERROR(read_text(line, "id", entry.id));
  BFCLX_RETURN_IF_ERROR(read_text(line, "fingerprint", entry.fingerprint));
  BFCLX_RETURN_IF_ERROR(read_mark(line, entry_mark(session.seed, entry, true),
                                  entry_mark(session.seed, entry, false), entry.listed));
  const Value* answers = find_member(line, "answers");
  if (answers == nullptr || !answers->is_list()) return invalid("\"answers\" must be a list");
  if (answers->items().size() > kMostReviewAnswers) return invalid("too many answers");
  for (const Value& value : answers->items()) {
    ReviewAnswer& answer = entry.answers.emplace_back();
    const Value* calls = find_member(value, "calls");
    if (calls == nullptr || !calls->is_list()) return invalid("\"calls\" must be a list");
    if (!fits_answer(*calls)) {
      return invalid("\"calls\" must be calls, or turns that are lists of strings");
    }
    answer.calls = *calls;
    BFCLX_RETURN_IF_ERROR(read_text(value, "key", answer.key));
    BFCLX_RETURN_IF_ERROR(read_mark(value, answer_mark(session.seed, entry, answer, true),
                                    answer_mark(session.seed, entry, answer, false),
                                    answer.accepted));
  }
  session.entries.push_back(std::move(entry));
  return {};
}

Status read_vote(const Value& line, std::size_t place, ReviewSession& session) {
  const Value* verdict = find_member(line, "verdict");
  if (verdict == nullptr) return invalid("\"verdict\" is missing");
  if (verdict->is_none()) {
    session.take_back(place);
    return {};
  }
  const auto it = verdict->is_str()
                      ? std::find(kVerdicts.begin(), kVerdicts.end(), verdict->as_str())
                      : kVerdicts.end();
  if (it == kVerdicts.end()) {
    return invalid("\"verdict\" must be wrong, ambiguous, right or null");
  }
  ReviewVote vote;
  vote.verdict = static_cast<ReviewVerdict>(it - kVerdicts.begin());
  BFCLX_RETURN_IF_ERROR(read_texts(line, "acceptable", vote.acceptable));
  const std::vector<ReviewAnswer>& answers = session.entries[place].answers;
  for (const std::string& key : vote.acceptable) {
    if (std::none_of(answers.begin(), answers.end(),
                     [&](const ReviewAnswer& one) { return one.key == key; })) {
      return invalid("\"acceptable\" has an unknown key: " + short_text(key, 60));
    }
  }
  std::sort(vote.acceptable.begin(), vote.acceptable.end());
  if (find_member(line, "comment") != nullptr) {
    BFCLX_RETURN_IF_ERROR(read_text(line, "comment", vote.comment));
  }
  session.set_vote(place, std::move(vote));
  return {};
}

class Reader {
 public:
  Status read(const Value& line) {
    if (!line.is_dict()) return invalid("must be an object");
    if (!begun_) {
      begun_ = true;
      return read_head(line, session_, entries_);
    }
    if (session_.entries.size() < entries_ || find_member(line, "fingerprint") != nullptr) {
      BFCLX_RETURN_IF_ERROR(read_entry(line, session_));
      const std::string& id = session_.entries.back().id;
      if (session_.entries.size() > kMostEntries) return invalid("too many entries");
      if (places_.try_emplace(id, session_.entries.size() - 1).second) return {};
      return invalid("duplicate id " + short_text(id, 60));
    }
    std::string id;
    BFCLX_RETURN_IF_ERROR(read_text(line, "id", id));
    const auto place = places_.find(id);
    if (place == places_.end()) return invalid("unknown id " + short_text(id, 60));
    return read_vote(line, place->second, session_);
  }

  Result<ReviewSession> finish() && {
    if (!begun_) return invalid("empty; `bfclx dataset audit PATH --review FILE` begins a review");
    if (session_.entries.size() < entries_) {
      return invalid("has " + std::to_string(session_.entries.size()) + " of " +
                     std::to_string(entries_) + " entries; begin the review again");
    }
    return std::move(session_);
  }

 private:
  ReviewSession session_;
  bool begun_ = false;
  std::uint64_t entries_ = 0;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace

std::string_view review_verdict_name(ReviewVerdict verdict) {
  return kVerdicts[static_cast<std::size_t>(verdict)];
}

const ReviewVote* ReviewSession::vote_of(std::size_t entry) const {
  const auto it = place_of_vote.find(entry);
  return it != place_of_vote.end() ? &votes.at(it->second).vote : nullptr;
}

void ReviewSession::take_back(std::size_t entry) {
  const auto it = place_of_vote.find(entry);
  if (it == place_of_vote.end()) return;
  votes.erase(it->second);
  place_of_vote.erase(it);
}

void ReviewSession::set_vote(std::size_t entry, ReviewVote vote) {
  take_back(entry);
  const std::size_t place = votes.empty() ? 0 : votes.rbegin()->first + 1;
  votes.emplace(place, Cast{entry, std::move(vote)});
  place_of_vote[entry] = place;
}

std::string fingerprint_of(const Entry& entry) {
  std::string text;
  for (const Value* part : {&entry.question(), &entry.functions(), &entry.ground_truth}) {
    append_json(text, *part);
    text += '\n';
  }
  return hash_text(text, kFingerprint);
}

std::string answer_key(const Value& calls) {
  std::string text;
  append_json(text, calls);
  return hash_text(text, kAnswerKey);
}

std::string review_plan_lines(const ReviewSession& session) {
  Value head = dict_of(
      {{"schema", kReviewSchema},
       {"reviewer", session.reviewer},
       {"seed", static_cast<std::size_t>(session.seed)},
       {"date", session.date},
       {"dataset", dict_of({{"version", session.dataset_version}, {"hash", session.dataset_hash}})},
       {"runs", session.runs},
       {"below_the_cut", session.below}});
  if (session.with_hard) head.mutable_dict().set("with_hard", Value::boolean(true));
  if (!session.reviewers.empty()) {
    head.mutable_dict().set("reviewers", list_of_texts(session.reviewers));
  }
  head.mutable_dict().set("entries",
                          Value::integer(static_cast<std::int64_t>(session.entries.size())));
  std::string lines = line_of(head);
  for (const ReviewEntry& entry : session.entries) lines += review_entry_line(session, entry);
  return lines;
}

std::string review_entry_line(const ReviewSession& session, const ReviewEntry& entry) {
  return line_of(entry_value(session, entry));
}

std::string review_vote_line(const ReviewEntry& entry, const ReviewVote* vote) {
  if (vote == nullptr) return line_of(dict_of({{"id", entry.id}, {"verdict", Value()}}));
  return line_of(dict_of({{"id", entry.id},
                          {"verdict", review_verdict_name(vote->verdict)},
                          {"acceptable", list_of_texts(vote->acceptable)},
                          {"comment", vote->comment}}));
}

void end_last_line(std::string& file) {
  const std::size_t begin = file.rfind('\n') + 1;  // 0 where there is none
  if (begin == file.size()) return;
  if (json_loads(std::string_view(file).substr(begin)).ok()) {
    file += '\n';
  } else {
    file.resize(begin);
  }
}

Result<ReviewSession> parse_review(std::string_view bytes) {
  Reader reader;
  std::size_t number = 0;
  while (!bytes.empty()) {
    ++number;
    const std::size_t end = bytes.find('\n');
    const std::string_view text = bytes.substr(0, end);
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const Result<Value> line = json_loads(text);
    // The end of a line that was being written when the program ended.
    if (!line.ok() && end == std::string_view::npos && number > 1) break;
    const Status status = line.ok() ? reader.read(*line) : invalid(json_fault(line.error()));
    if (!status.ok())
      return invalid("line " + std::to_string(number) + ": " + status.error().message);
  }
  return std::move(reader).finish();
}

}  // namespace bfclx

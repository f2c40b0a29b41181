#include "tools/bfclx/score/shard.h"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "core/base/counted.h"
#include "core/base/fnv.h"
#include "core/dataset/file_kinds.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/activity.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/score/output_form.h"
#include "tools/bfclx/score/shard_verdict.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kMostModels = 100000;
constexpr std::size_t kMostEntries = 100000000;
constexpr std::size_t kProblemsShown = 100;

struct TextOption {
  std::string_view name;
  std::string RunOptions::*member;
};
constexpr TextOption kTexts[] = {{"dataset", &RunOptions::dataset},
                                 {"decoder", &RunOptions::decoder},
                                 {"underscore_to_dot", &RunOptions::underscore_to_dot},
                                 {"model", &RunOptions::model},
                                 {"models", &RunOptions::models_file},
                                 {"category", &RunOptions::categories},
                                 {"ids", &RunOptions::ids},
                                 {"as_entry", &RunOptions::as_entry},
                                 {"today", &RunOptions::today},
                                 {"cassette", &RunOptions::cassette},
                                 {"network", &RunOptions::network},
                                 {"matching", &RunOptions::matching}};

Value options_value(const RunOptions& options) {
  Dict dict;
  for (const TextOption& text : kTexts) dict.set(text.name, Value::str(options.*text.member));
  dict.set("official_scoring", Value::boolean(options.official_scoring));
  dict.set("paths", list_of_texts(options.paths));
  return Value::dict(std::move(dict));
}

RunOptions options_of(const Value& value) {
  RunOptions options;
  for (const TextOption& text : kTexts) options.*text.member = find_text(value, text.name);
  const Value* flag = find_member(value, "official_scoring");
  options.official_scoring = flag != nullptr && flag->is_bool() && flag->as_bool();
  for (const Value& path : find_member(value, "paths")->items()) {
    options.paths.emplace_back(path.as_str());
  }
  return options;
}

// What all shards of a check have in common.
std::string common_header(const Value& options, std::string_view dataset, std::size_t of) {
  std::string text;
  append_json(
      text,
      dict_of(
          {{"version", BFCLX_VERSION}, {"of", of}, {"dataset", dataset}, {"options", options}}));
  return text;
}

// What differs between two such headers.
std::string header_difference(std::string_view before, std::string_view now) {
  const Result<Value> a = json_loads(before);
  const Result<Value> b = json_loads(now);
  if (!a.ok() || !b.ok()) return {};
  const auto shown = [](const Value* value) {
    std::string text;
    if (value != nullptr) append_json(text, *value);
    constexpr std::size_t kShown = 80;
    return text.size() > kShown ? text.substr(0, kShown) + "..." : text;
  };
  std::string text;
  const auto compare = [&](const Value& one, const Value& other) {
    for (const auto& [key, value] : one.as_dict()) {
      const Value* its = find_member(other, key.as_str());
      if (key.as_str() == "options" || shown(&value) == shown(its)) continue;
      text += (text.empty() ? "" : "; ") + std::string(key.as_str()) + " " + shown(its) +
              ", before " + shown(&value);
    }
  };
  compare(*a, *b);
  compare(*find_member(*a, "options"), *find_member(*b, "options"));
  return text;
}

// FNV-1a of the response as JSON: another response has another one, by all odds.
std::string digest_of(const ScoredResponse& response) {
  std::string text;
  append_json(text, response.response);
  const std::uint64_t hash = fnv1a(text, fnv1a(response.id));
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += kDigits[(hash >> shift) & 15];
  return digits;
}

// The responses of a model that are of the shard, before scoring forgets them.
std::vector<std::string> digests_of(const ModelRun& model, EntryShard shard) {
  std::vector<std::string> digests(model.order.size());
  for (std::size_t i = 0; i < digests.size(); ++i) {
    if (shard.has(i) && model.order[i].scored)
      digests[i] = digest_of(model.response(model.order[i]));
  }
  return digests;
}

std::string record_line(const ModelRun& model, std::size_t which, std::size_t at,
                        const std::string& digest, const std::string& verdict) {
  std::size_t passed = 0;
  std::size_t total = 0;
  if (const Place& place = model.order[at];
      place.scored && model.response(place).episode != nullptr) {
    passed = model.response(place).episode->turns_passed;
    total = model.response(place).episode->turns_total;
  }
  std::string line;
  append_json(line, dict_of({{"model", which},
                             {"at", at},
                             {"reply", digest},
                             {"turns_passed", passed},
                             {"turns_total", total}}));
  line.pop_back();
  return line + ", \"verdict\": " + verdict + "}\n";
}

std::string header_line(const Session& session, const RunOptions& options, EntryShard shard) {
  std::size_t records = 0;
  for (const ModelRun& model : session.models) {
    for (std::size_t i = 0; i < model.order.size(); ++i) records += shard.has(i) ? 1 : 0;
  }
  std::string line;
  append_json(line, dict_of({{kShardMember, dict_of({{"version", BFCLX_VERSION},
                                                     {"shard", shard.number},
                                                     {"of", shard.of},
                                                     {"dataset", session.dataset.dataset().hash},
                                                     {"records", records},
                                                     {"options", options_value(options)}})}}));
  return line + "\n";
}

// What would be another thing when it is read again.
void check_repeatable(const ScoreOptions& options) {
  const RunOptions& run = options.run;
  if (std::find(run.paths.begin(), run.paths.end(), "-") != run.paths.end()) {
    throw UsageError("--shard: `bfclx merge` cannot read standard input again; name files");
  }
  if (run.network == "live" || run.network == "record") {
    throw UsageError("--shard: services answer each job differently; record a cassette first");
  }
}

std::size_t count_of(const Value& object, std::string_view name, std::size_t most,
                     const std::string& where) {
  const Value* value = find_member(object, name);
  if (value == nullptr || !value->is_small_int() || value->as_int64() < 0 ||
      static_cast<std::uint64_t>(value->as_int64()) > most) {
    throw UsageError(where + ": not a line of `bfclx score --shard`");
  }
  return static_cast<std::size_t>(value->as_int64());
}

}  // namespace

int run_shard(const ScoreOptions& given, EntryShard shard, Kept& kept) {
  ScoreOptions options = given;
  check_repeatable(options);
  options.run.today = today_text(options.run);
  refuse_to_overwrite(options.run, "--verdicts", options.verdicts, {{"--errata", options.errata}});
  check_shard_file(options.verdicts);
  OutputFile file;
  Session& session = kept.keep(open_session(options.run));
  if (!file.open(options.verdicts)) throw UsageError(file.error());
  file.write(header_line(session, options.run, shard));
  int code = kDone;
  for (std::size_t m = 0; m < session.models.size(); ++m) {
    const ModelRun& model = session.models[m];
    const std::vector<std::string> digests = digests_of(model, shard);
    EntryTexts texts;
    score_with_progress(session, m, chosen_jobs(options.run), shard, &texts);
    for (std::size_t i = 0; i < texts.lines.size(); ++i) {
      if (shard.has(i)) file.write(record_line(model, m, i, digests[i], texts.lines[i]));
    }
  }
  show_progress("");
  tell_problems(session, kProblemsShown, "`bfclx merge --format json` lists all");
  if (session.flawed()) code = kSomeUnusable;
  if (!file.close()) {
    say(file.error());
    code = kSomeUnusable;
  }
  return code;
}

Shards::Shards(const std::vector<std::string>& paths, bool verify) : verify_(verify) {
  for (const std::string& path : paths) read(path);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (!files_[i].empty()) continue;
    throw UsageError("shard " + std::to_string(i + 1) + " of " + std::to_string(files_.size()) +
                     " is missing");
  }
}

void Shards::read(const std::string& path) {
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(path + ": " + file.error);
  std::string_view rest = file.bytes;
  std::size_t number = 0;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (++number > 1 && line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (number == 1) {
      add_header(line, path);
    } else {
      add_record(line, path, number);
    }
  }
  if (number == 0) throw UsageError(path + ": empty; expected a file of `bfclx score --shard`");
  if (left_ > 0) {
    throw UsageError(path + ": truncated: " + counted(left_, "entry", "entries") + " missing");
  }
}

void Shards::add_header(std::string_view line, const std::string& path) {
  const Result<Value> value = json_loads(line);
  const Value* shard = value.ok() ? find_member(*value, kShardMember) : nullptr;
  const Value* options = shard != nullptr ? find_member(*shard, "options") : nullptr;
  if (options == nullptr) {
    throw UsageError(path + ": not a file of `bfclx score --shard`");
  }
  if (find_text(*shard, "version") != BFCLX_VERSION) {
    throw UsageError(path + ": written by bfclx " + std::string(find_text(*shard, "version")) +
                     ", but this is " BFCLX_VERSION);
  }
  const std::size_t of = count_of(*shard, "of", kMostShards, path);
  const std::size_t number = count_of(*shard, "shard", of, path);
  promised_ = left_ = count_of(*shard, "records", kMostEntries, path);
  last_.reset();
  shard_ = {number, of};
  const std::string header = common_header(*options, find_text(*shard, "dataset"), of);
  const Value* paths = find_member(*options, "paths");
  const auto is_path = [](const Value& one) { return one.is_str() && !one.as_str().empty(); };
  if (paths == nullptr || !paths->is_list() || paths->items().empty() ||
      !std::all_of(paths->items().begin(), paths->items().end(), is_path)) {
    throw UsageError(path + ": its first line has no \"paths\" of result files");
  }
  if (files_.empty()) {
    options_ = options_of(*options);
    dataset_ = find_text(*shard, "dataset");
    header_ = header;
    files_.resize(of);
  }
  if (header != header_) {
    throw UsageError(path + ": from another run than the files before it: " +
                     header_difference(header_, header));
  }
  if (number == 0) throw UsageError(path + ": not a file of `bfclx score --shard`");
  std::string& place = files_[number - 1];
  if (!place.empty()) {
    throw UsageError(path + " and " + place + " are both shard " + std::to_string(number));
  }
  place = path;
}

void Shards::add_record(std::string_view line, const std::string& path, std::size_t number) {
  const std::string where = path + ":" + std::to_string(number);
  const Result<Value> record_value = json_loads(line);
  const Value* verdict = record_value.ok() ? find_member(*record_value, "verdict") : nullptr;
  if (verdict == nullptr || !verdict->is_dict() || left_ == 0) {
    throw UsageError(where + ": not a line of `bfclx score --shard`");
  }
  --left_;
  const std::size_t model = count_of(*record_value, "model", kMostModels, where);
  const std::size_t entry = count_of(*record_value, "at", kMostEntries, where);
  const At place{model, entry};
  // As run_shard writes them: in order, each once.
  if (!shard_.has(entry) || entry / shard_.of >= promised_ || (last_ && *last_ >= place)) {
    throw UsageError(where + ": entry " + std::to_string(entry) + " of model " +
                     std::to_string(model) + " is not the next of shard " +
                     std::to_string(shard_.number) + " of " + std::to_string(shard_.of) +
                     ", which has " + counted(promised_, "entry", "entries"));
  }
  last_ = place;
  Record& record = records_[place];
  record.line = number;
  record.response = find_text(*record_value, "reply");
  record.turns_passed = count_of(*record_value, "turns_passed", kMostEntries, where);
  record.turns_total = count_of(*record_value, "turns_total", kMostEntries, where);
  append_json(record.verdict, *verdict);
}

std::vector<const Shards::Record*> Shards::records_of(const Session& session,
                                                      std::size_t which) const {
  const ModelRun& model = session.models[which];
  const auto changed = [&](const std::string& what) {
    throw UsageError(model.name + ": " + what + " since the shards were scored");
  };
  if (session.dataset.dataset().hash != dataset_) changed("the dataset has changed");
  const auto foreign = [&](const auto& record) {
    const auto& [of_model, at] = record->first;
    throw UsageError(files_[at % files_.size()] + ":" + std::to_string(record->second.line) +
                     ": the result files have changed since the shards were scored and have no " +
                     (of_model < session.models.size() ? "entry " + std::to_string(at)
                                                       : "model " + std::to_string(of_model)));
  };
  if (const auto last = records_.lower_bound({session.models.size(), 0}); last != records_.end()) {
    foreign(last);
  }
  // What differs in number is told before what differs in content.
  const auto behind = records_.lower_bound({which, model.order.size()});
  if (behind != records_.end() && behind->first.first == which) foreign(behind);
  std::vector<const Record*> found;
  auto next = records_.lower_bound({which, 0});
  for (std::size_t i = 0; i < model.order.size(); ++i, ++next) {
    if (next == records_.end() || next->first != At{which, i} || next->second.verdict.empty()) {
      changed("the result files have changed");
    }
    found.push_back(&next->second);
    const Place& place = model.order[i];
    if (!place.scored || digest_of(model.response(place)) == next->second.response) continue;
    changed("the response to " + model.response(place).id + " has changed");
  }
  return found;
}

std::vector<RunWarning> Shards::verify(Session& session, std::size_t which,
                                       const std::vector<const Record*>& records,
                                       EntryTexts* texts) {
  EntryTexts again;
  std::vector<RunWarning> warnings =
      score_with_progress(session, which, chosen_jobs(options_), {}, &again);
  const ModelRun& model = session.models[which];
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& record = *records[i];
    const ScoredResponse* response =
        model.order[i].scored ? &model.response(model.order[i]) : nullptr;
    const EpisodeVerdict* episode = response != nullptr ? response->episode.get() : nullptr;
    const bool same = is_same_verdict(again.lines[i], record.verdict) &&
                      (episode == nullptr || (episode->turns_passed == record.turns_passed &&
                                              episode->turns_total == record.turns_total));
    if (same) {
      ++verified_;
    } else if (lacked_memory(record.verdict)) {
      ++scored_now_;
    } else {
      throw UsageError(files_[i % files_.size()] + ":" + std::to_string(record.line) + ": " +
                       (response != nullptr ? response->id + ": " : "") +
                       "the verdict differs from scoring the result files again; run this shard "
                       "again (--no-verify accepts verdicts unchecked)");
    }
  }
  if (texts != nullptr) *texts = std::move(again);
  return warnings;
}

std::vector<RunWarning> Shards::restore(ModelRun& model, const std::vector<const Record*>& records,
                                        EntryTexts* texts) const {
  std::vector<ResponseFacts> facts(records.size());
  if (texts != nullptr) {
    texts->lines.resize(records.size());
    texts->reasons.resize(records.size());
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& record = *records[i];
    if (texts != nullptr) texts->lines[i] = record.verdict;
    const Place& place = model.order[i];
    if (!place.scored) continue;
    ScoredResponse& response = model.runs[place.part].responses[place.index];
    const Result<Value> line = json_loads(record.verdict);
    if (!line.ok()) {
      throw UsageError(files_[i % files_.size()] + ":" + std::to_string(record.line) + ": " +
                       response.id + ": the verdict is not valid JSON");
    }
    if (response.entry == nullptr) continue;
    if (!restore_verdict(response, *line)) {
      throw UsageError(files_[i % files_.size()] + ":" + std::to_string(record.line) + ": " +
                       response.id +
                       ": \"valid\" must be true or false, or null with a reason in \"skipped\"");
    }
    const Value* why = texts != nullptr ? find_member(*line, "why") : nullptr;
    if (why != nullptr) texts->reasons[i] = find_text(*why, "text");
    facts[i] = response_facts(model, i);
    if (response.entry->category->judging != Judging::kMultiTurn) continue;
    response.episode = std::make_unique<EpisodeVerdict>();
    response.episode->turns_passed = record.turns_passed;
    response.episode->turns_total = record.turns_total;
    drop(response, Keep::kCounts);
  }
  name_out_of_memory(model);
  return run_warnings(model, facts);
}

std::vector<RunWarning> Shards::give(Session& session, std::size_t which, EntryTexts* texts) {
  const std::vector<const Record*> records = records_of(session, which);
  if (verify_) return verify(session, which, records, texts);
  return restore(session.models[which], records, texts);
}

std::string Shards::told() const {
  if (!verify_) return "the verdicts were not checked against the result files (--no-verify)";
  std::string text = counted(verified_, "verdict", "verdicts") + " of " +
                     counted(files_.size(), "shard", "shards") +
                     " checked against the result files";
  if (scored_now_ == 0) return text;
  return text + "; " + counted(scored_now_, "entry", "entries") +
         " that ran out of memory scored again";
}

}  // namespace bfclx::tools

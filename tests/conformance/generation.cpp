#include "tests/conformance/generation.h"

#include <algorithm>
#include <utility>

#include "core/conversation/conversation.h"
#include "core/conversation/plan.h"
#include "core/conversation/result_files.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "tests/conformance/episodes.h"
#include "tests/conformance/generation_compare.h"
#include "tests/conformance/generation_effects.h"
#include "tests/conformance/manifest.h"

namespace bfclx::conformance {

namespace {

namespace fs = std::filesystem;

// "https://host/v1" -> "/v1"; of a dialect without a base URL "/v1", as it was recorded.
std::string base_path(std::string_view url) {
  if (url.empty()) return "/v1";
  const std::size_t host = url.find("://");
  const std::size_t slash = host == std::string_view::npos ? 0 : url.find('/', host + 3);
  return slash == std::string_view::npos ? std::string() : std::string(url.substr(slash));
}

class Replay {
 public:
  Replay(const GenerationData& data, const GenerationSetup& setup, Tally& tally)
      : data_(data), setup_(setup), tally_(tally), modules_(&data.tables, kRecordedDay) {
    for (std::size_t i = 0; i < setup.exchanges.size(); ++i) {
      known_.insert(setup.exchanges[i].entry);
      waiting_[setup.exchanges[i].entry].push_back(i);
    }
    for (const ResultTree& tree : setup.results) add_known_ids(tree);
  }

  GenerationCounts run() {
    const Model* model = setup_.model ? &*setup_.model : data_.models.find(setup_.registry_model);
    if (model == nullptr) fail("no model " + setup_.registry_model);
    Result<Settings> settings = settings_for(*model);
    if (!settings.ok()) {
      disagree("set-up", settings.error().message);
      return counts_;
    }
    settings_ = std::move(settings).value();
    settings_.as_official = true;
    settings_.latency = setup_.latency;
    settings_.context_length = setup_.context_length;
    settings_.today = kRecordedDay;
    settings_.long_context = &data_.tables;
    settings_.services.allow_private = true;  // the recorded pages lay on loopback
    settings_.services.embeddings = Services::Embeddings::kRequest;
    settings_.services.embeddings_url = "http://127.0.0.1/v1/embeddings";
    path_ = base_path(settings_.dialect->base_url);
    for (std::size_t i = 0; i < setup_.runs.size(); ++i) {
      run_command(setup_.runs[i]);
      compare_files(setup_.results[i]);
    }
    if (next_ != setup_.exchanges.size()) {
      disagree("sequence", std::to_string(setup_.exchanges.size() - next_) +
                               " recorded requests were never made, the first for " +
                               setup_.exchanges[next_].entry);
    }
    return counts_;
  }

 private:
  // Entries that are in the recording at all: it is a part of what was run.
  void add_known_ids(const ResultTree& tree) {
    for (const auto& [path, bytes] : tree) {
      if (path.find("_result.json") == std::string::npos) continue;
      for_each_line(bytes, [&](std::string_view line) {
        const Result<Value> value = json_loads(line);
        if (value.ok() && value->is_dict()) {
          known_.emplace(value->as_dict().find("id")->as_str());
        }
      });
    }
  }

  void disagree(const std::string& where, const std::string& what) {
    tally_.disagree(setup_.name + " " + where + ": " + what);
  }

  PlanRequest plan_request(const GenerationRun& run) {
    PlanRequest request;
    request.fc = settings_.fc;
    std::vector<std::string> names = run.categories;
    if (run.run_ids) {
      for (const auto& [name, ids] : setup_.ids) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      const Category* category = find_category(name);
      if (category == nullptr) fail("unknown category " + name);
      request.categories.push_back(category);
      const auto ids = setup_.ids.find(name);
      for (const std::string& id : known_) {
        if (run.run_ids && (ids == setup_.ids.end() || ids->second.count(id) == 0)) continue;
        request.only.insert(id);
      }
    }
    // An empty set would stand for all.
    request.only.insert("");
    if (run.overwrite) {
      if (!run.run_ids) remove_results(request);
      return request;
    }
    for (const auto& [path, bytes] : files_) {
      if (path.find("_result.json") == std::string::npos) continue;
      for_each_line(bytes, [&](std::string_view line) {
        const Result<Value> value = json_loads(line);
        if (value.ok()) request.done.emplace(value->as_dict().find("id")->as_str());
      });
    }
    return request;
  }

  // Snapshots of memory stay, as they do officially.
  void remove_results(const PlanRequest& request) {
    for (const Category* category : request.categories) {
      files_.erase(std::string(category->folder) + "/BFCL_v4_" + std::string(category->name) +
                   "_result.json");
      files_.erase(std::string(category->folder) + "/BFCL_v4_" + std::string(category->name) +
                   "_prereq_result.json");
    }
  }

  void run_command(const GenerationRun& run) {
    settings_.temperature = run.temperature;
    settings_.include_input_log = run.include_input_log;
    settings_.exclude_state_log = run.exclude_state_log;
    Result<std::vector<PlannedEntry>> plan = make_plan(data_.dataset, plan_request(run));
    if (!plan.ok()) fail(plan.error().message);
    Schedule schedule(*plan);
    while (const std::optional<std::size_t> index = schedule.take()) {
      talk((*plan)[*index], run.run_ids);
      schedule.complete(*index);
    }
    if (!schedule.finished()) disagree("plan", "entries wait for each other");
    for (auto& [path, bytes] : files_) {
      if (path.find("_result.json") == std::string::npos) continue;
      Result<std::optional<std::string>> sorted = sorted_result_file(bytes);
      if (sorted.ok() && *sorted) bytes = **sorted;
    }
  }

  void talk(const PlannedEntry& planned, bool update) {
    const Entry& entry = *planned.entry;
    std::string memory;
    const Value* scenario = entry.data.is_dict() ? entry.data.as_dict().find("scenario") : nullptr;
    std::string snapshot_path;
    if (scenario != nullptr && scenario->is_str()) {
      snapshot_path = memory_snapshot_path(entry.id, scenario->as_str());
      if (const auto found = files_.find(snapshot_path); found != files_.end()) {
        memory = found->second;
      }
    }
    Result<Conversation> talk =
        Conversation::start(data_.dataset, entry, settings_, memory, &modules_);
    if (!talk.ok()) {
      disagree(entry.id, talk.error().message);
      return;
    }
    drive(*talk, entry.id);
    if (talk->memory_snapshot()) {
      files_[snapshot_path] = *talk->memory_snapshot();
      files_[memory_checkpoint_path(entry.id)] = *talk->memory_snapshot();
    }
    write(*talk, update);
  }

  void write(const Conversation& talk, bool update) {
    std::string& file = files_[result_file_path(talk.id())];
    if (!update) {
      file += talk.result_line() + "\n";
      return;
    }
    const Value lines[] = {talk.result()};
    Result<std::string> merged = merge_result_lines(file, lines);
    if (!merged.ok()) return disagree(talk.id(), merged.error().message);
    file = std::move(merged).value();
  }

  void drive(Conversation& talk, const std::string& id) {
    bool differs = false;
    while (talk.next().kind != Ask::Kind::kFinished) {
      const Ask& ask = talk.next();
      if (ask.kind == Ask::Kind::kEffect) {
        talk.answer_effect(setup_.served ? served_effect(ask.effect) : recorded_effect(ask.effect));
      } else if (ask.kind == Ask::Kind::kTokenize) {
        talk.answer_tokens(static_cast<std::int64_t>((ask.text.size() + 3) / 4));
      } else if (ask.kind == Ask::Kind::kTemplate) {
        talk.answer_template("CHAT_TEMPLATE " + json_dumps(ask.template_arguments).value());
      } else if (!answer(talk, id, differs)) {
        return;
      }
    }
  }

  // False: no further response was recorded for the entry, which is left where it is.
  bool answer(Conversation& talk, const std::string& id, bool& differs) {
    std::vector<std::size_t>& places = waiting_[id];
    if (places.empty()) {
      disagree(id, "asks once more than was recorded");
      abandon(talk);
      return false;
    }
    // After a disagreement the order is taken up again where the entry stands.
    if (places.front() != next_) {
      disagree(id, "asks before " + (next_ < setup_.exchanges.size() ? setup_.exchanges[next_].entry
                                                                     : std::string("nothing")));
    }
    const Exchange& exchange = setup_.exchanges[places.front()];
    next_ = places.front() + 1;
    places.erase(places.begin());
    ++counts_.requests;
    ++tally_.verdicts;
    const std::string difference = request_difference(exchange, talk.next().request);
    if (!difference.empty() && !differs) disagree(id, difference);
    differs = differs || !difference.empty();
    HttpResponse response;
    response.status = exchange.status;
    response.body = exchange.response;
    for (const auto& [name, value] : exchange.headers) response.headers.push_back({name, value});
    talk.answer(response, 0.125);
    if (talk.next().kind == Ask::Kind::kFinished) skip_rest(id);
    return true;
  }

  // Requests of the entry that were recorded and that we do not make.
  void skip_rest(const std::string& id) {
    std::size_t left = 0;
    std::vector<std::size_t>& places = waiting_[id];
    while (!places.empty() && places.front() == next_) {
      places.erase(places.begin());
      ++next_;
      ++left;
    }
    if (left > 0) disagree(id, std::to_string(left) + " more requests were recorded");
  }

  static void abandon(Conversation& talk) {
    for (int i = 0; i < 1000 && talk.next().kind == Ask::Kind::kModel; ++i) {
      talk.answer({400, {}, "{}"}, 0);
    }
  }

  std::string request_difference(const Exchange& exchange, const HttpRequest& request) const {
    if (request.method != exchange.method) return "method " + request.method;
    if (path_ + request.path != exchange.path) {
      return "path: recorded " + exchange.path + ", ours " + path_ + request.path;
    }
    const Result<Value> body = json_loads(request.body);
    if (!body.ok()) return "our body is no JSON: " + body.error().message;
    return body_difference(exchange.body, *body, setup_.handler == "GeminiHandler");
  }

  LineTolerance tolerance_of(const std::string& id) const {
    const auto scenario = setup_.scenarios.find(id);
    const std::string name = scenario == setup_.scenarios.end() ? "" : scenario->second;
    LineTolerance tolerance;
    for (const char* part : {"malformed", "e500", "e400"}) {
      if (name.find(part) != std::string::npos) tolerance.error_text = true;
    }
    if (name.find("empty") != std::string::npos && setup_.handler == "ClaudeHandler") {
      tolerance.error_text = true;
    }
    return tolerance;
  }

  void compare_files(const ResultTree& recorded) {
    for (const auto& [path, bytes] : recorded) {
      ++counts_.files;
      const auto ours = files_.find(path);
      if (ours == files_.end()) {
        disagree(path, "we do not write this file");
      } else if (path.find("_result.json") == std::string::npos) {
        ++tally_.verdicts;
        compare_snapshot(path, bytes, ours->second);
      } else {
        compare_lines(path, bytes, ours->second);
      }
    }
    for (const auto& [path, bytes] : files_) {
      if (recorded.count(path) == 0) disagree(path, "a file that was not recorded");
    }
  }

  void compare_snapshot(const std::string& path, const std::string& recorded,
                        const std::string& ours) {
    if (recorded == ours) return;
    const Result<Value> a = json_loads(recorded);
    const Result<Value> b = json_loads(ours);
    if (!a.ok() || !b.ok()) return disagree(path, "is no JSON");
    const std::string found = value_difference(*a, *b, true);
    disagree(path, found.empty() ? "other white space" : found);
  }

  static std::vector<std::string_view> lines_of(std::string_view bytes) {
    std::vector<std::string_view> lines;
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      lines.push_back(bytes.substr(0, end));
      bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
    return lines;
  }

  void compare_lines(const std::string& path, std::string_view recorded, std::string_view ours) {
    const std::vector<std::string_view> a = lines_of(recorded);
    const std::vector<std::string_view> b = lines_of(ours);
    if (a.size() != b.size()) {
      disagree(path,
               "recorded " + std::to_string(a.size()) + " lines, ours " + std::to_string(b.size()));
    }
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      ++counts_.lines;
      ++tally_.verdicts;
      if (a[i] == b[i]) continue;
      const Result<Value> line = json_loads(a[i]);
      const std::string id(line.ok() ? line->as_dict().find("id")->as_str() : std::string_view());
      bool words = false;
      const std::string found = line_difference(a[i], b[i], tolerance_of(id), words);
      if (!found.empty()) {
        disagree(id, "line " + found);
      } else if (words) {
        tally_.worded_otherwise(setup_.handler, setup_.name + " " + id + "\n  " +
                                                    std::string(a[i].substr(0, 400)) + "\n  " +
                                                    std::string(b[i].substr(0, 400)));
      } else if (!only_traceback(a[i], b[i])) {
        disagree(id, "the line is written otherwise");
      }
    }
  }

  // Equal to the byte but for the traceback at the end.
  static bool only_traceback(std::string_view recorded, std::string_view ours) {
    const std::size_t end = recorded.rfind("\"traceback\": ");
    return end != std::string_view::npos && recorded.substr(0, end) == ours.substr(0, end);
  }

  const GenerationData& data_;
  const GenerationSetup& setup_;
  Tally& tally_;
  EpisodeModules modules_;
  Settings settings_;
  std::string path_;
  std::set<std::string> known_;
  std::size_t next_ = 0;                                     // in the order of the recording
  std::map<std::string, std::vector<std::size_t>> waiting_;  // exchanges left, by entry
  ResultTree files_;
  GenerationCounts counts_;
};

}  // namespace

GenerationCounts replay_generation(const GenerationData& data, const GenerationSetup& setup,
                                   Tally& tally) {
  return Replay(data, setup, tally).run();
}

}  // namespace bfclx::conformance

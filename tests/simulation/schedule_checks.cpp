// What has to hold after each round of a schedule, and at its end.
#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tests/simulation/schedule.h"

namespace bfclx::simulation {
namespace {

constexpr std::string_view kAnswer = "answer ";
constexpr std::string_view kError = "Error during inference";
constexpr std::size_t kChecks = 4;  // of the server, with a request that succeeded before

bool is_result(const std::string& path) {
  return path.find("_result.json") != std::string::npos && path.find(".bfclx-") == path.npos;
}

std::vector<std::string> whole_lines(const std::string& bytes) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n', begin)) {
    lines.push_back(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// The number of the first response in a result.
std::uint64_t answer_of(const std::string& result) {
  const std::size_t at = result.find(kAnswer);
  return std::strtoull(result.c_str() + std::min(at + kAnswer.size(), result.size()), nullptr, 10);
}

}  // namespace

// Results by id, with what is wrong of the files told.
Schedule::Results Schedule::results(const Files& files) {
  Results found;
  for (const auto& [path, bytes] : files) {
    if (!is_result(path)) continue;
    std::set<std::string> ids;
    for (const std::string& text : whole_lines(bytes)) {
      const Result<Value> line = json_loads(text);
      const std::string id(line.ok() ? text_member(*line, "id") : "");
      if (id.empty() || planned_.count(id) == 0) {
        fail(path + ": not a result line: " + text.substr(0, 200));
        continue;
      }
      if (!ids.insert(id).second) fail(path + ": " + id + " has two lines");
      const std::string result = check_result(id, *line);
      const auto [known, is_new] = found.emplace(id, result);
      if (!is_new && known->second != result) fail(id + " has two results, one in " + path);
    }
  }
  return found;
}

// A result is made of responses that the servers sent whole, one for each turn.
std::string Schedule::check_result(const std::string& id, const Value& line) {
  const Value* result = present(line, "result");
  std::string text;
  if (result != nullptr) append_json(text, *result);
  if (text.find(kError) != text.npos) {
    if (clean_net_) fail(id + ": an error although the network is well: " + text);
    return text;
  }
  std::size_t answers = 0;
  for (std::size_t at = text.find(kAnswer); at != text.npos; at = text.find(kAnswer, at + 1)) {
    ++answers;
    const std::uint64_t number = answer_of(text.substr(at));
    if (world_.servers().answers().count(number) == 0) fail(id + " has what nobody sent: " + text);
  }
  if (answers != data_.turns.at(id)) {
    fail(id + " has " + std::to_string(answers) + " responses and counts as finished: " + text);
  }
  return text;
}

void Schedule::check(const Results& before) {
  const Files files = world_.disk().files();
  const auto now = results(files);
  // Without a power cut nothing that was written is lost; with one, nothing that was synced.
  const auto kept = world_.was_cut() ? results(world_.synced_before_cut()) : before;
  for (const auto& [id, result] : kept) {
    const auto found = now.find(id);
    if (found == now.end()) {
      fail(id + " has lost its result");
    } else if (found->second != result) {
      fail(id + " has another result: " + found->second + ", before " + result);
    }
  }
  for (const auto& [path, bytes] : files) check_own(path, bytes);
  if (kind_ == Kind::kMemory) check_memories(now);
  const std::size_t most = std::strtoul(options_.concurrency.c_str(), nullptr, 10);
  for (const int process : last_processes_) {
    if (world_.servers().most_in_flight_of(process) > most + endpoints_) {
      fail("process " + std::to_string(process) + " had more requests in flight than allowed");
    }
  }
  const auto malformed = static_cast<std::size_t>(options_.retries) + 1 + kChecks;
  if (world_.servers().most_malformed() > malformed) fail("more retries than --retries");
  if (clean_net_ && clean_disk_ && !cut_once_ && !world_.was_cut() && shards_ == 1 && !twice_ &&
      world_.servers().sent_again() > 0) {
    fail("a request was sent again whose response was at hand");
  }
  cut_once_ = cut_once_ || world_.was_cut();
  if (world_.batches().bought_twice() > 0) fail("a request was paid for twice");
}

// An entry with a memory has what all conversations before it stored, each once.
void Schedule::check_memories(const Results& now) {
  if (world_.servers().stored_again()) fail("a conversation started with a memory of its own fact");
  for (const auto& [id, before] : data_.after) {
    const auto line = now.find(id);
    if (line == now.end() || line->second.find(kError) != std::string::npos) continue;
    const std::uint64_t number = answer_of(line->second);
    const std::set<std::string>& facts = world_.servers().answers().at(number).facts;
    for (const std::string& one : before) {
      const auto filled = now.find(one);
      if (filled == now.end()) {
        fail(id + " has a result, but " + one + " has none");
        continue;
      }
      const bool stored = filled->second.find(kError) == std::string::npos;
      if (stored && facts.count(data_.stores.at(one)) == 0) {
        fail(id + " was asked without the memory of " + one);
      }
    }
  }
}

// Our own files beside the results are whole.
void Schedule::check_own(const std::string& path, const std::string& bytes) {
  if (path.find(".bfclx-") != path.npos) return;
  if (path.ends_with("bfclx_manifest.json")) {
    if (!json_loads(bytes).ok()) fail(path + " is torn: " + bytes.substr(0, 200));
    return;
  }
  if (!path.ends_with(".jsonl")) return;
  for (const std::string& text : whole_lines(bytes)) {
    if (!json_loads(text).ok()) fail(path + ": a line is torn: " + text.substr(0, 200));
  }
}

bool Schedule::is_complete() {
  std::set<std::string> there;
  for (const auto& [path, bytes] : world_.disk().files()) {
    if (!is_result(path) || path.ends_with(".part")) continue;
    for (const std::string& text : whole_lines(bytes)) {
      const Result<Value> line = json_loads(text);
      if (line.ok()) there.insert(std::string(text_member(*line, "id")));
    }
  }
  return there == planned_ && !leftovers();
}

bool Schedule::leftovers() {
  for (const auto& [path, bytes] : world_.disk().files()) {
    if (path.find("bfclx_shards") != path.npos || path.find("bfclx_unfinished") != path.npos) {
      return true;
    }
  }
  return false;
}

void Schedule::check_end() {
  for (const auto& [path, bytes] : world_.disk().files()) {
    if (is_result(path) && !bytes.ends_with('\n')) fail(path + " has an unfinished line");
  }
}

}  // namespace bfclx::simulation

#include "tools/bfclx/input/run_logs.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/base/counted.h"
#include "tools/bfclx/input/archive.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/large_results.h"

namespace bfclx::tools {

RunLogs::RunLogs(const Dataset& dataset, ModelRun& model)
    : dataset_(dataset), problems_(model.problems) {
  std::vector<bool> wanted(model.files.size());
  for (const Place& place : model.order) {
    if (place.scored) wanted[place.file] = true;
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::error_code error;
    const bool is_file = std::filesystem::is_regular_file(model.files[i], error) ||
                         archived_file(model.files[i]) != nullptr;
    if (!wanted[i] || !is_file) continue;
    read_notes(model.files[i]);
    read(i, model.files[i]);
  }
}

LogFacts RunLogs::of(std::size_t file, const ScoredResponse& response) const {
  const auto facts = facts_.find({file, response.line, response.id});
  return facts == facts_.end() ? LogFacts() : facts->second;
}

void RunLogs::read_notes(const std::filesystem::path& file) {
  constexpr int kFloors = 4;
  std::filesystem::path folder = file.parent_path();
  for (int i = 0; i < kFloors; ++i, folder = folder.parent_path()) {
    const std::filesystem::path path = folder / "bfclx_entries.jsonl";
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) && !archived_file(path.string())) continue;
    if (!noted_.insert(path.string()).second) return;
    const FileBytes notes = read_file(path.string());
    if (!notes.error.empty()) problems_.push_back({path.string(), 0, "", notes.error, true});
    add_notes(path.string(), notes.bytes);
    return;
  }
}

void RunLogs::add_notes(const std::string& path, std::string_view rest) {
  std::size_t unreadable = 0;
  std::size_t first = 0;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = rest.substr(0, end);
    const GenerationNote note = read_generation_note(text);
    if (!note.id.empty()) {
      at_limit_[note.id] = note.at_limit;
      served_[note.id] = note.served_by;
    } else if (text.find_first_not_of(" \t\r") != std::string_view::npos && unreadable++ == 0) {
      first = line;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (unreadable == 0) return;
  std::string text = "not a generation note";
  if (unreadable > 1) {
    text += "; " + grouped_digits(unreadable) + " lines of this file cannot be used";
  }
  problems_.push_back({path, first, "", std::move(text), false});
}

void RunLogs::read(std::size_t number, const std::string& path) {
  const auto look = [&](std::size_t line, const std::string& id, std::string_view text) {
    const Entry* entry = dataset_.find(id);
    if (entry == nullptr) return;
    LogFacts facts = log_facts(read_logged_entry(text), *entry);
    const auto noted = at_limit_.find(id);
    facts.at_limit = noted != at_limit_.end() && noted->second;
    if (facts.empty()) return;
    facts_.emplace(LogKey{number, line, id}, facts);
  };
  if (read_large_entries(path, kMaxLoggedEntry, look)) return;
  const FileBytes file = read_file(path);
  const std::string_view bytes = file.bytes;
  const auto look_at = [&](Response&& response) {
    look(response.line, response.id, bytes.substr(response.offset, response.size));
  };
  read_results(bytes, look_at, [](ResultProblem&&) {});
}

}  // namespace bfclx::tools

// What the official repository is given: a patch of its files, and an issue.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/base/counted.h"
#include "core/render/escape.h"
#include "core/review/outcome.h"
#include "core/review/screen.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::string_view kRoot = "berkeley-function-call-leaderboard/bfcl_eval/";
constexpr std::size_t kContext = 3;  // lines

std::vector<std::string_view> lines_of(std::string_view bytes) {
  std::vector<std::string_view> lines;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::size_t size = end == std::string_view::npos ? bytes.size() : end + 1;
    lines.push_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  return lines;
}

// The line with another ground truth, in the way in which it is written.
std::string changed_line(std::string_view line, const Value& truth) {
  const std::size_t length = line.find_last_not_of("\r\n") + 1;
  const std::string_view end = line.substr(length);
  Result<Value> object = json_loads(line.substr(0, length));
  JsonStyle styles[3];
  styles[1].ensure_ascii = false;
  styles[2].ensure_ascii = false;
  styles[2].item_separator = ",";
  styles[2].key_separator = ":";
  const JsonStyle* style = &styles[0];
  for (const JsonStyle& one : styles) {
    const Result<std::string> text = json_dumps(*object, one);
    if (text.ok() && *text == line.substr(0, length)) {
      style = &one;
      break;
    }
  }
  Dict changed = object->as_dict();
  changed.set("ground_truth", truth);
  const Result<std::string> text = json_dumps(Value::dict(std::move(changed)), *style);
  return (text.ok() ? *text : std::string(line.substr(0, length))) + std::string(end);
}

std::string diff_line(char sign, std::string_view line) {
  std::string text = sign + std::string(line);
  if (line.empty() || line.back() != '\n') text += "\n\\ No newline at end of file\n";
  return text;
}

// Lines are replaced one for one, so that both sides have the same numbers.
std::string file_diff(const std::string& path, const std::vector<std::string_view>& lines,
                      const std::map<std::size_t, std::string>& changed) {
  std::string diff =
      "diff --git a/" + path + " b/" + path + "\n--- a/" + path + "\n+++ b/" + path + "\n";
  for (auto at = changed.begin(); at != changed.end();) {
    auto last = at;
    for (auto next = std::next(last);
         next != changed.end() && next->first - last->first <= 2 * kContext; ++next) {
      last = next;
    }
    const std::size_t begin = at->first - std::min(at->first, kContext);
    const std::size_t end = std::min(lines.size(), last->first + kContext + 1);
    const std::string range = std::to_string(begin + 1) + "," + std::to_string(end - begin);
    diff += "@@ -" + range + " +" + range + " @@\n";
    for (std::size_t i = begin; i < end; ++i) {
      const auto change = changed.find(i);
      if (change == changed.end()) {
        diff += diff_line(' ', lines[i]);
        continue;
      }
      diff += diff_line('-', lines[i]);
      diff += diff_line('+', change->second);
    }
    at = std::next(last);
  }
  return diff;
}

// A block in which nothing is Markdown.
std::string code_block(std::string_view text) {
  std::string fence = "```";
  while (text.find(fence) != std::string_view::npos) fence += '`';
  return fence + "\n" + std::string(text) + "\n" + fence + "\n";
}

std::string json_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

std::string finds_text(const ReviewOutcome& outcome, ReviewVerdict verdict,
                       std::string_view title) {
  std::string out;
  for (const ReviewFind& find : outcome.finds) {
    if (judged_truth(*find.merged->entry, *find.merged->result) != verdict) continue;
    if (out.empty()) out = "\n## " + std::string(title) + "\n";
    out += "\n### " + markdown_text(find.entry->id) + "\n\n";
    for (const ReviewMessage& message : review_messages(*find.entry)) {
      out += markdown_text(message.role) + ":\n\n" + code_block(message.text) + "\n";
    }
    if (!find.entry->ground_truth.is_none()) {
      out += "Ground truth:\n\n" + code_block(json_of(find.entry->ground_truth)) + "\n";
    }
    out += markdown_text(find.reason) + "\n";
    for (const TruthChange& change : outcome.changes) {
      if (change.entry != find.entry) continue;
      out += "\nCorrected ground truth:\n\n" + code_block(json_of(change.ground_truth));
    }
  }
  return out;
}

}  // namespace

Result<std::string> upstream_patch(const std::vector<TruthChange>& changes,
                                   const ReadDatasetFile& read) {
  std::map<std::string, std::map<std::string_view, const Value*>> files;
  for (const TruthChange& change : changes) {
    files["data/" + std::string(change.entry->category->answers)][change.entry->id] =
        &change.ground_truth;
  }
  std::string patch;
  for (const auto& [path, truths] : files) {
    const std::optional<std::string> bytes = read(path);
    if (!bytes) return Error{"dataset", path + ": no such file", Error::kNoOffset};
    const std::vector<std::string_view> lines = lines_of(*bytes);
    std::map<std::size_t, std::string> changed;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Result<Value> line = json_loads(lines[i]);
      const Value* id = line.ok() ? find_member(*line, "id") : nullptr;
      if (id == nullptr || !id->is_str()) continue;
      const auto its = truths.find(id->as_str());
      if (its != truths.end()) changed[i] = changed_line(lines[i], *its->second);
    }
    if (changed.size() < truths.size()) {
      return Error{"dataset", path + ": expected one JSON line for each corrected entry",
                   Error::kNoOffset};
    }
    patch += file_diff(std::string(kRoot) + path, lines, changed);
  }
  return patch;
}

std::string review_issue(const ReviewMerge& merge, const ReviewOutcome& outcome) {
  const std::size_t wrong = merge.judged(ReviewVerdict::kWrong).size();
  std::string out = "# Wrong ground truth in " + counted(wrong, "entry", "entries") + "\n\n";
  out += "Dataset: " + markdown_text(merge.first->dataset_version) + ", " +
         markdown_text(merge.first->dataset_hash) + ".\n\n";
  out +=
      "The reviewers saw the question, the functions and the different responses in random order. "
      "They did not know which response the ground truth accepts, or which entries the audit found "
      "suspicious.\n\n";
  for (const std::string& text : merge_texts(merge)) out += "- " + markdown_text(text) + "\n";
  out += finds_text(outcome, ReviewVerdict::kWrong, "Wrong");
  out += finds_text(outcome, ReviewVerdict::kAmbiguous, "Ambiguous");
  return out;
}

}  // namespace bfclx

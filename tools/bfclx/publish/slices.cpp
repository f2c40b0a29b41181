#include "tools/bfclx/publish/slices.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/audit/meaning.h"
#include "core/explain/explanation.h"
#include "core/review/episode_paths.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kAnswerBytes = 300;
constexpr std::size_t kWhyBytes = 300;
// Of an episode, whose reason names states, and whose calls are of many turns.
constexpr std::size_t kEpisodeBytes = 2000;
constexpr std::size_t kTypeBytes = 120;
// Questions of long conversations are cut; no one reads on.
constexpr std::size_t kQuestionBytes = 12000;

void append_text(std::string& out, std::string_view text) { append_json_str(out, text); }

std::string slice_head(std::string_view what, std::string_view name, const Category& category,
                       std::size_t first) {
  std::string out =
      "{\"schema\":\"" + std::string(kBoardSchema) + "\",\"" + std::string(what) + "\":";
  append_text(out, name);
  out += ",\"category\":";
  append_text(out, category.name);
  return out + ",\"first\":" + std::to_string(first);
}

void append_answer(std::string& out, const PublishedAnswer& answer,
                   std::vector<std::string>& types) {
  switch (answer.mark) {
    case PublishedAnswer::Mark::kAbsent:
      out += "null";
      return;
    case PublishedAnswer::Mark::kSkipped:
      out += "[\"s\"]";
      return;
    case PublishedAnswer::Mark::kUnknown:
      out += "[\"?\"]";
      return;
    case PublishedAnswer::Mark::kRight:
      out += "[1,";
      break;
    case PublishedAnswer::Mark::kWrong:
      out += "[0," + std::to_string(number_of(answer.error_type, types)) + ",";
      append_text(out, answer.why);
      out += ",";
      break;
  }
  append_text(out, answer.answer);
  if (answer.mark == PublishedAnswer::Mark::kWrong && answer.meaning != 0) {
    out += "," + std::to_string(answer.meaning);
  }
  out += "]";
}

// Whether JSON that browsers read has no number for one in there.
bool has_no_number(const Value& value) {
  if (value.is_float()) return !std::isfinite(value.as_float());
  if (value.is_list()) {
    return std::any_of(value.items().begin(), value.items().end(), has_no_number);
  }
  if (!value.is_dict()) return false;
  return std::any_of(value.as_dict().begin(), value.as_dict().end(),
                     [](const Dict::Entry& entry) { return has_no_number(entry.value); });
}

// As JSON that browsers read: what is no number there makes the whole a text.
void append_data(std::string& out, const Value& value) {
  std::string text;
  append_json(text, value);
  if (has_no_number(value)) {
    append_text(out, text);
  } else {
    out += text;
  }
}

// As it is; where it is long, its beginning as a message of no one.
void append_question(std::string& out, const Value& turns) {
  std::string text;
  append_json(text, turns);
  if (text.size() <= kQuestionBytes) {
    append_data(out, turns);
    return;
  }
  out += "[[{\"role\":\"cut short\",\"content\":";
  append_text(out, short_text(text, kQuestionBytes));
  out += "}]]";
}

// A turn a line; empty where the turns cannot be read.
std::string episode_calls(const ScoredResponse& response) {
  const Value path = path_of(response);
  if (!path.is_list()) return {};
  std::string text;
  for (std::size_t turn = 0; turn < path.items().size(); ++turn) {
    text += (turn > 0 ? "\nturn " : "turn ") + std::to_string(turn + 1) + ": ";
    const List& calls = path.items()[turn].items();
    if (calls.empty()) text += "no function call";
    for (std::size_t i = 0; i < calls.size(); ++i) {
      text += (i > 0 ? "; " : "") + std::string(calls[i].as_str());
    }
  }
  return short_text(text, kEpisodeBytes);
}

}  // namespace

std::string slice_path(const std::string& folder, const Category& category, std::size_t first) {
  return folder + "/" + std::string(category.name) + "-" + std::to_string(first / kSlice) + ".json";
}

std::size_t number_of(const std::string& type, std::vector<std::string>& types) {
  const auto found = std::find(types.begin(), types.end(), type);
  if (found != types.end()) return static_cast<std::size_t>(found - types.begin());
  types.push_back(type);
  return types.size() - 1;
}

PublishedAnswer published_answer(const ScoredResponse& response, const Answer& answer) {
  PublishedAnswer out;
  if (response.entry == nullptr || response.superseded) return out;
  if (response.skipped()) {
    out.mark = PublishedAnswer::Mark::kSkipped;
    return out;
  }
  const Verdict& verdict = response.verdict;
  out.mark = verdict.valid ? PublishedAnswer::Mark::kRight : PublishedAnswer::Mark::kWrong;
  out.error_type = short_text(verdict.error_type, kTypeBytes);
  const bool is_episode = response.episode != nullptr;
  if (verdict.why && !verdict.valid) {
    out.why = short_text(verdict.why->text, is_episode ? kEpisodeBytes : kWhyBytes);
  }
  out.meaning = static_cast<std::uint32_t>(answer.meaning);
  if (is_episode) {
    // Those that pass are one group, whatever their calls.
    if (!verdict.valid) out.answer = episode_calls(response);
    return out;
  }
  if (response.agentic != nullptr && response.agentic->last_message.is_str()) {
    out.answer = short_text(response.agentic->last_message.as_str(), kAnswerBytes);
  } else if (verdict.decoded) {
    out.answer = short_calls(*verdict.decoded, kAnswerBytes);
  } else {
    out.answer = short_text(response_text(response.response), kAnswerBytes);
  }
  return out;
}

void ModelAnswers::touch(const Category& category) {
  const std::size_t entries = dataset_.entries(category).size();
  answers_[&category].resize(entries);
  audited_[&category].resize(entries);
}

void ModelAnswers::add(const Entry& entry, PublishedAnswer answer, Answer audited) {
  touch(*entry.category);
  const std::vector<Entry>& entries = dataset_.entries(*entry.category);
  const auto place = static_cast<std::size_t>(&entry - entries.data());
  if (answer.mark == PublishedAnswer::Mark::kAbsent) return;
  answers_[entry.category].at(place) = std::move(answer);
  audited_[entry.category].at(place) = std::move(audited);
}

std::vector<Answer> ModelAnswers::take_failed() {
  std::vector<Answer> failed;
  for (const auto& [category, answers] : answers_) {
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i].mark != PublishedAnswer::Mark::kWrong) continue;
      failed.push_back(std::move(audited_[category][i]));
    }
  }
  return failed;
}

std::vector<ModelAnswers::Marks> ModelAnswers::marks(std::vector<std::string>& types) const {
  std::vector<Marks> out;
  for (const auto& [category, answers] : answers_) {
    Marks& marks = out.emplace_back();
    marks.category = category;
    for (const PublishedAnswer& answer : answers) {
      marks.marks += static_cast<char>(answer.mark);
      if (answer.mark != PublishedAnswer::Mark::kWrong) continue;
      marks.errors.push_back(number_of(answer.error_type, types));
    }
  }
  return out;
}

void ModelAnswers::write_slices(const std::string& name, PublishedFiles& files) const {
  for (const auto& [category, answers] : answers_) {
    for (std::size_t first = 0; first < answers.size(); first += kSlice) {
      std::vector<std::string> types;
      std::string rows;
      for (std::size_t i = first; i < std::min(answers.size(), first + kSlice); ++i) {
        rows += rows.empty() ? "\n" : ",\n";
        append_answer(rows, answers[i], types);
      }
      std::string out = slice_head("model", name, *category, first) + ",\"types\":[";
      for (std::size_t i = 0; i < types.size(); ++i) {
        if (i > 0) out += ",";
        append_text(out, types[i]);
      }
      out.append("],\"answers\":[").append(rows).append("]}\n");
      files.write(slice_path("data/models/" + name, *category, first), out);
    }
  }
}

void write_entry_slices(const Dataset& dataset, const std::vector<const Category*>& categories,
                        PublishedFiles& files) {
  for (const Category* category : categories) {
    const std::vector<Entry>& entries = dataset.entries(*category);
    for (std::size_t first = 0; first < entries.size(); first += kSlice) {
      std::string out = slice_head("dataset", dataset.hash, *category, first) + ",\"entries\":[";
      for (std::size_t i = first; i < std::min(entries.size(), first + kSlice); ++i) {
        out += i == first ? "\n{\"id\":" : ",\n{\"id\":";
        append_text(out, entries[i].id);
        out += ",\"question\":";
        append_question(out, entries[i].question());
        out += ",\"ground_truth\":";
        append_data(out, entries[i].shown_answers());
        out += "}";
      }
      files.write(slice_path("data/entries", *category, first), out + "]}\n");
    }
  }
}

}  // namespace bfclx::tools

#include "tools/bfclx/evaluate/evaluation.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/conversation/result_files.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/result_stream.h"
#include "core/official/inference_log.h"
#include "core/official/score_entry.h"
#include "core/run/official_verdict.h"
#include "core/run/run_names.h"
#include "tools/bfclx/evaluate/score_folder.h"
#include "tools/bfclx/input/input_file.h"
#include "tools/bfclx/input/parallel.h"
#include "tools/bfclx/input/score_run.h"
#include "tools/bfclx/output/whole_file.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kChunk = 26;  // responses that a thread takes at once

// Lines of a score file, of one chunk of responses. Where a log belongs is told, not filled in.
struct ChunkText {
  struct Log {
    std::size_t place = 0;     // in `text`
    std::uint64_t offset = 0;  // of the entry in the result file
  };
  std::string text;
  std::vector<Log> logs;
  SpellingChange other_spelling;
};

// A result file on its way to a score file.
struct FileWork {
  const EvaluationFile* file = nullptr;
  const FileWork* later = nullptr;  // the file of the category that counts, if it is another
  std::unique_ptr<InputFile> input;
  std::vector<ScoredResponse> responses;  // in the official order
  std::vector<std::uint64_t> offsets;     // of the entries in the file
  RunSettings settings;
  std::vector<ChunkText> chunks;  // in order
  Usage usage;
  SpellingChange other_spelling;
  std::string problem;  // empty while all is well
  std::atomic<std::size_t> left{0};
  std::atomic<bool> unofficial{false};   // holds what the official writer cannot write
  std::vector<SharedList> shared_lists;  // as they are when the official writer comes
  std::size_t right = 0;
  std::mutex out_of_memory_mutex;
  std::vector<std::string> out_of_memory;  // ids of entries that memory did not suffice for

  void add_out_of_memory(const std::string& id) {
    const std::lock_guard<std::mutex> lock(out_of_memory_mutex);
    out_of_memory.push_back(id);
  }
};

constexpr std::size_t kIdsShown = 5;

std::string count_of_entries(std::size_t count) { return counted(count, "entry", "entries"); }

// Of ids that are not of `own`: those of another category, with where they belong. The others stay
// in `unknown`.
std::string of_other_categories(const Category& own, std::vector<std::string>& unknown) {
  std::vector<std::pair<const Category*, std::vector<std::string>>> others;
  std::vector<std::string> rest;
  for (std::string& id : unknown) {
    const Category* category = read_entry_id(id).category;
    if (category == nullptr || category == &own) {
      rest.push_back(std::move(id));
      continue;
    }
    const auto known = std::find_if(others.begin(), others.end(),
                                    [&](const auto& other) { return other.first == category; });
    (known != others.end() ? *known : others.emplace_back(category, std::vector<std::string>()))
        .second.push_back(std::move(id));
  }
  unknown = std::move(rest);
  std::string text;
  for (const auto& [category, ids] : others) {
    const std::string name(category->name);
    text += (text.empty() ? "" : "; ") + first_of(ids, kIdsShown) +
            (ids.size() == 1 ? " is an entry of " : " are entries of ") + name + ": move the line" +
            (ids.size() == 1 ? "" : "s") + " to " + result_file_path(ids.front()) +
            " and evaluate it with --test-category " + name;
  }
  return text;
}

// The entries of a file against those of the dataset: what
// eval_runner.py:_subset_entries_by_model_ids and the runners' assertions ask for. Empty when all
// is well.
std::string check_entries(const Category& category, const std::vector<Entry>& entries,
                          const std::vector<Response>& found,
                          const std::vector<std::size_t>& places, bool partial) {
  std::vector<std::string> unknown;
  std::vector<std::string> twice;
  std::vector<bool> seen(entries.size(), false);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (places[i] == entries.size()) {
      unknown.push_back(found[i].id);
    } else if (seen[places[i]]) {
      twice.push_back(found[i].id);
    } else {
      seen[places[i]] = true;
    }
  }
  std::string elsewhere = of_other_categories(category, unknown);
  if (!unknown.empty()) {
    return elsewhere + (elsewhere.empty() ? "" : "; ") + "the dataset has no " +
           first_of(unknown, kIdsShown) +
           " in this category; remove them or use the dataset that they belong to";
  }
  if (!elsewhere.empty()) return elsewhere;
  if (!twice.empty()) {
    return first_of(twice, kIdsShown) + " occur" + (twice.size() == 1 ? "s" : "") +
           " more than once; keep one line of each";
  }
  if (found.empty()) return "holds no entries; generate the results, or remove the file";
  if (partial || found.size() == entries.size()) return {};
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!seen[i]) missing.push_back(entries[i].id);
  }
  return "holds " + grouped_digits(found.size()) + " of " + count_of_entries(entries.size()) +
         ", without " + first_of(missing, kIdsShown) +
         "; generate these too, or evaluate what is there with --partial-eval";
}

Result<std::vector<Response>> read_entries(const ReadBytes& read, std::size_t& line) {
  std::vector<Response> found;
  ResultStream stream(read);
  while (true) {
    Response entry;
    Result<bool> more = stream.next(entry);
    line = stream.line();
    if (!more.ok()) return std::move(more).error();
    if (!*more) return found;
    found.push_back(std::move(entry));
  }
}

const Value* present(const std::optional<Value>& value) { return value ? &*value : nullptr; }

void keep_entries(const std::vector<Entry>& entries, std::vector<Response> found,
                  const std::vector<std::size_t>& places, FileWork& work) {
  std::vector<std::size_t> order(found.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  for (const std::size_t i : order) {
    Response& entry = found[i];
    work.usage.add(present(entry.input_token_count), present(entry.output_token_count),
                   present(entry.latency));
    if (work.later != nullptr) continue;
    ScoredResponse& response = work.responses.emplace_back();
    response.line = entry.line;
    response.id = std::move(entry.id);
    response.entry = &entries[places[i]];
    response.response = std::move(entry.result);
    work.offsets.push_back(entry.offset);
  }
  work.chunks.resize((work.responses.size() + kChunk - 1) / kChunk);
  work.left = work.chunks.size();
}

void read_file(bool partial, FileWork& work) {
  const Dataset& dataset = work.file->dataset->dataset();
  work.input = std::make_unique<InputFile>(work.file->path);
  std::size_t line = 0;
  Result<std::vector<Response>> found = read_entries(work.input->read, line);
  work.problem = work.input->error();
  if (!work.problem.empty()) return;
  if (!found.ok()) {
    work.problem = "line " + std::to_string(line) + ": " + found.error().message +
                   "; correct the line or generate the entry again";
    return;
  }
  const std::vector<Entry>& entries = dataset.entries(*work.file->category);
  std::vector<std::size_t> places;
  for (const Response& entry : *found) {
    const Entry* known = dataset.find(entry.id);
    const bool here = known != nullptr && known->category == work.file->category;
    places.push_back(here ? static_cast<std::size_t>(known - entries.data()) : entries.size());
  }
  work.problem = check_entries(*work.file->category, entries, *found, places, partial);
  if (work.problem.empty()) {
    keep_entries(entries, std::move(found).value(), places, work);
  }
}

// Quirk last_lists_are_written: states in the errors of episodes hold the default lists of
// functions, of which a process has one each, and the writer comes when all entries of the category
// are done: it finds in every entry what the last one left there.
void share_lists(const std::vector<SharedList>& last, EpisodeVerdict& episode) {
  for (const SharedList& list : episode.shared_lists) {
    List& items = list.value.mutable_list();
    items.clear();
    for (const SharedList& other : last) {
      if (other.class_name == list.class_name && other.which == list.which) {
        items = other.value.items();
      }
    }
  }
}

void find_shared_lists(FileWork& work) {
  if (work.file->category->judging != Judging::kMultiTurn || work.responses.empty()) return;
  const ScoredResponse& last = work.responses.back();
  work.shared_lists = score_episode(*last.entry, last.response, work.settings).shared_lists;
}

// Appends what the score file has of an entry: nothing where it is right.
void append_entry(const ScoredResponse& response, std::uint64_t offset, FileWork& work,
                  SharedScoreTexts& texts, ChunkText& chunk, std::string& text) {
  if (response.episode != nullptr) share_lists(work.shared_lists, *response.episode);
  if (!response.verdict.valid) {
    if (!append_failed_entry(text, response, work.settings.model_name, texts))
      work.unofficial = true;
    if (has_inference_log(*work.file->category)) {
      text += ", \"inference_log\": ";
      chunk.logs.push_back({text.size(), offset});
    }
    text += "}\n";
  }
  if (response.verdict.error_type.rfind("official_evaluator_error", 0) == 0) work.unofficial = true;
}

void score_chunk(std::size_t number, EntryMemory& memory, FileWork& work) {
  EntryMemory::Share share(memory);
  const std::size_t first = number * kChunk;
  const std::size_t end = std::min(work.responses.size(), first + kChunk);
  SharedScoreTexts texts;
  ChunkText& chunk = work.chunks[number];
  // Grows once for all chunks of a thread; what is kept has its own size.
  thread_local std::string text;
  text.clear();
  std::size_t text_before = 0;
  std::size_t logs_before = 0;
  ScoreHooks hooks;
  hooks.score = &score_officially;
  hooks.wanted = [&](std::size_t) {
    text_before = text.size();
    logs_before = chunk.logs.size();
    return true;
  };
  hooks.scored = [&](std::size_t i, ScoredResponse& response) {
    text.resize(text_before);  // memory may have ended in the middle of it
    chunk.logs.resize(logs_before);
    append_entry(response, work.offsets[first + i], work, texts, chunk, text);
    if (depends_on_spelling(*response.entry)) {
      const RunSettings& settings = work.settings;
      chunk.other_spelling.add(response.verdict.valid,
                               official_verdict(*response.entry, response.response,
                                                *settings.decoder, !settings.underscore_to_dot)
                                   .valid);
    }
  };
  const std::span<ScoredResponse> responses(work.responses.data() + first, end - first);
  score_responses(responses, work.settings, Keep::kCounts, hooks, guard_of(share));
  for (const ScoredResponse& response : responses) {
    if (response.verdict.error_type == kOutOfMemory) work.add_out_of_memory(response.id);
  }
  chunk.text = text;
}

void write_chunk(const FileWork& work, const ChunkText& chunk, WholeFile& out,
                 std::string& problem) {
  const TextSink sink = [&out](std::string_view text) { out.write(text); };
  const std::string_view text = chunk.text;
  std::size_t written = 0;
  for (const ChunkText::Log& log : chunk.logs) {
    out.write(text.substr(written, log.place - written));
    written = log.place;
    if (!write_log(work.input->read, log.offset, sink).ok()) {
      problem = "has changed while it was evaluated; evaluate it again";
      return;
    }
  }
  out.write(text.substr(written));
}

void write_file(const EvaluationRequest& request, FileWork& work) {
  const Category& category = *work.file->category;
  const std::filesystem::path folder =
      std::filesystem::path(request.model_name) / std::string(category.folder);
  WholeFile out(request.score_folder,
                folder / ("BFCL_v4_" + std::string(category.name) + "_score.json"),
                kScoreDirAdvice);
  out.write(score_header(category, work.responses) + "\n");
  for (const ChunkText& chunk : work.chunks) {
    if (work.problem.empty()) write_chunk(work, chunk, out, work.problem);
    work.other_spelling.gained += chunk.other_spelling.gained;
    work.other_spelling.lost += chunk.other_spelling.lost;
  }
  if (work.problem.empty()) {
    if (const Status status = out.commit(); !status.ok()) work.problem = status.error().message;
  }
  for (const ScoredResponse& response : work.responses)
    work.right += response.verdict.valid ? 1 : 0;
  work.chunks = {};
}

// Where memory ends in what belongs to no entry, the file is not evaluated.
template <typename Work>
void keep_within_memory(FileWork& file, const Work& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    const std::lock_guard<std::mutex> lock(file.out_of_memory_mutex);
    file.problem = "is not evaluated: out of memory";
  }
}

// One task for each chunk of responses of all files.
struct Task {
  FileWork* work;
  std::size_t chunk;
};

void score_and_write(const EvaluationRequest& request,
                     std::vector<std::unique_ptr<FileWork>>& works) {
  std::vector<Task> tasks;
  for (const auto& work : works) {
    if (!work->problem.empty()) continue;
    SettingsRequest asked;
    asked.model = request.model;
    work->settings =
        choose_settings(work->file->dataset->dataset(), std::span<const Response* const>{}, asked);
    work->settings.model_name = sanitize_utf8(request.model_name);
    work->settings.long_context = work->file->dataset->long_context();
    work->settings.today = request.today;
    if (work->file->category->judging == Judging::kExecutable) {
      work->settings.executable = request.services->settings();
      request.services->ask_for(work->responses, work->settings);
    }
    for (std::size_t i = 0; i < work->chunks.size(); ++i) tasks.push_back({work.get(), i});
  }
  parallel_for(works.size(), request.jobs, [&](std::size_t i) {
    keep_within_memory(*works[i], [&] { find_shared_lists(*works[i]); });
  });
  EntryMemory memory;
  parallel_for(tasks.size(), request.jobs, [&](std::size_t i) {
    FileWork& work = *tasks[i].work;
    keep_within_memory(work, [&] { score_chunk(tasks[i].chunk, memory, work); });
    if (work.left.fetch_sub(1) != 1) return;
    keep_within_memory(work, [&] {
      if (work.problem.empty()) write_file(request, work);
    });
  });
}

void report(FileWork& work, Evaluation& evaluation) {
  const std::string path = work.file->path.string();
  if (!work.problem.empty()) {
    evaluation.problems.push_back(path + ": " + work.problem);
    return;
  }
  const auto append = [](List& all, const List& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  append(evaluation.usage.input_tokens, work.usage.input_tokens);
  append(evaluation.usage.output_tokens, work.usage.output_tokens);
  append(evaluation.usage.latencies, work.usage.latencies);
  if (work.later != nullptr) {
    evaluation.problems.push_back(
        path + ": not scored: second file for " + std::string(work.file->category->name) +
        used_file_text(
            work.later->file->path.string(),
            "the last one; as in the official evaluator, all subfolders of a model are one run"));
    return;
  }
  const auto skipped = static_cast<std::size_t>(
      std::count_if(work.responses.begin(), work.responses.end(),
                    [](const ScoredResponse& response) { return response.skipped(); }));
  evaluation.other_spelling.gained += work.other_spelling.gained;
  evaluation.other_spelling.lost += work.other_spelling.lost;
  evaluation.categories.push_back(
      {work.file->category, work.right, work.responses.size() - skipped});
  if (!work.out_of_memory.empty()) {
    std::sort(work.out_of_memory.begin(), work.out_of_memory.end());
    evaluation.problems.push_back(path + ": " + first_of(work.out_of_memory, kIdsShown) +
                                  ": out of memory; counted as failed");
  }
  if (work.unofficial) {
    evaluation.notes.push_back(path +
                               ": the official evaluator stops with an exception at an entry of "
                               "this file and writes no scores for it");
  }
}

}  // namespace

Evaluation evaluate_model(const EvaluationRequest& request) {
  std::vector<std::unique_ptr<FileWork>> works;
  std::unordered_map<const Category*, FileWork*> newest;
  for (const EvaluationFile& file : request.files) {
    FileWork& work = *works.emplace_back(std::make_unique<FileWork>());
    work.file = &file;
    newest[file.category] = &work;
  }
  for (const auto& work : works) {
    const FileWork* last = newest[work->file->category];
    if (last != work.get()) work->later = last;
  }
  parallel_for(works.size(), request.jobs, [&](std::size_t i) {
    keep_within_memory(*works[i], [&] { read_file(request.partial, *works[i]); });
  });
  score_and_write(request, works);
  Evaluation evaluation;
  for (const auto& work : works) report(*work, evaluation);
  return evaluation;
}

std::string why_no_official_score(const DatasetFiles& dataset, const Category& category) {
  const std::vector<MalformedEntry>& malformed = dataset.dataset().malformed(category);
  if (malformed.empty()) return {};
  std::string text = dataset.place() + "/" + malformed.front().message();
  if (malformed.size() > 1) {
    text += " (and " + std::to_string(malformed.size() - 1) + " more)";
  }
  return text + "; " + std::string(category.name) +
         " has no official score and is not evaluated: fix the line, or use `bfclx score`, which "
         "leaves the entry out";
}

}  // namespace bfclx::tools

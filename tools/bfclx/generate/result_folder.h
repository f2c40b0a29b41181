// ResultFolder: the result files of one model, written so that nothing that was answered is lost.
//
// Files, keys and escapes are the official ones (core/conversation/result_files.h); beside them lie
// our own two, which no evaluator reads: bfclx_manifest.json, what made the results, and
// bfclx_entries.jsonl, one line an entry that ended (finish reasons, usage, retries, errors).
//
// Lines are appended whole, each with one write, and reach the disk (fdatasync) at least every few
// seconds; a run that is killed loses nothing that was written, at a power cut a few seconds. On
// opening, a last line that was cut is mended: completed by its line end where it is whole, else
// taken away. A lock keeps a second run out of the folder while the first lives.
//
// A shard (use_shard) has a folder of its own below the model's, with all of these files, so that
// no two processes write one file. Its result files end in ".part": nobody takes them for results
// before they are merged (shard_merge.h). Shards share the model's lock, which a run without shards
// and a merge hold alone.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_RESULT_FOLDER_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_RESULT_FOLDER_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"
#include "tools/bfclx/output/below.h"
#include "tools/bfclx/output/line_log.h"

namespace bfclx::tools {

// Behind the name of a result file, while it is a shard's.
inline constexpr std::string_view kPartSuffix = ".part";
// Of a model's folder: our own lines about entries, and what locks it.
inline constexpr const char* kNotesFile = "bfclx_entries.jsonl";
inline constexpr const char* kLockFile = ".bfclx-lock";

class ResultFolder {
 public:
  // The folder of the model, by its name below the result folder `root`. No link below `root` is
  // followed (output/below.h). Nothing is touched before open().
  ResultFolder(std::filesystem::path root, std::string model);
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;
  ~ResultFolder();  // of a shard that wrote nothing no folder remains

  // Before anything else: what is written lies in this folder below the model's. What the model's
  // folder has counts as there, and is only read.
  void use_shard(const std::filesystem::path& folder);
  // Removes the shard's folder where it has no more than the manifest.
  void leave_shard();
  // Nothing more is written: the files of a shard may be removed.
  void close();

  // Makes the folder and locks it; UsageError when it cannot be written, or another run has it.
  // Gives what people should know; empty when all is as it should be.
  std::string open();

  struct Found {
    std::set<std::string, std::less<>> done;   // ids that have a result
    std::set<std::string, std::less<>> again;  // whose result is a transport error
    std::map<std::string, std::string, std::less<>>
        errors;                      // of `done`: another error, and its text
    std::vector<std::string> notes;  // for people: lines that cannot be read
  };
  // What is there of these categories, memory prerequisites included. Files are mended on the way.
  // With `mend` cut last lines of the files are mended; without it nothing is written.
  Found scan(std::span<const Category* const> categories, bool mend);
  // Removes the results of the categories.
  void remove_results(std::span<const Category* const> categories);

  // A result line without its end, as it is to stand in the file of the id. False with `error()`.
  bool append(std::string_view id, std::string_view line);
  // One of our own lines about an entry, without its end.
  bool note(std::string_view line);
  // A memory snapshot: the checkpoint of a prerequisite, and the state of its scenario. Whole
  // files.
  bool write_snapshot(std::string_view id, std::string_view scenario, std::string_view bytes);
  // The bytes of a snapshot file, by its path below the folder; nullopt where there is none. An
  // Error "OSError" where it cannot be read.
  Result<std::optional<std::string>> read(const std::string& path) const;
  // What the last of our lines about an entry says that its result was made of.
  struct MadeWith {
    // settings_id (result_settings.h); empty where it says nothing.
    std::string settings;
    // entry_hash, likewise.
    std::string entry;
  };
  // Of each entry that has a result, in files that are there. UsageError where our lines are there
  // and cannot be read.
  std::map<std::string, MadeWith, std::less<>> made_with() const;
  bool write_manifest(std::string_view json);
  std::string read_manifest() const;  // empty where there is none; UsageError as above
  // Of a shard: the manifest of the model's folder.
  std::string read_model_manifest() const;
  // Files of our own beside the results, by their name in the folder: a line and its end behind
  // what is there, whole bytes in its place, nothing any more.
  bool append_to(const std::string& name, std::string_view line, std::string_view end = {});
  bool replace(const std::string& name, std::string_view bytes);
  // The same, with the bytes as `write` gives them, piece by piece; its error leaves what is there.
  using Pieces = std::function<Status(const std::function<void(std::string_view)>&)>;
  bool replace(const std::string& name, const Pieces& write);
  // Such a file to be read; none where it is not there.
  Descriptor open_file(const std::string& name) const;
  // Of a shard: that of the model's folder.
  Descriptor open_model_file(const std::string& name) const;
  void drop(const std::string& name);
  void drop_model_file(const std::string& name);
  // Of a shard: shows others that it runs, where locks do not (shard_that_may_run).
  void show_that_it_runs() const;
  // Brings what was written to the disk. False with `error()`.
  bool sync();

  // At the end of a run: lines of one id become one, the last, at the first one's place; files that
  // are not in the official order are sorted. `merge`: as update mode (--run-ids) leaves them.
  bool finish(bool merge);

  const std::filesystem::path& root() const { return root_; }
  // Of the model; of its file, or of the shard's.
  const std::filesystem::path& place() const { return place_; }
  std::filesystem::path place_of(const std::string& name) const { return root_ / below(name); }
  const std::string& error() const { return error_; }

 private:
  using Notes = std::map<std::string, MadeWith, std::less<>>;
  bool write_whole(const std::string& path, std::string_view bytes);
  LineLog* log_of(const std::string& path);
  std::string lock_model();
  void remove_shard(std::string_view besides);
  void scan_file(const std::filesystem::path& file, Found& found) const;
  void read_notes(const std::filesystem::path& folder, std::string_view suffix, Notes& found) const;
  std::string read_manifest_in(const std::filesystem::path& folder) const;
  void refuse_no_folder(const std::filesystem::path& file) const;
  void refuse_array(const std::filesystem::path& file) const;
  bool finish_file(const std::string& path, bool merge, std::uint64_t kept);
  std::filesystem::path below(const std::string& path) const { return own_ / path; }
  std::string result_file(const std::string& path) const {
    return is_shard() ? path + std::string(kPartSuffix) : path;
  }
  bool is_shard() const { return own_ != model_; }

  std::filesystem::path root_;
  std::filesystem::path model_;
  std::filesystem::path own_;    // that is written to: the model's, or the shard's
  std::filesystem::path place_;  // of the model
  std::string error_;
  Descriptor model_lock_;
  Descriptor lock_;                                  // of the shard
  std::map<std::string, LineLog> logs_;              // by path below the folder
  std::map<std::string, std::uint64_t> kept_bytes_;  // of each, what was there before this run
};

// The folder of a model below a result folder, as official; UsageError where the name can be none
// ("..", ".").
std::string checked_model_folder(std::string_view model);

// Whether a result line is the official generator's note of a request that never got through: a
// connection, a time-out, a status that may pass (408, 409, 425, 429, 5xx).
bool is_transport_error(std::string_view result_text);

// Why a file that was opened, or not (errno), cannot be read, to stand behind its path.
std::string unreadable(const Descriptor& file);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_RESULT_FOLDER_H_

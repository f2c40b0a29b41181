#include "tools/bfclx/evaluate/score_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "core/base/utf8.h"
#include "core/official/tables.h"
#include "core/run/run_names.h"
#include "core/value/json.h"
#include "tools/bfclx/input/inputs.h"
#include "tools/bfclx/input/open_file.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxHeader = std::size_t{1} << 22;  // bytes

void add_official_files(const fs::path& folder, const fs::path& root, std::string_view suffix,
                        std::vector<std::string>& errors, std::vector<fs::path>* others,
                        std::vector<fs::path>& found) {
  constexpr std::string_view kPrefix = "BFCL_v4_";
  FolderEntries entries = entries_of(folder);
  if (!entries.error.empty()) errors.push_back(std::move(entries.error));
  for (fs::path& file : entries.files) {
    const std::string name = file.filename().string();
    if (name.size() >= kPrefix.size() + suffix.size() && name.rfind(kPrefix, 0) == 0 &&
        name.ends_with(suffix)) {
      found.push_back(std::move(file));
    } else if (others != nullptr && is_result_name(name)) {
      others->push_back(std::move(file));
    }
  }
  for (const fs::path& inner : entries.folders) {
    std::error_code error;
    if (fs::is_symlink(inner, error)) {
      const std::string why = unfollowed_link(inner, root);
      if (!why.empty()) errors.push_back(inner.string() + ": " + why);
    } else {
      add_official_files(inner, root, suffix, errors, others, found);
    }
  }
}

}  // namespace

bool is_score_name(std::string_view name) {
  return (name.rfind("data_", 0) == 0 && name.ends_with(".csv")) || name.ends_with("_score.json");
}

FolderLock::FolderLock(const fs::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0) return;
  while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<Value> read_score_header(const fs::path& path) {
  const auto broken = [](std::string_view what) {
    return Error{"ScoreError", std::string(what) + "; delete the file or evaluate it again"};
  };
  const OpenFile file(path);
  if (!file.error().empty()) return broken(file.error());
  std::string text;
  char buffer[16384];
  std::size_t end = std::string::npos;
  while (end == std::string::npos && text.size() < kMaxHeader) {
    const ssize_t count = ::read(file.descriptor(), buffer, sizeof buffer);
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
    end = text.find('\n');
  }
  char last = 0;
  const bool whole =
      file.size() > 0 && ::pread(file.descriptor(), &last, 1, file.size() - 1) == 1 && last == '\n';
  if (end == std::string::npos || !whole) return broken("is only half written");
  text.resize(end);
  if (find_invalid_utf8(text).has_value()) return broken("its first line is invalid UTF-8");
  Result<Value> header = json_loads(text);
  if (!header.ok()) return broken("its first line is not JSON: " + header.error().message);
  if (const Status status = check_score_header(*header); !status.ok()) {
    return broken(status.error().message);
  }
  return header;
}

FolderEntries entries_of(const fs::path& folder) {
  FolderEntries entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    (it->is_directory(ignored) ? entries.folders : entries.files).push_back(it->path());
  }
  if (error) entries.error = folder.string() + " cannot be read: " + error.message();
  return entries;
}

std::vector<fs::path> find_official_files(const fs::path& folder, std::string_view suffix,
                                          std::vector<std::string>& errors,
                                          std::vector<fs::path>* others) {
  std::vector<fs::path> found;
  add_official_files(folder, folder, suffix, errors, others, found);
  return found;
}

}  // namespace bfclx::tools

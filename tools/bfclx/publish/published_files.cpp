#include "tools/bfclx/publish/published_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <map>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/fnv.h"
#include "core/value/value.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/output/below.h"
#include "tools/bfclx/output/lock.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/platform/file_tree.h"
#include "tools/bfclx/platform/files.h"
#include "tools/bfclx/platform/system.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPage = "published.html";  // of the built site
// Of the site: an icon, and the element that shows the leaderboard in other pages.
constexpr std::string_view kBeside[] = {"icon.svg", "bfclx-leaderboard.js",
                                        "bfclx-leaderboard.d.ts"};
constexpr std::string_view kStaging = ".bfclx-unfinished";
constexpr std::string_view kWhole = ".whole";  // among what is staged: nothing of it is missing
constexpr std::string_view kOld = ".old";      // likewise: files that were there
constexpr std::string_view kIndex = "data/index.json";
constexpr std::size_t kNameBytes = 64;
constexpr std::size_t kTakenBytes = 24;  // what tells names apart that are the same so far

bool is_safe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

// FNV-1a, as eight digits.
std::string short_hash(std::string_view text) {
  const std::uint64_t hash = fnv1a(text);
  char digits[24];
  std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(hash ^ (hash >> 32)));
  return digits;
}

std::string bytes_of(const fs::path& path) {
  FileBytes file = read_file(path.string());
  if (!file.error.empty()) throw UsageError(path.string() + ": " + file.error);
  return std::move(file.bytes);
}

// Where the file that was there is kept while a new one takes its place.
std::string old_name(const std::string& path) {
  return std::string(kStaging) + "/" + std::string(kOld) + "/" + path;
}

// Files of `assets` whose names stand in `bytes`.
void add_named(std::string_view bytes, const std::map<std::string, fs::path>& assets,
               std::set<std::string>& named) {
  for (const auto& [name, path] : assets) {
    if (named.count(name) == 0 && bytes.find(name) != std::string_view::npos) named.insert(name);
  }
}

}  // namespace

PublishedFiles::PublishedFiles(fs::path folder)
    : folder_(std::move(folder)), staging_(folder_ / kStaging) {
  std::error_code error;
  was_there_ = fs::exists(folder_, error);
  const Status ready = prepare_folder(folder_, "; pass a writable folder with --output");
  if (!ready.ok()) throw UsageError(ready.error().message);
  lock();
  remove_leftovers(folder_, false);
  finish_what_was_killed();
}

PublishedFiles::~PublishedFiles() {
  if (!leaves_staging_) files::remove_tree(staging_);
  if (!was_there_) files::remove_name(folder_);  // stays where it holds something
  if (descriptor_ >= 0) files::close(descriptor_);
}

// Where there are no locks, one at a time is the caller's care.
void PublishedFiles::lock() {
  descriptor_ = files::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0 || lock_file(descriptor_) != Lock::kTaken) return;
  files::close(descriptor_);
  throw UsageError("another `bfclx report` is writing into " + folder_.string() +
                   "; run it again when that one is done");
}

void PublishedFiles::finish_what_was_killed() {
  std::error_code error;
  // A link there is nobody's work: what lies behind it stays.
  const bool own = fs::is_directory(fs::symlink_status(staging_, error));
  if (own && fs::is_regular_file(staging_ / kWhole, error)) {
    std::vector<std::string> paths;
    for (fs::recursive_directory_iterator it(staging_, error), end; !error && it != end;
         it.increment(error)) {
      if (!fs::is_regular_file(it->symlink_status(error))) continue;
      const std::string path = it->path().lexically_relative(staging_).generic_string();
      if (path.front() != '.' && path != kIndex) paths.push_back(path);
    }
    std::sort(paths.begin(), paths.end());
    if (fs::is_regular_file(staging_ / kIndex, error)) paths.emplace_back(kIndex);
    // What cannot go on is begun again: this publish writes whatever differs.
    for (const std::string& path : paths) {
      if (!take_its_place(path).ok()) break;
    }
  }
  files::remove_tree(staging_);
}

// The board is left as it was where a link lies in the way of one of its files.
void PublishedFiles::refuse_links(const fs::path& folder) {
  if (!seen_.insert(folder).second) return;
  if (!open_folder_below(folder_, folder, false) && errno == ELOOP) {
    throw UsageError((folder_ / folder).string() + " cannot be written: " + reason_text(ELOOP));
  }
}

void PublishedFiles::write(const std::string& path, std::string_view bytes) {
  const fs::path place = folder_ / path;
  keep(path);
  std::error_code error;
  refuse_links(fs::path(path).parent_path());
  if (fs::is_regular_file(fs::symlink_status(place, error)) &&
      fs::file_size(place, error) == bytes.size()) {
    const FileBytes before = read_file(place.string());
    if (before.error.empty() && before.bytes == bytes) {
      ++unchanged_;
      return;
    }
  }
  if (fs::is_directory(fs::symlink_status(place, error))) {
    throw UsageError(place.string() + " is a folder, not a file");
  }
  WholeFile file(folder_, fs::path(kStaging) / path, {});
  file.write(bytes);
  if (const Status done = file.commit(); !done.ok()) throw UsageError(done.error().message);
  staged_.push_back(path);
  ++written_;
}

Status PublishedFiles::take_its_place(const std::string& path) {
  const fs::path place(path);
  const std::string name = place.filename().string();
  const Descriptor from =
      open_folder_below(folder_, fs::path(kStaging) / place.parent_path(), false);
  const Descriptor to = open_folder_below(folder_, place.parent_path(), true);
  if (from && to) {
    // Who may read the file that is there may read the new one.
    struct stat before {};
    if (files::fstatat(to.get(), name.c_str(), &before, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(before.st_mode)) {
      static_cast<void>(files::fchmodat(from.get(), name.c_str(), before.st_mode & 07777));
    }
    if (files::renameat(from.get(), name.c_str(), to.get(), name.c_str()) == 0) return {};
  }
  return Error{"FileError",
               (folder_ / path).string() + " cannot be written: " + reason_text(errno)};
}

void PublishedFiles::commit() {
  if (!staged_.empty()) {
    WholeFile whole(folder_, fs::path(kStaging) / kWhole, {});
    if (const Status done = whole.commit(); !done.ok()) throw UsageError(done.error().message);
  }
  // Whatever needs room comes before the first takes its place.
  for (const std::string& path : staged_) {
    if (keep_old(path)) continue;
    throw UsageError((folder_ / path).string() + " cannot be written: " + reason_text(errno));
  }
  for (std::size_t i = 0; i < staged_.size(); ++i) {
    const Status done = take_its_place(staged_[i]);
    if (done.ok()) continue;
    put_back(i);
    throw UsageError(done.error().message +
                     (leaves_staging_ ? "; run it again to write the rest" : ""));
  }
  staged_.clear();
}

// From a path below the folder to another, with the folders above it.
bool PublishedFiles::move(const std::string& from, const std::string& to, bool links) {
  const fs::path old(from);
  const fs::path place(to);
  const Descriptor here = open_folder_below(folder_, old.parent_path(), false);
  const Descriptor there = open_folder_below(folder_, place.parent_path(), true);
  if (!here || !there) return false;
  const auto call = links ? files::linkat : files::renameat;
  return call(here.get(), old.filename().c_str(), there.get(), place.filename().c_str()) == 0;
}

// A second name, which a file that takes the first one does not touch.
// False with errno; where a file system has no such names it goes without.
bool PublishedFiles::keep_old(const std::string& path) {
  had_old_.push_back(files::kind_of(folder_ / path) == files::FileKind::kFile);
  if (!had_old_.back()) {
    return static_cast<bool>(open_folder_below(folder_, fs::path(path).parent_path(), true));
  }
  if (move(path, old_name(path), true)) return true;
  return errno == EPERM || errno == ENOTSUP || errno == ENOSYS || errno == EMLINK;
}

// Of the first files that took their places: new ones are staged again, so that a run that is
// killed here is finished too, and old ones are back.
void PublishedFiles::put_back(std::size_t count) {
  for (std::size_t i = 0; i < count && !leaves_staging_; ++i) {
    const std::string& path = staged_[i];
    const bool has_old = files::kind_of(folder_ / old_name(path)) == files::FileKind::kFile;
    leaves_staging_ = (had_old_[i] && !has_old) ||
                      !move(path, std::string(kStaging) + "/" + path, false) ||
                      (has_old && !move(old_name(path), path, false));
  }
}

std::size_t PublishedFiles::remove_others() {
  std::size_t removed = 0;
  std::error_code error;
  for (const char* top : {"data", "assets"}) {
    std::vector<fs::path> folders;
    std::vector<fs::path> files;
    for (fs::recursive_directory_iterator it(folder_ / top, error), end; !error && it != end;
         it.increment(error)) {
      const bool is_folder = it->is_directory(error) && !it->is_symlink(error);
      (is_folder ? folders : files).push_back(it->path());
    }
    for (const fs::path& file : files) {
      if (kept_.count(file.lexically_relative(folder_).generic_string()) != 0) continue;
      if (files::remove_name(file)) ++removed;
    }
    // The deepest first; those that hold something stay.
    for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
      files::remove_name(*folder);
    }
  }
  return removed;
}

std::string SafeNames::of(std::string_view name) {
  std::string safe;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool dash = !is_safe(c);
    if (dash && !safe.empty() && safe.back() == '-') continue;
    safe += dash ? '-' : c;
    if (safe.size() == kNameBytes - 12) break;
  }
  while (!safe.empty() && (safe.front() == '.' || safe.front() == '-')) safe.erase(0, 1);
  while (!safe.empty() && (safe.back() == '.' || safe.back() == '-')) safe.pop_back();
  if (safe != name) safe += (safe.empty() ? "model-" : "-") + short_hash(name);
  std::string own = safe;
  for (std::size_t i = 2; !taken_.insert(own).second; ++i) own = safe + "." + std::to_string(i);
  return own;
}

bool is_safe_name(std::string_view name) {
  return !name.empty() && name.size() <= kNameBytes + kTakenBytes && name.front() != '.' &&
         name.front() != '-' && std::all_of(name.begin(), name.end(), is_safe);
}

fs::path built_site() {
  std::vector<fs::path> places = {"site/dist"};
  std::error_code error;
  const fs::path program = platform::program_path();
  if (!program.empty()) places.push_back(program.parent_path() / "../../../site/dist");
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place / kPage, error)) return place;
  }
  return {};
}

void write_front_end(const fs::path& site, PublishedFiles& files) {
  std::error_code error;
  if (!fs::is_regular_file(site / kPage, error)) {
    throw UsageError(site.string() + ": not a built site: " + std::string(kPage) +
                     " is missing (tools/start --no-serve builds it)");
  }
  std::map<std::string, fs::path> assets;
  for (const auto& entry : fs::directory_iterator(site / "assets", error)) {
    if (entry.is_regular_file(error)) assets[entry.path().filename().string()] = entry.path();
  }
  const std::string page = bytes_of(site / kPage);
  std::set<std::string> named;
  add_named(page, assets, named);
  std::map<std::string, std::string> read;
  while (read.size() < named.size()) {
    for (const std::string& name : std::set<std::string>(named)) {
      if (read.count(name) != 0) continue;
      read[name] = bytes_of(assets[name]);
      if (fs::path(name).extension() != ".wasm") add_named(read[name], assets, named);
    }
  }
  for (const auto& [name, bytes] : read) files.write("assets/" + name, bytes);
  for (const std::string_view name : kBeside) {
    if (fs::is_regular_file(site / name, error)) {
      files.write(std::string(name), bytes_of(site / name));
    }
  }
  files.write("index.html", page);
}

}  // namespace bfclx::tools

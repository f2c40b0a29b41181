// The files below /sim are those of the simulated world's disk, in the place of
// tools/bfclx/platform/files.cpp; all others are the machine's.
#include "tools/bfclx/platform/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "tests/simulation/world.h"

namespace bfclx::files {
namespace {

using simulation::MemoryDisk;
using simulation::World;
using NodePtr = MemoryDisk::NodePtr;

constexpr std::string_view kRoot = "/sim";

World& world() { return *World::here(); }
MemoryDisk& disk() { return world().disk(); }

bool is_ours(std::string_view path) {
  return path.substr(0, kRoot.size()) == kRoot &&
         (path.size() == kRoot.size() || path[kRoot.size()] == '/');
}

std::shared_ptr<MemoryDisk::Opened> ours(int descriptor) {
  return World::here() != nullptr ? disk().opened(descriptor) : nullptr;
}
constexpr int kFirst = 1 << 20;  // of descriptors of the simulated disk

int fail(int error) {
  errno = error;
  return -1;
}

// A name and the folder that it is in; no folder: with errno.
struct Place {
  NodePtr folder;
  std::string name;
};

Place place_of(int folder, std::string_view path) {
  NodePtr from;
  if (!is_ours(path)) {
    const std::shared_ptr<MemoryDisk::Opened> opened = ours(folder);
    if (opened == nullptr) {
      errno = EBADF;
      return {};
    }
    from = opened->node;
  } else {
    path.remove_prefix(kRoot.size());
    from = disk().find("");
  }
  while (!path.empty() && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == path.npos ? path : path.substr(slash + 1);
  const std::string_view above = slash == path.npos ? std::string_view() : path.substr(0, slash);
  return {disk().find_in(from, above), std::string(name)};
}

NodePtr node_of(int folder, std::string_view path) {
  const Place place = place_of(folder, path);
  return place.folder != nullptr ? disk().find_in(place.folder, place.name) : nullptr;
}

bool is_simulated(int folder, const char* path) {
  return is_ours(path) || (path[0] != '/' && folder >= kFirst);
}

void describe(const MemoryDisk::Node& node, struct stat* info) {
  *info = {};
  info->st_mode = node.mode | (node.is_folder ? S_IFDIR : S_IFREG);
  info->st_ino = node.number;
  info->st_dev = 7;
  info->st_nlink = static_cast<nlink_t>(node.names);
  info->st_size = static_cast<off_t>(node.bytes.size());
  info->st_mtim.tv_sec = static_cast<time_t>(std::floor(node.changed));
}

bool is_full() {
  const auto& faults = world().faults;
  return faults.full && world().now() >= faults.from && world().now() < faults.to;
}

// Whether an operation may go on; -1 with errno otherwise.
bool goes_on() {
  if (world().touches_disk()) return true;
  errno = EIO;
  return false;
}

ssize_t append(MemoryDisk::Opened& opened, std::string_view bytes) {
  const std::size_t part = world().below(bytes.size() + 1);
  const bool was_dead = world().is_dead();
  if (!goes_on()) {
    if (!was_dead) disk().append(opened.node, bytes.substr(0, part));
    return -1;
  }
  const auto& faults = world().faults;
  const bool full = is_full();
  if (full || world().fails(faults.write)) {
    if (part == 0 || part == bytes.size()) return fail(full ? ENOSPC : EIO);
    bytes = bytes.substr(0, part);  // and the next one fails, or does not
  } else if (world().one_in(200)) {
    return fail(EINTR);
  } else if (part > 0 && world().one_in(100)) {
    bytes = bytes.substr(0, part);
  }
  disk().append(opened.node, bytes);
  return static_cast<ssize_t>(bytes.size());
}

}  // namespace

int open(const char* path, int flags, mode_t mode) {
  if (!is_ours(path)) return ::open(path, flags, mode);
  return files::openat(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* name, int flags, mode_t mode) {
  if (!is_simulated(folder, name)) return ::openat(folder, name, flags, mode);
  if (!goes_on()) return -1;
  const Place place = place_of(folder, name);
  if (place.folder == nullptr) return -1;
  NodePtr node;
  if (place.name.empty()) {
    node = place.folder;
  } else {
    if ((flags & O_CREAT) != 0 && is_full() && place.folder->entries.count(place.name) == 0) {
      return fail(ENOSPC);
    }
    const int error = disk().open(place.folder, place.name, flags, mode, node);
    if (error != 0) return fail(error);
  }
  const auto* process =
      World::here() != nullptr && world().has_current() ? &world().current() : nullptr;
  return disk().add(
      {node, flags, process != nullptr ? process->number : 0, MemoryDisk::Opened::Lock::kNone});
}

int close(int descriptor) {
  if (descriptor < kFirst) return ::close(descriptor);
  if (World::here() != nullptr) disk().close(descriptor);
  return 0;
}

int dup(int descriptor) {
  if (descriptor < kFirst) return ::dup(descriptor);
  const int again = disk().add_again(descriptor);
  return again >= 0 ? again : fail(EBADF);
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  if (descriptor < kFirst) return ::write(descriptor, bytes, size);
  const std::shared_ptr<MemoryDisk::Opened> opened = ours(descriptor);
  if (opened == nullptr) return fail(EBADF);
  return append(*opened, {static_cast<const char*>(bytes), size});
}

ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  if (descriptor < kFirst) return ::writev(descriptor, parts, count);
  const std::shared_ptr<MemoryDisk::Opened> opened = ours(descriptor);
  if (opened == nullptr) return fail(EBADF);
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    bytes.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  }
  return append(*opened, bytes);
}

ssize_t pread(int descriptor, void* bytes, std::size_t size, off_t offset) {
  if (descriptor < kFirst) return ::pread(descriptor, bytes, size, offset);
  const std::shared_ptr<MemoryDisk::Opened> opened = ours(descriptor);
  if (opened == nullptr) return fail(EBADF);
  if (!goes_on()) return -1;
  if (opened->node->is_folder) return fail(EISDIR);
  if (world().fails(world().faults.read)) return fail(EIO);
  const std::string& all = opened->node->bytes;
  const auto at = static_cast<std::size_t>(offset);
  if (at >= all.size()) return 0;
  const std::size_t count = std::min(size, all.size() - at);
  std::copy_n(all.data() + at, count, static_cast<char*>(bytes));
  return static_cast<ssize_t>(count);
}

int ftruncate(int descriptor, off_t size) {
  if (descriptor < kFirst) return ::ftruncate(descriptor, size);
  const std::shared_ptr<MemoryDisk::Opened> opened = ours(descriptor);
  if (opened == nullptr) return fail(EBADF);
  if (!goes_on()) return -1;
  if (world().fails(world().faults.repair)) return fail(EIO);
  disk().truncate(opened->node, static_cast<std::size_t>(size));
  return 0;
}

int sync_data(int descriptor) {
  if (descriptor < kFirst) return ::fsync(descriptor);
  const std::shared_ptr<MemoryDisk::Opened> opened = ours(descriptor);
  if (opened == nullptr) return fail(EBADF);
  if (!goes_on()) return -1;
  if (world().fails(world().faults.sync)) return fail(EIO);
  disk().sync(opened->node);
  return 0;
}

int sync_folder(int descriptor) { return sync_data(descriptor); }

int stat(const char* path, struct stat* info) {
  if (!is_ours(path)) return ::stat(path, info);
  return files::fstatat(AT_FDCWD, path, info, 0);
}

int lstat(const char* path, struct stat* info) {
  if (!is_ours(path)) return ::lstat(path, info);
  return files::fstatat(AT_FDCWD, path, info, 0);
}

int fstat(int descriptor, struct stat* info) {
  if (descriptor < kFirst) return ::fstat(descriptor, info);
  const std::shared_ptr<MemoryDisk::Opened> opened = ours(descriptor);
  if (opened == nullptr) return fail(EBADF);
  describe(*opened->node, info);
  return 0;
}

int fstatat(int folder, const char* name, struct stat* info, int flags) {
  if (!is_simulated(folder, name)) return ::fstatat(folder, name, info, flags);
  if (!goes_on()) return -1;
  const NodePtr node = node_of(folder, name);
  if (node == nullptr) return -1;
  describe(*node, info);
  return 0;
}

int fchmod(int descriptor, mode_t mode) {
  if (descriptor < kFirst) return ::fchmod(descriptor, mode);
  if (const std::shared_ptr<MemoryDisk::Opened> opened = ours(descriptor))
    opened->node->mode = mode;
  return 0;
}

int fchmodat(int folder, const char* name, mode_t mode) {
  if (!is_simulated(folder, name)) return ::fchmodat(folder, name, mode, 0);
  const NodePtr node = node_of(folder, name);
  if (node == nullptr) return -1;
  node->mode = mode;
  return 0;
}

int touch(int descriptor) {
  if (descriptor < kFirst) return ::futimens(descriptor, nullptr);
  if (const std::shared_ptr<MemoryDisk::Opened> opened = ours(descriptor))
    opened->node->changed = world().unix_now();
  return 0;
}

int mkdirat(int folder, const char* name, mode_t mode) {
  if (!is_simulated(folder, name)) return ::mkdirat(folder, name, mode);
  if (!goes_on()) return -1;
  const Place place = place_of(folder, name);
  if (place.folder == nullptr) return -1;
  if (place.name.empty()) return fail(EEXIST);
  if (is_full() && place.folder->entries.count(place.name) == 0) return fail(ENOSPC);
  const int error = disk().make_folder(place.folder, place.name);
  return error == 0 ? 0 : fail(error);
}

int renameat(int from, const char* name, int to, const char* new_name) {
  if (!is_simulated(from, name)) return ::renameat(from, name, to, new_name);
  if (!goes_on()) return -1;
  const Place old = place_of(from, name);
  const Place place = place_of(to, new_name);
  if (old.folder == nullptr || place.folder == nullptr) return -1;
  if (world().fails(world().faults.rename)) return fail(EIO);
  const int error = disk().rename(old.folder, old.name, place.folder, place.name);
  return error == 0 ? 0 : fail(error);
}

int linkat(int from, const char* name, int to, const char* new_name) {
  if (!is_simulated(from, name)) return ::linkat(from, name, to, new_name, 0);
  return fail(ENOTSUP);  // nothing that is simulated uses it
}

int unlinkat(int folder, const char* name, int flags) {
  if (!is_simulated(folder, name)) return ::unlinkat(folder, name, flags);
  if (!goes_on()) return -1;
  const Place place = place_of(folder, name);
  if (place.folder == nullptr) return -1;
  const int error = disk().remove(place.folder, place.name, (flags & AT_REMOVEDIR) != 0);
  return error == 0 ? 0 : fail(error);
}

std::optional<std::vector<std::string>> list(const char* folder) {
  std::vector<std::string> names;
  if (!is_ours(folder)) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }
  if (!goes_on()) return std::nullopt;
  const NodePtr node = node_of(AT_FDCWD, folder);
  if (node == nullptr) return std::nullopt;
  if (!node->is_folder) {
    errno = ENOTDIR;
    return std::nullopt;
  }
  for (const auto& [name, child] : node->entries) names.push_back(name);
  return names;
}

int flock(int descriptor, int operation) {
  if (descriptor < kFirst) return ::flock(descriptor, operation);
  const std::shared_ptr<MemoryDisk::Opened> opened = ours(descriptor);
  if (opened == nullptr) return fail(EBADF);
  if (!goes_on()) return -1;
  return disk().lock(*opened, (operation & LOCK_EX) != 0) ? 0 : fail(EWOULDBLOCK);
}

int lock_description(int /*descriptor*/, bool /*alone*/) { return fail(ENOTSUP); }
bool locks_are_for_all(int /*descriptor*/) { return true; }
pid_t process() { return world().has_current() ? world().current().number : 1; }
int look_for(pid_t /*process*/) { return fail(ESRCH); }
double clock() { return world().unix_now(); }

}  // namespace bfclx::files

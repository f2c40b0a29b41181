#include "tests/simulation/memory_disk.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

namespace bfclx::simulation {
namespace {

constexpr int kFirstDescriptor = 1 << 20;

void each_node(const MemoryDisk::NodePtr& node,
               const std::function<void(const MemoryDisk::NodePtr&)>& each) {
  each(node);
  for (const auto& [name, child] : node->entries) each_node(child, each);
}

void collect(const MemoryDisk::Node& folder, const std::string& prefix,
             decltype(&MemoryDisk::Node::entries) entries, std::string MemoryDisk::Node::*bytes,
             std::map<std::string, std::string>& found) {
  for (const auto& [name, node] : folder.*entries) {
    if (node->is_folder) {
      collect(*node, prefix + name + "/", entries, bytes, found);
    } else {
      found[prefix + name] = (*node).*bytes;
    }
  }
}

// What a power cut leaves of a file.
void tear(MemoryDisk::Node& node, const MemoryDisk::Chance& below) {
  if (node.bytes.substr(0, node.synced.size()) != node.synced) {
    if (below(2) == 0) node.bytes = node.synced;  // it was cut since; the cut may be on the disk
  } else {
    const std::size_t more = node.bytes.size() - node.synced.size();
    const std::size_t kept = below(3) == 0 ? more : more > 0 ? below(more + 1) : 0;
    node.bytes.resize(node.synced.size() + kept);
    if (kept > 0 && below(3) == 0) {
      const std::size_t zeros = 1 + below(std::min<std::size_t>(kept, 4096));
      std::fill(node.bytes.end() - static_cast<std::ptrdiff_t>(zeros), node.bytes.end(), '\0');
    }
  }
  node.synced = node.bytes;
}

}  // namespace

MemoryDisk::MemoryDisk() : root_(make(true, 0777)) {}

MemoryDisk::NodePtr MemoryDisk::make(bool is_folder, mode_t mode) {
  auto node = std::make_shared<Node>();
  node->number = ++numbers_;
  node->is_folder = is_folder;
  node->mode = mode;
  node->changed = now_;
  return node;
}

MemoryDisk::NodePtr MemoryDisk::find(std::string_view path) const { return find_in(root_, path); }

MemoryDisk::NodePtr MemoryDisk::find_in(const NodePtr& folder, std::string_view path) const {
  NodePtr node = folder;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (name.empty() || name == ".") continue;
    if (!node->is_folder) {
      errno = ENOTDIR;
      return nullptr;
    }
    const auto found = node->entries.find(std::string(name));
    if (found == node->entries.end()) {
      errno = ENOENT;
      return nullptr;
    }
    node = found->second;
  }
  return node;
}

void MemoryDisk::change(std::vector<Change> changes) {
  for (const Change& one : changes) {
    one.folder->changed = now_;
    if (one.node == nullptr) {
      const auto old = one.folder->entries.find(one.name);
      --old->second->names;
      one.folder->entries.erase(old);
      continue;
    }
    NodePtr& place = one.folder->entries[one.name];
    if (place != nullptr) --place->names;
    place = one.node;
    ++place->names;
  }
  unsynced_.push_back(std::move(changes));
}

int MemoryDisk::open(const NodePtr& folder, const std::string& name, int flags, mode_t mode,
                     NodePtr& node) {
  const auto found = folder->entries.find(name);
  if (found != folder->entries.end()) {
    node = found->second;
    if ((flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) return EEXIST;
    if ((flags & O_DIRECTORY) != 0 && !node->is_folder) return ENOTDIR;
    if (node->is_folder && (flags & O_ACCMODE) != O_RDONLY) return EISDIR;
    return 0;
  }
  if ((flags & O_CREAT) == 0) return ENOENT;
  if (folder->names == 0 && folder != root_) return ENOENT;  // it was removed
  node = make(false, mode);
  change({{folder, name, node}});
  return 0;
}

int MemoryDisk::make_folder(const NodePtr& folder, const std::string& name) {
  if (folder->entries.count(name) != 0) return EEXIST;
  if (folder->names == 0 && folder != root_) return ENOENT;
  change({{folder, name, make(true, 0777)}});
  return 0;
}

int MemoryDisk::remove(const NodePtr& folder, const std::string& name, bool is_folder) {
  const auto found = folder->entries.find(name);
  if (found == folder->entries.end()) return ENOENT;
  if (found->second->is_folder != is_folder) return is_folder ? ENOTDIR : EISDIR;
  if (is_folder && !found->second->entries.empty()) return ENOTEMPTY;
  change({{folder, name, nullptr}});
  return 0;
}

int MemoryDisk::rename(const NodePtr& from, const std::string& name, const NodePtr& to,
                       const std::string& new_name) {
  const auto found = from->entries.find(name);
  if (found == from->entries.end()) return ENOENT;
  if (to->names == 0 && to != root_) return ENOENT;
  const NodePtr node = found->second;
  const auto there = to->entries.find(new_name);
  if (there != to->entries.end()) {
    if (there->second == node) return 0;
    if (there->second->is_folder != node->is_folder) return node->is_folder ? ENOTDIR : EISDIR;
    if (!there->second->entries.empty()) return ENOTEMPTY;
  }
  change({{to, new_name, node}, {from, name, nullptr}});
  return 0;
}

void MemoryDisk::append(const NodePtr& node, std::string_view bytes) {
  node->bytes += bytes;
  node->changed = now_;
}

void MemoryDisk::truncate(const NodePtr& node, std::size_t size) {
  node->bytes.resize(size);
  node->changed = now_;
}

void MemoryDisk::sync(const NodePtr& node) {
  node->synced = node->bytes;
  for (const auto& changes : unsynced_) {
    for (const Change& one : changes) {
      if (one.node == nullptr) {
        one.folder->synced_entries.erase(one.name);
      } else {
        one.folder->synced_entries[one.name] = one.node;
      }
    }
  }
  unsynced_.clear();
}

bool MemoryDisk::lock(Opened& asking, bool alone) {
  for (const auto& [descriptor, other] : opened_) {
    if (other.get() == &asking || other->node != asking.node) continue;
    if (other->lock == Opened::Lock::kAlone || (other->lock == Opened::Lock::kShared && alone)) {
      return false;
    }
  }
  asking.lock = alone ? Opened::Lock::kAlone : Opened::Lock::kShared;
  return true;
}

int MemoryDisk::add(Opened opened) {
  const int descriptor = kFirstDescriptor + ++descriptors_;
  opened_[descriptor] = std::make_shared<Opened>(std::move(opened));
  return descriptor;
}

int MemoryDisk::add_again(int descriptor) {
  const auto found = opened_.find(descriptor);
  if (found == opened_.end()) return -1;
  const int again = kFirstDescriptor + ++descriptors_;
  opened_[again] = found->second;
  return again;
}

std::shared_ptr<MemoryDisk::Opened> MemoryDisk::opened(int descriptor) {
  const auto found = opened_.find(descriptor);
  return found != opened_.end() ? found->second : nullptr;
}

void MemoryDisk::close(int descriptor) { opened_.erase(descriptor); }

void MemoryDisk::close_all_of(int process) {
  std::erase_if(opened_, [process](const auto& one) { return one.second->process == process; });
}

void MemoryDisk::cut_power(const Chance& below) {
  opened_.clear();
  unsynced_.resize(unsynced_.empty() ? 0 : below(unsynced_.size() + 1));
  sync(root_);
  // What is on the disk is what is there from here on.
  const std::function<void(const NodePtr&)> restore = [&](const NodePtr& node) {
    if (!node->is_folder) return tear(*node, below);
    node->entries = node->synced_entries;
    for (const auto& [name, child] : node->entries) restore(child);
  };
  restore(root_);
  each_node(root_, [](const NodePtr& node) { node->names = 0; });
  each_node(root_, [](const NodePtr& node) {
    for (const auto& [name, child] : node->entries) ++child->names;
  });
}

std::map<std::string, std::string> MemoryDisk::files() const {
  std::map<std::string, std::string> found;
  collect(*root_, {}, &Node::entries, &Node::bytes, found);
  return found;
}

std::map<std::string, std::string> MemoryDisk::synced_files() const {
  std::map<std::string, std::string> found;
  collect(*root_, {}, &Node::synced_entries, &Node::synced, found);
  return found;
}

}  // namespace bfclx::simulation

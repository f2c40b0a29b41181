// MemoryDisk: a file system in memory for the simulation, with what real ones do to programs.
//
// What is written is there at once for every process, and on the disk when it is synced. A process
// that is killed loses nothing; a power cut loses what was not synced: of the names a random part
// of the last changes, of a file's bytes all but a random part, the last of which may be zeros.
// fsync of a file brings its name and every earlier change of names to the disk, as the journals of
// ext4, XFS and Btrfs do. What has not been synced may reach the disk in any order of files.
#ifndef BFCLX_TESTS_SIMULATION_MEMORY_DISK_H_
#define BFCLX_TESTS_SIMULATION_MEMORY_DISK_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::simulation {

class MemoryDisk {
 public:
  struct Node {
    std::uint64_t number = 0;
    bool is_folder = false;
    mode_t mode = 0666;
    double changed = 0;
    int names = 0;
    std::string bytes;
    std::string synced;  // bytes that are on the disk
    std::map<std::string, std::shared_ptr<Node>> entries;
    std::map<std::string, std::shared_ptr<Node>> synced_entries;
  };
  using NodePtr = std::shared_ptr<Node>;
  // An open file description.
  struct Opened {
    NodePtr node;
    int flags = 0;
    int process = 0;
    enum class Lock { kNone, kShared, kAlone } lock = Lock::kNone;
  };

  MemoryDisk();

  // Paths below the root, "a/b"; empty for the root. nullptr with errno.
  NodePtr find(std::string_view path) const;
  NodePtr find_in(const NodePtr& folder, std::string_view path) const;

  // Each gives an errno, 0 where all is well.
  int open(const NodePtr& folder, const std::string& name, int flags, mode_t mode, NodePtr& node);
  int make_folder(const NodePtr& folder, const std::string& name);
  int remove(const NodePtr& folder, const std::string& name, bool is_folder);
  int rename(const NodePtr& from, const std::string& name, const NodePtr& to,
             const std::string& new_name);
  void append(const NodePtr& node, std::string_view bytes);
  void truncate(const NodePtr& node, std::size_t size);
  void sync(const NodePtr& node);
  bool lock(Opened& opened, bool alone);

  int add(Opened opened);
  int add_again(int descriptor);  // dup
  // Whoever uses it holds it: its process may be killed meanwhile.
  std::shared_ptr<Opened> opened(int descriptor);
  void close(int descriptor);
  void close_all_of(int process);

  using Chance = std::function<std::size_t(std::size_t)>;  // a number below the argument
  // All processes must have ended.
  void cut_power(const Chance& below);

  // Every file with its bytes, by path.
  std::map<std::string, std::string> files() const;
  // What a power cut leaves at least.
  std::map<std::string, std::string> synced_files() const;
  void set_time(double now) { now_ = now; }

 private:
  struct Change {  // of the names in a folder
    NodePtr folder;
    std::string name;
    NodePtr node;  // nullptr: the name is gone
  };
  NodePtr make(bool is_folder, mode_t mode);
  void change(std::vector<Change> changes);

  NodePtr root_;
  std::uint64_t numbers_ = 0;
  double now_ = 0;
  std::vector<std::vector<Change>> unsynced_;  // in their order
  std::map<int, std::shared_ptr<Opened>> opened_;
  int descriptors_ = 0;
};

}  // namespace bfclx::simulation

#endif  // BFCLX_TESTS_SIMULATION_MEMORY_DISK_H_

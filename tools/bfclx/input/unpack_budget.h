// Limits the unpacked size of compressed input, so that a small file stays cheap to read.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_UNPACK_BUDGET_H_
#define BFCLX_TOOLS_BFCLX_INPUT_UNPACK_BUDGET_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace bfclx::tools {

// Result files and logs are packed to a fifth or a twentieth, runs of models that loop to a
// five-hundredth. What unpacks to more than 48 MiB and to more than fifty times its size is
// refused, as are marks of JSON (brackets, braces, commas, colons) that are denser than one in 16
// bytes of that: `[],[],...` takes 30 times its text when it is parsed. The plain file has no such
// bounds, so a person can always unpack it first. One for everything that a file on disk holds:
// members, and what is packed inside members. What is more than a file's size allows, the files of
// a command take from one pool: many small files cost no more than one.
struct UnpackAmounts {
  std::uint64_t bytes = 0;
  std::uint64_t marks = 0;
  std::uint64_t members = 0;    // bytes that files may cost
  std::uint64_t responses = 0;  // bytes of them
};

// What all files together may take beyond what their sizes allow. May be used from many threads.
class UnpackPool {
 public:
  UnpackPool();
  // That of the command which the process runs.
  static UnpackPool& of_command();
  // Full again, for the next command of the process.
  void refill();

  // Takes what is there of so much for the file with this name.
  std::uint64_t draw(const std::string& file, std::uint64_t UnpackAmounts::*kind,
                     std::uint64_t wanted);
  void give_back(const std::string& file, const UnpackAmounts& amounts);
  // What the file has taken: reading it once more costs nothing.
  UnpackAmounts drawn(const std::string& file);
  // Held by the one file that is taking more: of several at once none might get enough.
  std::mutex& turn() { return turn_; }

 private:
  std::mutex mutex_;
  std::mutex turn_;
  UnpackAmounts left_;
  std::map<std::string, UnpackAmounts, std::less<>> drawn_;
};

// Files that are read side by side take from the pool in their order, so that what each gets does
// not depend on threads.
class ReadOrder {
 public:
  explicit ReadOrder(std::size_t files) : done_(files) {}

  // Of the file that this thread reads; those before it have theirs, or had it. Takes no memory.
  class Place {
   public:
    Place(ReadOrder& order, std::size_t index);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

   private:
    friend class ReadOrder;
    ReadOrder& order_;
    std::size_t index_;
    std::thread::id thread_ = std::this_thread::get_id();
    Place* next_ = nullptr;  // of all threads
  };
  // Returns when all files before that of this thread have been read.
  static void wait_for_turn();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> done_;
  std::size_t next_ = 0;  // the first that has not been read
};

class UnpackBudget {
 public:
  // Of a file of so many bytes. `most` is what no input may exceed. `file` tells files apart. A
  // thread has one at a time.
  explicit UnpackBudget(std::uint64_t packed, std::uint64_t most = std::uint64_t{2} << 30,
                        std::string file = {}, UnpackPool& pool = UnpackPool::of_command());
  // Gives back what was drawn for a file that an exception takes away.
  ~UnpackBudget();

  // Pays for a piece before it is used. False when it is not there to be had any more.
  bool pay(std::string_view piece);
  // Whether so many bytes are left, for sizes that an archive declares; a false one is recorded.
  bool has(std::uint64_t bytes);
  // Pays for a file of an archive, which costs like 8 KiB whatever it holds: a run may be made of
  // each. False when there are too many.
  bool pay_member();
  // Bytes of responses that the file may hold without the pool, and that it may take from there, of
  // what was paid for: together 16 times its size or 24 MiB. They are decoded, and cost the most.
  struct Responses {
    std::uint64_t own = 0;
    std::uint64_t more = 0;
  };
  Responses responses() const;
  std::uint64_t bytes_left() const { return left_.bytes; }
  bool spent() const { return !error_.empty(); }
  // Why it is refused and what to do, to stand behind a path; empty while it is not spent.
  const std::string& error() const { return error_; }

 private:
  void refuse(std::string_view what);
  // What is there of so much, from the pool.
  std::uint64_t draw(std::uint64_t UnpackAmounts::*kind, std::uint64_t wanted);
  // Pays from what the size allows, then from the pool.
  bool take(std::uint64_t UnpackAmounts::*kind, std::uint64_t wanted);

  std::uint64_t packed_;
  std::uint64_t whole_;  // bytes that were there at first
  UnpackAmounts left_;   // of the file's bounds
  UnpackAmounts own_;    // of what needs no pool
  UnpackAmounts drawn_;  // from the pool
  bool by_ratio_;        // not by `most`
  std::string file_;
  UnpackPool& pool_;
  std::unique_lock<std::mutex> turn_;
  std::string error_;
  int exceptions_;  // that were under way when it was made
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_UNPACK_BUDGET_H_

#include "tools/bfclx/generate/spending_ledger.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_lines.h"
#include "tools/bfclx/net/client.h"
#include "tools/bfclx/output/lock.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/platform/file_tree.h"
#include "tools/bfclx/platform/files.h"
#include "tools/bfclx/platform/special_file.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSpentFolder = "bfclx_spent";
constexpr const char* kLock = ".lock";
constexpr std::uint64_t kMostBytes = 4096;  // of a record
constexpr double kReadEvery = 5;            // seconds
constexpr double kReadShare = 50;           // of the time, at most a part of so many is reading
constexpr std::string_view kAdvice = "; --result-dir names another folder";

// None where the file is not there. Error: why it cannot be read.
Result<std::optional<SpentRecord>> read_record(const fs::path& root, const fs::path& file) {
  const Descriptor opened = open_below(root, file, O_RDONLY | O_NONBLOCK);
  if (!opened && errno == ENOENT) return std::optional<SpentRecord>();
  struct stat info {};
  if (!opened || files::fstat(opened.get(), &info) != 0) {
    return Error{"FileError", "cannot be read: " + reason_text(errno)};
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (!S_ISREG(info.st_mode) || size > kMostBytes) {
    return Error{"FileError", "not a spending record"};
  }
  const std::optional<std::string> bytes = read_bytes(opened.get(), 0, size);
  if (!bytes) return Error{"FileError", "cannot be read: " + reason_text(errno)};
  Result<SpentRecord> record = read_spent_record(*bytes);
  if (!record.ok()) return Error{"FileError", "malformed: " + record.error().message};
  return std::optional(std::move(record).value());
}

std::string unreadable(const fs::path& file, const Error& error) {
  return file.string() + ": " + error.message +
         ". It records spending. Correct it, or delete it to leave its amount out";
}

std::string lock_error(const fs::path& file, const std::string& what) {
  return file.string() + ": " + what +
         ". It is the lock of the spending records. Remove it, or pass another --result-dir";
}

// Why it cannot be the lock. Empty where it is a file, or not there.
std::string lock_fault(const fs::path& file) {
  struct stat info {};
  if (files::lstat(file.c_str(), &info) != 0 || S_ISREG(info.st_mode)) return {};
  const std::string kind = S_ISLNK(info.st_mode) ? "a link" : kind_of_special(info.st_mode);
  return lock_error(file, kind + ", not a file");
}

}  // namespace

SpendingLedger::SpendingLedger(Settings settings)
    : settings_(std::move(settings)), own_(settings_.own.model / kSpentFolder / settings_.task) {
  read_own();
  std::string why = read_others();
  for (const SpendingPlace& place : settings_.counted) {
    if (counts() && why.empty()) why = lock_fault(place.root / place.model / kSpentFolder / kLock);
  }
  if (!why.empty()) throw UsageError(why);
}

void SpendingLedger::read_own() {
  Result<std::optional<SpentRecord>> before = read_record(settings_.own.root, own_);
  if (!before.ok()) throw UsageError(unreadable(settings_.own.root / own_, before.error()));
  shared_.emplace(settings_.limits, settings_.prices, before->value_or(SpentRecord()));
}

// What was there and is not read now, was not undone.
std::string SpendingLedger::read_others() {
  if (!counts()) return {};
  const double begun = net::Client::now();
  std::string why;
  for (const SpendingPlace& place : settings_.counted) {
    const fs::path folder = place.model / kSpentFolder;
    const auto names = files::names_in(place.root / folder);
    if (!names && errno != ENOENT && why.empty()) {
      why = (place.root / folder).string() + " cannot be read: " + reason_text(errno);
    }
    for (const std::string& name : names.value_or(std::vector<std::string>())) {
      const fs::path file = place.root / folder / name;
      if (name.starts_with('.') || file == settings_.own.root / own_) continue;
      Result<std::optional<SpentRecord>> record = read_record(place.root, folder / name);
      if (record.ok() && *record) records_[file] = **record;
      if (!record.ok() && why.empty()) why = unreadable(file, record.error());
    }
  }
  sum();
  read_at_ = net::Client::now();
  read_seconds_ = read_at_ - begun;
  return why;
}

void SpendingLedger::sum() {
  const SpentRecord& before = shared_->before();
  others_ = before.all(settings_.prices);
  greatest_ = before.greatest;
  for (const auto& [file, record] : records_) {
    others_.add(record.all(settings_.prices));
    greatest_.cost = std::max(greatest_.cost, record.greatest.cost);
    greatest_.tokens = std::max(greatest_.tokens, record.greatest.tokens);
  }
}

void SpendingLedger::begin(Spending& spending) const {
  if (counts()) spending.set_others(others_, greatest_);
}

// None without `fault` where no lock is there.
Descriptor SpendingLedger::open_lock(const SpendingPlace& place, bool make,
                                     std::string& fault) const {
  const fs::path file = place.model / kSpentFolder / kLock;
  // What others made may be only readable, which is enough for flock, except on NFS.
  Descriptor opened = open_below(place.root, file, O_RDWR | O_NONBLOCK | (make ? O_CREAT : 0));
  if (!opened && errno == EACCES) {
    opened = open_below(place.root, file, O_RDONLY | O_NONBLOCK);
    if (!opened && errno == ENOENT && make) errno = EACCES;
  }
  if (!opened && errno == ENOENT && !make) return opened;
  struct stat info {};
  if (!opened || files::fstat(opened.get(), &info) != 0) {
    const int reason = errno;
    fault = lock_fault(place.root / file);
    if (fault.empty()) fault = lock_error(place.root / file, reason_text(reason));
    return Descriptor();
  }
  if (S_ISREG(info.st_mode)) return opened;
  fault = lock_error(place.root / file, kind_of_special(info.st_mode) + ", not a file");
  return Descriptor();
}

// Its own is there before it looks for others: so of two tasks at least one locks that of the
// other, and no folder is made where nobody spends. A file system without locks goes without.
bool SpendingLedger::take_locks(Locks& locks, Missing& why) const {
  const fs::path own = settings_.own.root / settings_.own.model;
  Descriptor made = open_lock(settings_.own, true, why.fault);
  if (!made) return false;
  for (const SpendingPlace& place : settings_.counted) {
    const bool is_own = place.root / place.model == own;
    Descriptor opened = is_own ? std::move(made) : open_lock(place, false, why.fault);
    if (!why.fault.empty()) return false;
    if (!opened) continue;
    if (lock_file(opened.get()) == Lock::kTaken) {
      why.busy = place.root / place.model / kSpentFolder / kLock;
      return false;
    }
    locks.push_back(std::move(opened));
  }
  return true;
}

void SpendingLedger::wait_for(const fs::path& busy, double now) {
  const std::string seconds = std::to_string(static_cast<int>(LockWait::kMost)) + " seconds";
  const LockWait::Next next = wait_.busy(now);
  if (next == LockWait::Next::kReport && settings_.say) {
    settings_.say(busy.string() + ": locked by another command; waiting up to " + seconds);
  }
  if (next != LockWait::Next::kGiveUp) return;
  error_ = busy.string() + ": locked by another command for " + seconds +
           ", so spending cannot be recorded. Run this command again when the other has ended";
}

// All or none, so that tasks with other folders in common cannot wait for each other.
std::optional<SpendingLedger::Locks> SpendingLedger::lock(Missing& why) const {
  Locks locks;
  if (counts() && !take_locks(locks, why)) return std::nullopt;
  return locks;
}

bool SpendingLedger::cover(Spending& spending, const Amounts& request, double now) {
  if (!error_.empty()) return false;  // no claim has been written since
  if (shared_->covers(spending, request)) return true;
  if (!wait_.is_due(now)) return false;
  Missing why;
  const std::optional<Locks> locks = lock(why);
  if (!locks) {
    if (why.fault.empty()) {
      wait_for(why.busy, now);
    } else {
      error_ = why.fault;
    }
    return false;
  }
  wait_.end();
  read_others();
  begin(spending);
  const bool asks = request.tokens > 0 || request.cost > 0;
  if (asks && counts() && !spending.has_room(request)) return false;
  shared_->claim(spending, request, now);
  return write(spending);
}

bool SpendingLedger::look(Spending& spending, double now) {
  const Amounts before = others_;
  Missing why;
  std::optional<Locks> locks;
  if (error_.empty() && shared_->is_due(now)) locks = lock(why);
  if (!why.fault.empty()) error_ = why.fault;
  if (locks) {
    wait_.end();
    read_others();
    shared_->claim(spending, {}, now);
    write(spending);
  } else if (counts() &&
             net::Client::now() - read_at_ > std::max(kReadEvery, read_seconds_ * kReadShare)) {
    read_others();
  }
  begin(spending);
  return others_.cost != before.cost || others_.tokens != before.tokens;
}

bool SpendingLedger::close(Spending& spending) {
  shared_->close(spending);
  if (written_.empty() && spending.tokens().all() == 0) return true;  // nothing was sent
  return write(spending);
}

// To the disk: after a power cut a record is there, old or new.
bool SpendingLedger::write(const Spending& spending) {
  std::string json = spent_record_json(shared_->record(spending));
  if (json == written_) return true;
  if (written_.empty()) {
    remove_leftovers((settings_.own.root / own_).parent_path(), false);
  }
  WholeFile file(settings_.own.root, own_, kAdvice);
  file.write(json);
  const Status status = file.commit_to_disk();
  if (!status.ok()) {
    error_ = status.error().message;
    return false;
  }
  written_ = std::move(json);
  return true;
}

}  // namespace bfclx::tools

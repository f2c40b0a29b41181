#include "tools/bfclx/input/unpack_budget.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace bfclx::tools {
namespace {

constexpr std::uint64_t kRatio = 50;
constexpr std::uint64_t kFloor = std::uint64_t{48} << 20;
constexpr std::uint64_t kBytesPerMark = 16;
constexpr std::uint64_t kBytesPerMember = std::uint64_t{8} << 10;
constexpr std::uint64_t kResponseRatio = 16;
constexpr std::uint64_t kResponseFloor = std::uint64_t{24} << 20;
// Of responses without the pool, so that a folder of many honest files never needs it: calls weigh
// about twice their text (read_any_results; seven times at most), and are packed to a fiftieth at
// best.
constexpr std::uint64_t kOwnResponseRatio = 128;
constexpr std::uint64_t kMostPerByte = 7;
constexpr std::string_view kTogether =
    "exceeds the unpacking budget that all compressed files of this command share";

constexpr UnpackAmounts kWhole = {.bytes = kFloor,
                                  .marks = kFloor / kBytesPerMark,
                                  .members = kFloor,
                                  .responses = kResponseFloor};

// Of the threads that read; no thread_local, which a shared library cannot have from these objects.
struct PlacesOfThreads {
  std::mutex mutex;
  ReadOrder::Place* first = nullptr;
};
PlacesOfThreads& places() {
  static auto* const known = new PlacesOfThreads;
  return *known;
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  if (bytes >= (kMiB << 10) && bytes % (kMiB << 10) == 0) {
    return std::to_string(bytes / (kMiB << 10)) + " GiB";
  }
  return bytes >= kMiB ? std::to_string(bytes / kMiB) + " MiB" : std::to_string(bytes) + " bytes";
}

std::uint64_t marks_in(std::string_view text) {
  std::uint64_t count = 0;
  for (const char c : text) count += (c == '[') + (c == '{') + (c == ',') + (c == ':');
  return count;
}

}  // namespace

UnpackPool::UnpackPool() : left_(kWhole) {}

void UnpackPool::refill() {
  const std::lock_guard lock(mutex_);
  left_ = kWhole;
  drawn_.clear();
}

UnpackPool& UnpackPool::of_command() {
  static auto* const pool = new UnpackPool;
  return *pool;
}

std::uint64_t UnpackPool::draw(const std::string& file, std::uint64_t UnpackAmounts::*kind,
                               std::uint64_t wanted) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t taken = std::min(wanted, left_.*kind);
  left_.*kind -= taken;
  if (!file.empty()) drawn_[file].*kind += taken;
  return taken;
}

void UnpackPool::give_back(const std::string& file, const UnpackAmounts& amounts) {
  const std::lock_guard lock(mutex_);
  for (const auto kind : {&UnpackAmounts::bytes, &UnpackAmounts::marks, &UnpackAmounts::members,
                          &UnpackAmounts::responses}) {
    // It may have been refilled meanwhile.
    left_.*kind = std::min(kWhole.*kind, left_.*kind + amounts.*kind);
    if (!file.empty()) drawn_[file].*kind -= std::min(drawn_[file].*kind, amounts.*kind);
  }
}

UnpackAmounts UnpackPool::drawn(const std::string& file) {
  const std::lock_guard lock(mutex_);
  const auto found = drawn_.find(file);
  return found != drawn_.end() ? found->second : UnpackAmounts{};
}

UnpackBudget::UnpackBudget(std::uint64_t packed, std::uint64_t most, std::string file,
                           UnpackPool& pool)
    : packed_(packed),
      whole_(std::min(most, std::max(kFloor, packed * kRatio))),
      left_{.bytes = whole_, .marks = whole_ / kBytesPerMark, .members = whole_},
      own_(pool.drawn(file)),
      by_ratio_(whole_ < most),
      file_(std::move(file)),
      pool_(pool),
      exceptions_(std::uncaught_exceptions()) {
  own_.bytes += packed * kRatio;
  own_.marks += packed * kRatio / kBytesPerMark;
  own_.members += packed * kRatio;
  own_.responses += packed * kOwnResponseRatio;
}

UnpackBudget::Responses UnpackBudget::responses() const {
  if (spent()) return {};
  const std::uint64_t paid = whole_ - left_.bytes;
  const std::uint64_t most =
      std::min(std::max(kResponseFloor, packed_ * kResponseRatio), paid * kMostPerByte);
  const std::uint64_t own = std::min(most, own_.responses);
  return {own, most - own};
}

ReadOrder::Place::Place(ReadOrder& order, std::size_t index) : order_(order), index_(index) {
  const std::lock_guard lock(places().mutex);
  next_ = places().first;
  places().first = this;
}

ReadOrder::Place::~Place() {
  {
    const std::lock_guard lock(places().mutex);
    Place** at = &places().first;
    while (*at != this) at = &(*at)->next_;
    *at = next_;
  }
  const std::lock_guard lock(order_.mutex_);
  order_.done_[index_] = true;
  while (order_.next_ < order_.done_.size() && order_.done_[order_.next_]) ++order_.next_;
  order_.changed_.notify_all();
}

void ReadOrder::wait_for_turn() {
  const Place* place = nullptr;
  {
    const std::lock_guard lock(places().mutex);
    place = places().first;
    while (place != nullptr && place->thread_ != std::this_thread::get_id()) place = place->next_;
  }
  if (place == nullptr) return;
  ReadOrder& order = place->order_;
  const std::size_t index = place->index_;
  std::unique_lock lock(order.mutex_);
  order.changed_.wait(lock, [&] { return order.next_ >= index; });
}

UnpackBudget::~UnpackBudget() {
  if (std::uncaught_exceptions() > exceptions_) pool_.give_back(file_, drawn_);
}

std::uint64_t UnpackBudget::draw(std::uint64_t UnpackAmounts::*kind, std::uint64_t wanted) {
  ReadOrder::wait_for_turn();
  if (!turn_.owns_lock()) turn_ = std::unique_lock(pool_.turn());
  const std::uint64_t taken = pool_.draw(file_, kind, wanted);
  drawn_.*kind += taken;
  return taken;
}

bool UnpackBudget::take(std::uint64_t UnpackAmounts::*kind, std::uint64_t wanted) {
  if (wanted > own_.*kind) own_.*kind += draw(kind, wanted - own_.*kind);
  if (wanted > own_.*kind) return false;
  own_.*kind -= wanted;
  left_.*kind -= wanted;
  return true;
}

bool UnpackBudget::pay(std::string_view piece) {
  if (!has(piece.size())) return false;
  const std::uint64_t marks = marks_in(piece);
  if (marks > left_.marks) {
    refuse("unpacks to too many JSON values for its size");
  } else if (!take(&UnpackAmounts::bytes, piece.size()) || !take(&UnpackAmounts::marks, marks)) {
    refuse(kTogether);
  }
  return !spent();
}

bool UnpackBudget::pay_member() {
  if (spent()) return false;
  if (left_.members < kBytesPerMember) {
    refuse("holds too many files for its size");
  } else if (!take(&UnpackAmounts::members, kBytesPerMember)) {
    refuse("holds more files than the archives of this command have left to share");
  }
  return !spent();
}

bool UnpackBudget::has(std::uint64_t bytes) {
  if (spent()) return false;
  if (bytes <= left_.bytes) return true;
  refuse("unpacks to more than " + size_text(whole_) +
         (by_ratio_ ? ", over " + std::to_string(kRatio) + " times its size" : ""));
  return false;
}

void UnpackBudget::refuse(std::string_view what) {
  // Nothing of it is kept, so others may have it.
  pool_.give_back(file_, std::exchange(drawn_, {}));
  error_ = std::string(what) + (by_ratio_ ? "; if you trust it, unpack it and pass the plain files"
                                          : "; split it into smaller files");
}

}  // namespace bfclx::tools

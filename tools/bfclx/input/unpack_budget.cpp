#include "tools/bfclx/input/unpack_budget.h"

#include <algorithm>

namespace bfclx::tools {
namespace {

constexpr std::uint64_t kRatio = 50;
constexpr std::uint64_t kFloor = std::uint64_t{48} << 20;
constexpr std::uint64_t kBytesPerMark = 16;
constexpr std::uint64_t kBytesPerMember = std::uint64_t{16} << 10;
constexpr std::uint64_t kResponseRatio = 16;
constexpr std::uint64_t kResponseFloor = std::uint64_t{24} << 20;

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

UnpackBudget::UnpackBudget(std::uint64_t packed, std::uint64_t most)
    : packed_(packed),
      whole_(std::min(most, std::max(kFloor, packed * kRatio))),
      bytes_(whole_),
      marks_(whole_ / kBytesPerMark),
      members_(whole_),
      by_ratio_(whole_ < most) {}

std::uint64_t UnpackBudget::responses() const {
  return std::max(kResponseFloor, packed_ * kResponseRatio);
}

bool UnpackBudget::pay(std::string_view piece) {
  if (!has(piece.size())) return false;
  bytes_ -= piece.size();
  const std::uint64_t marks = marks_in(piece);
  if (marks > marks_) refuse("unpacks to too many JSON values for its size");
  marks_ -= std::min(marks, marks_);
  return !spent();
}

bool UnpackBudget::pay_member() {
  if (spent()) return false;
  if (members_ < kBytesPerMember) {
    refuse("holds too many files for its size");
    return false;
  }
  members_ -= kBytesPerMember;
  return true;
}

bool UnpackBudget::has(std::uint64_t bytes) {
  if (spent()) return false;
  if (bytes <= bytes_) return true;
  refuse("unpacks to more than " + size_text(whole_) +
         (by_ratio_ ? ", over " + std::to_string(kRatio) + " times its size" : ""));
  return false;
}

void UnpackBudget::refuse(std::string_view what) {
  error_ = std::string(what) + (by_ratio_ ? "; if you trust it, unpack it and pass the plain files"
                                          : "; split it into smaller files");
}

}  // namespace bfclx::tools

// A tar archive, piece by piece: ustar, GNU long names and pax headers, as tar and Python write it.
//
// Our own and not libarchive's: nothing is ever written to disk, so all that is needed is names and
// sizes, and the program, the wheel and its static builds stay without another library.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_TAR_READER_H_
#define BFCLX_TOOLS_BFCLX_INPUT_TAR_READER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "core/dataset/file_kinds.h"
#include "tools/bfclx/input/lost_members.h"
#include "tools/bfclx/input/unpack_budget.h"

namespace bfclx::tools {

// An archive with more members is refused.
inline constexpr std::size_t kMostMembers = 20'000;
std::string too_many_members();

// Whether this is the first block of a tar archive, by its checksum.
bool is_tar(std::string_view bytes);

class TarReader {
 public:
  // Whether a regular file of this name is kept. Names are as they are in the archive.
  using Wants = std::function<bool(std::string_view name)>;
  using Take = std::function<void(std::string name, std::string bytes)>;
  TarReader(UnpackBudget& budget, Wants wants, Take take)
      : budget_(budget), wants_(std::move(wants)), take_(std::move(take)) {}

  // False when nothing more is wanted: at the end, after an error, or when the budget is spent.
  bool feed(std::string_view piece);
  // Why the archive was not read to its end, to stand behind its path; call it behind the last
  // piece. What was read before counts.
  std::string finish() const;
  // Links, devices and sparse files with a wanted name, which are passed over.
  const LostMembers& special() const { return special_; }

 private:
  enum class Use : std::uint8_t { kSkip, kKeep, kLongName, kPax };

  bool begin_member(std::string_view header);
  bool begin_data(Use use, std::uint64_t size);
  void end_data();
  void read_pax(std::string_view records);
  bool fail(std::string message);

  UnpackBudget& budget_;
  Wants wants_;
  Take take_;
  std::string header_;     // of the block that has begun
  std::string name_;       // of the member whose data comes
  std::string data_;       // of the same, where it is used
  std::string next_name_;  // of a long name or pax header for the next member
  bool next_sparse_ = false;
  std::uint64_t next_size_ = kNoSize;
  Use use_ = Use::kSkip;
  std::uint64_t left_ = 0;     // bytes of the member
  std::uint64_t padding_ = 0;  // behind it
  std::size_t members_ = 0;
  LostMembers special_;
  bool ended_ = false;
  std::string error_;

  static constexpr std::uint64_t kNoSize = ~std::uint64_t{0};
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_TAR_READER_H_

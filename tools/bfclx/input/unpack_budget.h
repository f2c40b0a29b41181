// Limits the unpacked size of compressed input, so that a small file stays cheap to read.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_UNPACK_BUDGET_H_
#define BFCLX_TOOLS_BFCLX_INPUT_UNPACK_BUDGET_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bfclx::tools {

// Result files and logs are packed to a fifth or a twentieth, runs of models that loop to a
// five-hundredth. What unpacks to more than 48 MiB and to more than fifty times its size is
// refused, as are marks of JSON (brackets, braces, commas, colons) that are denser than one in 16
// bytes of that: `[],[],...` takes 30 times its text when it is parsed. The plain file has no such
// bounds, so a person can always unpack it first. One for everything that a file on disk holds:
// members, and what is packed inside members.
class UnpackBudget {
 public:
  // Of a file of so many bytes. `most` is what no input may exceed.
  explicit UnpackBudget(std::uint64_t packed, std::uint64_t most = std::uint64_t{2} << 30);

  // Pays for a piece before it is used. False when it is not there to be had any more.
  bool pay(std::string_view piece);
  // Whether so many bytes are left, for sizes that an archive declares; a false one is recorded.
  bool has(std::uint64_t bytes);
  // Pays for a file of an archive, which costs like 16 KiB whatever it holds: a run may be made of
  // each. False when there are too many.
  bool pay_member();
  // Bytes of responses that the file may hold, 16 times its size or 24 MiB: they are decoded, and
  // cost the most.
  std::uint64_t responses() const;
  std::uint64_t bytes_left() const { return bytes_; }
  bool spent() const { return !error_.empty(); }
  // Why it is refused and what to do, to stand behind a path; empty while it is not spent.
  const std::string& error() const { return error_; }

 private:
  void refuse(std::string_view what);

  std::uint64_t packed_;
  std::uint64_t whole_;  // bytes that were there at first
  std::uint64_t bytes_;
  std::uint64_t marks_;
  std::uint64_t members_;  // bytes that files may cost
  bool by_ratio_;          // not by `most`
  std::string error_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_UNPACK_BUDGET_H_

// LineLog: a file that whole lines are appended to, each with one write, so that a process that is
// killed loses none that was appended.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_LINE_LOG_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_LINE_LOG_H_

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace bfclx::tools {

class LineLog {
 public:
  LineLog() = default;
  LineLog(LineLog&& other) noexcept;
  LineLog& operator=(LineLog&& other) noexcept;
  ~LineLog();
  // Makes the file and its folders, and mends its end. False with `error()`. A file that the user
  // named; and the file `path` below the output folder `root` (below.h), which gets bytes of its
  // own where it is another name of a file elsewhere (a hard link).
  bool open(const std::filesystem::path& path);
  bool open(const std::filesystem::path& root, const std::filesystem::path& path);
  // The file that the user named, for this process alone until it is closed. False also while
  // another one has it; then its end is left as it is.
  bool open_alone(const std::filesystem::path& path);
  // `line` and `end`, of which one of both has the line end. False with `error()` when not all of
  // it was written: what was written of it is taken away again.
  bool append(std::string_view line, std::string_view end = {});
  bool sync();
  const std::string& error() const { return error_; }
  // Bytes of an incomplete last line that open() removed.
  std::size_t removed() const { return removed_; }

 private:
  bool open_named(const std::filesystem::path& path);
  bool mend_end(bool own_only = false);
  bool take_own_copy(const std::filesystem::path& root, const std::filesystem::path& path);
  bool take_away_torn();
  bool fail(std::string_view what);

  std::string path_;
  std::string error_;
  int descriptor_ = -1;
  bool unsynced_ = false;
  std::optional<off_t> torn_at_;  // where the part of a line begins that could not be taken away
  std::size_t removed_ = 0;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_LINE_LOG_H_

// ServerLog: what a server that was started here writes, kept in a file of bounded size, and its
// last lines for messages. A thread reads it, so that the server never waits for us.
#ifndef BFCLX_TOOLS_BFCLX_SERVE_SERVER_LOG_H_
#define BFCLX_TOOLS_BFCLX_SERVE_SERVER_LOG_H_

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/net/redactor.h"
#include "tools/bfclx/output/below.h"
#include "tools/bfclx/platform/thread.h"

namespace bfclx::tools {

// Of one start: these bytes as they come, and what comes last at the end.
inline constexpr std::size_t kLogHead = std::size_t{16} << 20;
inline constexpr std::size_t kLogTail = std::size_t{256} << 10;

class ServerLog {
 public:
  // Adds to the file `name` in the folder `root`, behind a line with `title`; an earlier file that
  // is large goes. UsageError where it cannot be written, or where another run has it. `redactor`
  // removes secrets.
  ServerLog(const std::filesystem::path& root, const std::string& name, const std::string& title,
            const net::Redactor& redactor);
  ServerLog(const ServerLog&) = delete;
  ServerLog& operator=(const ServerLog&) = delete;
  ~ServerLog();  // as finish()

  // Where the server is to write.
  int input() const { return write_end_.get(); }
  // The server has it: the end of the log is seen from now on.
  void handed_over();
  // The server has ended: reads what is there, and writes what comes last.
  void finish();

  const std::filesystem::path& path() const { return path_; }
  // The last lines that are not empty, oldest first, each bounded.
  std::vector<std::string> last_lines(std::size_t most) const;

 private:
  void open(const std::filesystem::path& root, const std::string& name);
  void read();
  void take(std::string_view bytes);
  void take_lines(std::string lines);
  void write(std::string_view bytes);

  const net::Redactor& redactor_;
  std::filesystem::path path_;
  Descriptor file_;
  Descriptor read_end_;
  Descriptor write_end_;
  std::string pending_;      // of a line that has not ended
  std::size_t written_ = 0;  // bytes of this start
  std::size_t left_out_ = 0;
  bool fails_ = false;  // the disk is full: the server runs on
  mutable std::mutex mutex_;
  std::string tail_;  // guarded by mutex_
  std::atomic<bool> finishing_ = false;
  std::optional<platform::Thread> reader_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SERVE_SERVER_LOG_H_

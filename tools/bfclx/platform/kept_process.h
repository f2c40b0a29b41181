// A program that is started beside this one and never outlives it, with all that it starts.
//
// A keeper stands between the two: a copy of this process that starts the program, waits for it and
// ends it, when it is asked to and when this process ends in any way, kill -9 included. The program
// leads a process group of its own, so that Ctrl-C at the terminal reaches this process alone. On
// Linux everything that the program has started ends with it, also what has left the group; the
// program is killed with the keeper, too. Elsewhere what leaves the group stays.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_KEPT_PROCESS_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_KEPT_PROCESS_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace bfclx::platform {

class KeptProcess {
 public:
  struct Start {
    std::string file;                      // to be executed
    std::vector<std::string> arguments;    // the name first
    std::vector<std::string> environment;  // "NAME=value"
    int output = -1;                       // where what it writes goes; still open here afterwards
    double grace = 15;                     // seconds between SIGTERM and SIGKILL
  };
  // std::system_error where the system has no process for it. Call it on a thread that lives as
  // long as this object.
  explicit KeptProcess(const Start& start);
  KeptProcess(const KeptProcess&) = delete;
  KeptProcess& operator=(const KeptProcess&) = delete;
  ~KeptProcess();  // ask_to_end() and wait()

  // "ended with exit code 1", "cannot be executed: Exec format error"; nothing while it runs.
  const std::optional<std::string>& ended();
  // SIGTERM, and SIGKILL after the grace; what it has started is killed when it has ended.
  void ask_to_end();
  // Until nothing of it is left, after ask_to_end() or its own end. False where the system cannot
  // end something (a process that waits for a device).
  bool wait();

 private:
  void read_reports();

  pid_t keeper_ = 0;
  pid_t program_ = 0;
  int control_ = -1;
  int reports_ = -1;
  std::optional<std::string> ended_;
  bool left_ = false;
};

}  // namespace bfclx::platform

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_KEPT_PROCESS_H_

#include "tools/bfclx/platform/bounded_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "tools/bfclx/platform/system.h"

namespace bfclx::tools {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kKeptErrors = 2000;
constexpr milliseconds kSlice{100};     // how often the process itself is looked at
constexpr milliseconds kLastSlice{10};  // and once its output has ended
constexpr int kMostLateReads = 32;      // of what a pipe can hold
constexpr milliseconds kGrace{2000};    // to end after its last verdict, or after its output ended

class Descriptor {
 public:
  Descriptor() = default;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void set(int descriptor) {
    close();
    descriptor_ = descriptor;
  }
  int get() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }
  void close() {
    if (is_open()) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_ = -1;
};

// Both ends are closed in processes that are started; `ours` does not block.
bool open_pipe(Descriptor& read_end, Descriptor& write_end, const Descriptor& ours) {
  int ends[2];
  if (::pipe(ends) != 0) return false;
  read_end.set(ends[0]);
  write_end.set(ends[1]);
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return ::fcntl(ours.get(), F_SETFL, O_NONBLOCK) == 0;
}

// The group that a signal takes along.
volatile std::sig_atomic_t interrupted_group = 0;

void end_group(int signal) {
  kill_bounded_process();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

constexpr int kInterrupts[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

// Interrupts wait from here on, so that none comes between the start of a group and the handler
// that ends it.
class HeldInterrupts {
 public:
  HeldInterrupts() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : kInterrupts) sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  HeldInterrupts(const HeldInterrupts&) = delete;
  HeldInterrupts& operator=(const HeldInterrupts&) = delete;
  ~HeldInterrupts() { release(); }
  void release() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

class SignalsEndGroup {
 public:
  // `keeps_handlers`: those of the program stay.
  SignalsEndGroup(pid_t group, bool keeps_handlers) {
    interrupted_group = group;
    for (std::size_t i = 0; i < kSignals; ++i) {
      before_[i] = std::signal(kInterrupts[i], end_group);
      const bool ignored = before_[i] == SIG_IGN;  // nohup, a job in the background
      const bool own = before_[i] != SIG_DFL && before_[i] != SIG_ERR;
      if (ignored || (own && keeps_handlers)) std::signal(kInterrupts[i], before_[i]);
    }
  }
  SignalsEndGroup(const SignalsEndGroup&) = delete;
  SignalsEndGroup& operator=(const SignalsEndGroup&) = delete;
  ~SignalsEndGroup() {
    for (std::size_t i = 0; i < kSignals; ++i) {
      std::signal(kInterrupts[i], before_[i] == SIG_ERR ? SIG_DFL : before_[i]);
    }
    interrupted_group = 0;
  }

 private:
  static constexpr std::size_t kSignals = std::size(kInterrupts);
  void (*before_[kSignals])(int) = {};
};

std::string end_text(int status) {
  if (WIFSIGNALED(status)) {
    return "was ended by signal " + std::to_string(WTERMSIG(status));
  }
  return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

class BoundedProcess::State {
 public:
  explicit State(BoundedProgram program)
      : program_(std::move(program)),
        limit_(Clock::now() + std::chrono::seconds(program_.seconds)) {
    HeldInterrupts held;
    error_ = start(held.before());
    over_ = !error_.empty();
    if (!over_) guard_.emplace(process_, program_.keeps_handlers);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { end(); }

  bool proceed(milliseconds most) {
    if (!over_) over_ = step(most);
    if (over_) end();
    return over_;
  }

  ProcessEnd take_end() {
    ProcessEnd result;
    result.error = std::move(error_);
    result.last_errors = std::move(errors_);
    if (left_by_itself_ && WIFEXITED(status_)) result.exit_code = WEXITSTATUS(status_);
    return result;
  }

 private:
  std::string start(const sigset_t& signal_mask) {
    Descriptor child_in;
    Descriptor child_out;
    Descriptor child_err;
    if (!open_pipe(child_in, in_, in_) || !open_pipe(out_, child_out, out_) ||
        !open_pipe(err_, child_err, err_)) {
      return std::string("cannot be started: ") + std::strerror(errno);
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, child_in.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, child_out.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, child_err.get(), STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&usual, signal);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &signal_mask);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    std::vector<std::string> arguments = program_.arguments;
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    const int failed = posix_spawnp(&process_, pointers[0], &actions, &attributes, pointers.data(),
                                    platform::environment());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failed == 0) return {};
    process_ = 0;
    return "cannot be started: " + arguments[0] + ": " + std::strerror(failed);
  }

  // True when it is over: its output has ended, it has said everything, or something is wrong.
  bool step(milliseconds most) {
    const std::size_t before = total_;
    wait_for_something(most);
    write_some();
    read_errors();
    if (out_.is_open()) error_ = read_some();
    if (!error_.empty()) return true;
    const Clock::time_point now = Clock::now();
    if (!last_chance_ && (!out_.is_open() || program_.complete() || has_ended())) {
      last_chance_ = now + kGrace;
    }
    const bool no_chance = last_chance_ && now >= *last_chance_;
    if (!no_chance && (out_.is_open() || !has_ended())) {
      if (program_.stopped && program_.stopped()) error_ = "was stopped";
      // What was written in time is read, also if this program was suspended meanwhile.
      const bool late =
          now >= limit_ && !last_chance_ && (total_ == before || ++late_reads_ > kMostLateReads);
      if (late) error_ = "took longer than " + std::to_string(program_.seconds) + " s";
      return !error_.empty();
    }
    error_ = last_error();
    return true;
  }

  std::string last_error() {
    in_.close();
    // Something that it started keeps its output open: a last line may lack its end.
    if (out_.is_open() && !line_.empty() && !program_.complete()) {
      if (std::string wrong = program_.take(std::exchange(line_, {})); !wrong.empty()) return wrong;
    }
    read_errors();
    // Who has said everything and goes on is ended, and no failure.
    if (program_.complete()) return has_ended() && status_ != 0 ? end_text(status_) : std::string();
    return has_ended() ? end_text(status_) : "closed its output";
  }

  void wait_for_something(milliseconds most) {
    pollfd polled[3];
    nfds_t count = 0;
    const auto add = [&](const Descriptor& descriptor, short events) {
      if (descriptor.is_open()) polled[count++] = {descriptor.get(), events, 0};
    };
    add(in_, POLLOUT);
    add(out_, POLLIN);
    add(err_, POLLIN);
    const milliseconds slice = out_.is_open() ? kSlice : kLastSlice;
    ::poll(polled, count, static_cast<int>(std::min(most, slice).count()));
  }

  void write_some() {
    if (!in_.is_open()) return;
    const std::string_view rest = program_.input.substr(written_);
    if (!rest.empty()) {
      const ssize_t size = ::write(in_.get(), rest.data(), rest.size());
      if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
      if (size > 0) written_ += static_cast<std::size_t>(size);
      if (size >= 0 && written_ < program_.input.size()) return;
    }
    in_.close();  // all is written, or nobody reads on
  }

  // Bytes of a pipe; nothing when there are none now. It is closed at its end.
  static std::string_view read_from(Descriptor& descriptor, char* buffer, std::size_t size) {
    if (!descriptor.is_open()) return {};
    const ssize_t got = ::read(descriptor.get(), buffer, size);
    if (got > 0) return {buffer, static_cast<std::size_t>(got)};
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) descriptor.close();
    return {};
  }

  void read_errors() {
    char buffer[16384];
    errors_ += read_from(err_, buffer, sizeof buffer);
    if (errors_.size() > kKeptErrors) errors_.erase(0, errors_.size() - kKeptErrors);
  }

  std::string read_some() {
    char buffer[65536];
    const std::string_view bytes = read_from(out_, buffer, sizeof buffer);
    total_ += bytes.size();
    line_ += bytes;
    std::size_t begin = 0;
    std::string wrong;
    for (std::size_t end = line_.find('\n'); end != std::string::npos && wrong.empty();
         end = line_.find('\n', begin)) {
      wrong = program_.take(std::string_view(line_).substr(begin, end - begin));
      begin = end + 1;
    }
    line_.erase(0, begin);
    if (!wrong.empty()) return wrong;
    if (!line_.empty() && (!out_.is_open() || line_.size() > program_.longest_line)) {
      return program_.take(std::exchange(line_, {}));
    }
    if (total_ > kMaxProcessOutput) return "wrote more than 32 MiB";
    return {};
  }

  bool has_ended() {
    if (!ended_) ended_ = ::waitpid(process_, &status_, WNOHANG) == process_;
    return ended_;
  }

  void end() {
    if (process_ == 0) return;
    left_by_itself_ = ended_;
    ::kill(-process_, SIGKILL);
    while (!ended_ && ::waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    guard_.reset();
  }

  BoundedProgram program_;
  Clock::time_point limit_;
  std::optional<Clock::time_point> last_chance_;
  std::optional<SignalsEndGroup> guard_;
  std::string error_;
  bool over_ = false;
  Descriptor in_;
  Descriptor out_;
  Descriptor err_;
  pid_t process_ = 0;
  bool ended_ = false;
  bool left_by_itself_ = false;
  int status_ = 0;
  std::size_t written_ = 0;
  std::size_t total_ = 0;
  int late_reads_ = 0;
  std::string line_;
  std::string errors_;
};

BoundedProcess::BoundedProcess(BoundedProgram program)
    : state_(std::make_unique<State>(std::move(program))) {}
BoundedProcess::~BoundedProcess() = default;
bool BoundedProcess::proceed(milliseconds most) { return state_->proceed(most); }
ProcessEnd BoundedProcess::take_end() { return state_->take_end(); }

ProcessEnd run_bounded(BoundedProgram program) {
  BoundedProcess process(std::move(program));
  while (!process.proceed(kSlice)) {
  }
  return process.take_end();
}

void kill_bounded_process() {
  if (interrupted_group > 0) ::kill(-static_cast<pid_t>(interrupted_group), SIGKILL);
}

}  // namespace bfclx::tools

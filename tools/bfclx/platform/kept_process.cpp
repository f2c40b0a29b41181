#include "tools/bfclx/platform/kept_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <initializer_list>
#include <system_error>
#include <utility>

#include "tools/bfclx/platform/keeping.h"

namespace bfclx::platform {
namespace {

constexpr int kLookMilliseconds = 50;  // how often the keeper looks
constexpr double kOrphanGrace = 5;     // seconds at most, when this process has gone
constexpr double kKillSeconds = 10;    // for what was killed to be gone

enum class Kind : int { kStarted, kNotStarted, kEnded, kGone, kLeft };
struct Report {
  Kind kind;
  int value;  // process, errno, wait status
};

// What the keeper needs, made before fork(): it allocates nothing.
struct Kept {
  const char* file;
  char** arguments;
  char** environment;
  int control;
  int reports;
  int output;
  double grace;
  const int* others;  // descriptors that it closes
  std::size_t others_count;
};

double now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void report(int reports, Kind kind, int value) {
  const Report one{kind, value};
  while (::write(reports, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

void handle_all_signals(void (*handler)(int)) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU,
                           SIGUSR1, SIGUSR2, SIGALRM, SIGXFSZ}) {
    std::signal(number, handler);
  }
  std::signal(SIGCHLD, SIG_DFL);
}

[[noreturn]] void execute(const Kept& kept, pid_t keeper) {
  ::setpgid(0, 0);
  end_with(keeper);
  handle_all_signals(SIG_DFL);
  ::dup2(kept.output, STDOUT_FILENO);
  ::dup2(kept.output, STDERR_FILENO);
  for (const int number : {kept.control, kept.reports, kept.output}) {
    ::fcntl(number, F_SETFD, FD_CLOEXEC);
  }
  ::execve(kept.file, kept.arguments, kept.environment);
  report(kept.reports, Kind::kNotStarted, errno);
  ::_exit(127);
}

// Collects children that have ended. Whether any are left; `status` is set when it was `program`.
bool reap(pid_t program, int& status, bool& ended) {
  while (true) {
    int one = 0;
    const pid_t process = ::waitpid(-1, &one, WNOHANG);
    if (process == 0) return true;
    if (process < 0) return errno == EINTR;
    if (process != program) continue;
    status = one;
    ended = true;
  }
}

// Until the program has ended; it is ended where that is asked for, or where nobody can ask. False
// where the system cannot end it.
bool wait_for_end(const Kept& kept, pid_t program, int& status) {
  bool asked = false;
  double last = 0;
  bool ended = false;
  while (true) {
    reap(program, status, ended);
    if (ended) return true;
    if (asked && now() >= last) ::kill(-program, SIGKILL);
    if (asked && now() >= last + kKillSeconds) return false;
    pollfd control{asked ? -1 : kept.control, POLLIN, 0};
    if (::poll(&control, 1, kLookMilliseconds) <= 0 || asked) continue;
    char byte = 0;
    const ssize_t got = ::read(kept.control, &byte, 1);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    asked = true;
    last = now() + (got > 0 ? kept.grace : std::min(kept.grace, kOrphanGrace));
    ::kill(program, SIGTERM);
  }
}

[[noreturn]] void keep(const Kept& kept) {
  ::setpgid(0, 0);
  handle_all_signals(SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, number);
  if (nothing > STDERR_FILENO) ::close(nothing);
  for (std::size_t i = 0; i < kept.others_count; ++i) ::close(kept.others[i]);
  become_keeper();
  const pid_t self = ::getpid();
  const pid_t program = ::fork();
  if (program == 0) execute(kept, self);
  if (program < 0) {
    report(kept.reports, Kind::kNotStarted, errno);
    ::_exit(1);
  }
  ::setpgid(program, program);
  ::close(kept.output);
  report(kept.reports, Kind::kStarted, program);
  int status = 0;
  if (!wait_for_end(kept, program, status)) {
    report(kept.reports, Kind::kLeft, 0);
    ::_exit(1);
  }
  report(kept.reports, Kind::kEnded, status);
  // What it has left behind.
  const double last = now() + kKillSeconds;
  bool ended = false;
  bool left = true;
  while (left && now() < last) {
    const bool group = ::kill(-program, SIGKILL) == 0 || errno == EPERM;
    kill_children();
    left = reap(program, status, ended) || group;
    if (left) ::poll(nullptr, 0, kLookMilliseconds / 5);
  }
  report(kept.reports, left ? Kind::kLeft : Kind::kGone, 0);
  ::_exit(0);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

// Descriptors that are open here, without the standard ones and those that are kept.
std::vector<int> others_than(std::initializer_list<int> kept) {
  std::vector<int> others;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/dev/fd", error), end; !error && at != end;
       at.increment(error)) {
    const int number = std::atoi(at->path().filename().c_str());
    if (number > STDERR_FILENO && std::find(kept.begin(), kept.end(), number) == kept.end()) {
      others.push_back(number);
    }
  }
  return others;
}

std::string end_text(int status) {
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
  return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

struct Pipe {
  Pipe() {
    if (::pipe(ends) != 0) throw std::system_error(errno, std::generic_category());
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  int take(int end) { return std::exchange(ends[end], -1); }
  int ends[2];
};

}  // namespace

KeptProcess::KeptProcess(const Start& start) {
  std::vector<std::string> arguments = start.arguments;
  std::vector<std::string> environment = start.environment;
  std::vector<char*> argument_pointers = pointers(arguments);
  std::vector<char*> environment_pointers = pointers(environment);
  Pipe control;
  Pipe reports;
  const std::vector<int> others = others_than({control.ends[0], reports.ends[1], start.output});
  const Kept kept{start.file.c_str(),
                  argument_pointers.data(),
                  environment_pointers.data(),
                  control.ends[0],
                  reports.ends[1],
                  start.output,
                  start.grace,
                  others.data(),
                  others.size()};
  // No signal of this process reaches the copy before it ignores them.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  keeper_ = ::fork();
  if (keeper_ == 0) keep(kept);
  const int error = errno;
  if (keeper_ > 0) ::setpgid(keeper_, keeper_);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (keeper_ < 0) throw std::system_error(error, std::generic_category());
  control_ = control.take(1);
  reports_ = reports.take(0);
  ::fcntl(reports_, F_SETFL, O_NONBLOCK);
}

KeptProcess::~KeptProcess() {
  ask_to_end();
  wait();
  ::close(reports_);
}

void KeptProcess::read_reports() {
  Report one{};
  while (true) {
    const ssize_t got = ::read(reports_, &one, sizeof one);
    if (got < 0 && errno == EINTR) continue;
    if (got == 0 && !ended_) ended_ = "ended with the process that watches it";
    if (got != sizeof one) return;
    if (one.kind == Kind::kStarted) program_ = one.value;
    if (one.kind == Kind::kNotStarted) {
      ended_ = "cannot be executed: " + std::generic_category().message(one.value);
    }
    if (one.kind == Kind::kEnded && !ended_) ended_ = end_text(one.value);
    if (one.kind == Kind::kGone) program_ = 0;
    if (one.kind == Kind::kLeft) left_ = true;
  }
}

const std::optional<std::string>& KeptProcess::ended() {
  if (!ended_) read_reports();
  return ended_;
}

void KeptProcess::ask_to_end() {
  if (control_ < 0) return;
  constexpr char kByte = 'e';
  while (::write(control_, &kByte, 1) < 0 && errno == EINTR) {
  }
}

bool KeptProcess::wait() {
  if (keeper_ <= 0) return !left_;
  while (::waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
  }
  keeper_ = 0;
  ::close(std::exchange(control_, -1));
  read_reports();
  // The keeper was killed: what it left.
  if (program_ > 0 && !left_) ::kill(-program_, SIGKILL);
  return !left_;
}

}  // namespace bfclx::platform

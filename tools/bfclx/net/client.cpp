#include "tools/bfclx/net/client.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <new>
#include <optional>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tools/bfclx/net/loopback_server.h"
#include "tools/bfclx/net/transfer.h"
#include "tools/bfclx/platform/ready_sockets.h"

namespace bfclx::net {
namespace {

constexpr long kIdleConnections = 2048;
constexpr std::size_t kMostFiles = 65536;
constexpr std::size_t kFewestFiles = 256;  // where nobody says
constexpr double kLookEvery = 0.1;         // seconds, at bodies that are taken as they come
constexpr std::size_t kOtherFiles = 96;    // results, recordings, what the libraries open
constexpr std::size_t kUsuallyOpen = 32;   // of these, before the first request
constexpr std::size_t kMostLooked = 4096;  // where more are allowed, a few do not matter

// Each request under way holds a connection, and shells often allow only 1,024 files. Gives how
// many are allowed.
std::size_t allow_many_files() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kFewestFiles;
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, kMostFiles);
  if (limit.rlim_cur < wanted) {
    const rlim_t before = std::exchange(limit.rlim_cur, wanted);
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = before;
  }
  return static_cast<std::size_t>(std::min<rlim_t>(limit.rlim_cur, kMostFiles));
}

// Files beside those that every run has: the logs and pipes of the servers that were started, and
// what the pages of this run (--live, --metrics) may have open.
std::size_t more_files(std::size_t allowed) {
  std::size_t open = 0;
  for (std::size_t i = 0; i < std::min(allowed, kMostLooked); ++i) {
    if (::fcntl(static_cast<int>(i), F_GETFD) >= 0) ++open;
  }
  return open - std::min(open, kUsuallyOpen) + LoopbackServer::most_connections();
}

}  // namespace

class Client::Loop {
 public:
  Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop();

  void send(Request request, Done done);
  void after(double seconds, Task task) {
    tasks_.emplace(now() + std::max(seconds, 0.0), std::move(task));
  }
  bool run_once(double most);
  void keep(std::size_t connections);
  void receive_at_most(std::size_t bytes) { receiving_.most = bytes; }
  std::size_t receiving() const { return receiving_.held; }
  std::size_t in_flight() const { return transfers_.size(); }

 private:
  static int on_watch(CURL* easy, curl_socket_t socket, int what, void* self, void* known);
  static int on_timer(CURLM* multi, long milliseconds, void* self);
  double time_to_wait(double most) const;
  void act(int socket, int events);
  void collect();
  void end_hop(CURL* easy, CURLcode code, std::vector<std::unique_ptr<Transfer>>& finished);
  void hand_over(std::vector<std::unique_ptr<Transfer>>& finished);
  void end_overdue();
  void resume();
  void run_tasks();

  CURLM* multi_;
  platform::ReadySockets sockets_;
  long kept_ = kIdleConnections;
  Receiving receiving_;
  double curl_due_ = -1;  // when libcurl wants to be called; negative: not at all
  std::multimap<double, Task> tasks_;
  std::unordered_map<CURL*, std::unique_ptr<Transfer>> transfers_;
  std::size_t with_sink_ = 0;  // of the transfers
  double look_at_ = 0;         // for those that are overdue
  std::vector<CURL*> idle_;
};

Client::Loop::Loop() {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi_ = curl_multi_init();
  if (multi_ == nullptr) throw std::bad_alloc();
  curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &Loop::on_watch);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &Loop::on_timer);
  curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, kept_);
  // What is more waits inside libcurl, rather than to fail.
  curl_multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS, static_cast<long>(most_connections()));
}

void Client::Loop::keep(std::size_t connections) {
  const long most = kIdleConnections;
  const long wanted = std::clamp(static_cast<long>(connections), 1L, most);
  if (wanted == kept_) return;
  kept_ = wanted;
  curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, kept_);
}

Client::Loop::~Loop() {
  for (auto& [easy, transfer] : transfers_) {
    curl_multi_remove_handle(multi_, easy);
    curl_easy_cleanup(easy);
  }
  for (CURL* easy : idle_) curl_easy_cleanup(easy);
  curl_multi_cleanup(multi_);
}

void Client::Loop::send(Request request, Done done) {
  CURL* easy = nullptr;
  if (idle_.empty()) {
    easy = curl_easy_init();
    if (easy == nullptr) throw std::bad_alloc();
  } else {
    easy = idle_.back();
    idle_.pop_back();
  }
  auto transfer = std::make_unique<Transfer>(easy, std::move(request), std::move(done), receiving_);
  transfer->prepare();
  with_sink_ += transfer->has_sink() ? 1 : 0;
  transfers_.emplace(easy, std::move(transfer));
  curl_multi_add_handle(multi_, easy);
}

int Client::Loop::on_watch(CURL* /*easy*/, curl_socket_t socket, int what, void* self,
                           void* known) {
  auto& loop = *static_cast<Loop*>(self);
  if (what == CURL_POLL_REMOVE) {
    loop.sockets_.forget(socket);
    return 0;
  }
  loop.sockets_.watch(socket, (what & CURL_POLL_IN) != 0, (what & CURL_POLL_OUT) != 0,
                      known != nullptr);
  curl_multi_assign(loop.multi_, socket, self);
  return 0;
}

int Client::Loop::on_timer(CURLM* /*multi*/, long milliseconds, void* self) {
  auto& loop = *static_cast<Loop*>(self);
  loop.curl_due_ = milliseconds < 0 ? -1 : now() + static_cast<double>(milliseconds) / 1000;
  return 0;
}

double Client::Loop::time_to_wait(double most) const {
  const double time = now();
  double wait = most;
  if (curl_due_ >= 0) wait = std::min(wait, curl_due_ - time);
  if (!tasks_.empty()) wait = std::min(wait, tasks_.begin()->first - time);
  if (with_sink_ > 0) wait = std::min(wait, look_at_ - time);
  return std::max(wait, 0.0);
}

void Client::Loop::act(int socket, int events) {
  int running = 0;
  curl_multi_socket_action(multi_, socket, events, &running);
}

bool Client::Loop::run_once(double most) {
  if (transfers_.empty() && tasks_.empty()) return false;
  const int milliseconds = static_cast<int>(std::ceil(time_to_wait(std::min(most, 60.0)) * 1000));
  for (const platform::ReadySocket& ready : sockets_.wait(milliseconds)) {
    int what = 0;
    if (ready.can_read) what |= CURL_CSELECT_IN;
    if (ready.can_write) what |= CURL_CSELECT_OUT;
    if (ready.failed) what |= CURL_CSELECT_ERR;
    act(ready.socket, what);
  }
  if (curl_due_ >= 0 && now() >= curl_due_) {
    curl_due_ = -1;
    act(CURL_SOCKET_TIMEOUT, 0);
  }
  collect();
  end_overdue();
  run_tasks();
  return true;
}

// What has ended. Handles are free for the next request before `done` is called.
void Client::Loop::collect() {
  std::vector<std::unique_ptr<Transfer>> finished;
  int left = 0;
  while (CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg == CURLMSG_DONE) end_hop(message->easy_handle, message->data.result, finished);
  }
  hand_over(finished);
}

// A hop of a transfer has ended; it goes on with the next one, or has finished.
void Client::Loop::end_hop(CURL* easy, CURLcode code,
                           std::vector<std::unique_ptr<Transfer>>& finished) {
  curl_multi_remove_handle(multi_, easy);
  const auto found = transfers_.find(easy);
  if (found->second->ended(code)) {
    found->second->prepare();
    curl_multi_add_handle(multi_, easy);
    return;
  }
  with_sink_ -= found->second->has_sink() ? 1 : 0;
  finished.push_back(std::move(found->second));
  transfers_.erase(found);
  curl_easy_reset(easy);
  idle_.push_back(easy);
}

void Client::Loop::hand_over(std::vector<std::unique_ptr<Transfer>>& finished) {
  for (const auto& transfer : finished) transfer->finish();
  if (!finished.empty() && std::exchange(receiving_.waits, false)) resume();
}

void Client::Loop::end_overdue() {
  const double time = now();
  if (with_sink_ == 0 || time < look_at_) return;
  look_at_ = time + kLookEvery;
  std::vector<std::pair<CURL*, CURLcode>> overdue;
  for (const auto& [easy, transfer] : transfers_) {
    if (const std::optional<CURLcode> code = transfer->out_of_time(time)) {
      overdue.emplace_back(easy, *code);
    }
  }
  std::vector<std::unique_ptr<Transfer>> finished;
  for (const auto& [easy, code] : overdue) end_hop(easy, code, finished);
  hand_over(finished);
}

void Client::Loop::resume() {
  for (const auto& [easy, transfer] : transfers_) transfer->resume();
}

void Client::Loop::run_tasks() {
  const double time = now();
  while (!tasks_.empty() && tasks_.begin()->first <= time) {
    const Task task = std::move(tasks_.begin()->second);
    tasks_.erase(tasks_.begin());
    task();
  }
}

Client::Client() : loop_(std::make_unique<Loop>()) {}
Client::~Client() = default;
void Client::send(Request request, Done done) { loop_->send(std::move(request), std::move(done)); }
void Client::after(double seconds, Task task) { loop_->after(seconds, std::move(task)); }
bool Client::run_once(double most) { return loop_->run_once(most); }
void Client::keep_connections(std::size_t most) { loop_->keep(most); }
void Client::receive_at_most(std::size_t bytes) { loop_->receive_at_most(bytes); }
std::size_t Client::receiving() const { return loop_->receiving(); }
std::size_t Client::in_flight() const { return loop_->in_flight(); }

std::size_t Client::most_connections() {
  const std::size_t allowed = allow_many_files();
  const std::size_t files = allowed - std::min(allowed, more_files(allowed));
  return files > 2 * kOtherFiles ? files - kOtherFiles : std::max<std::size_t>(files / 2, 1);
}

double Client::now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

double Client::unix_now() { return static_cast<double>(std::time(nullptr)); }

std::uint64_t Client::chance() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace bfclx::net

#include "tools/bfclx/serve/model_servers.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/counted.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/manifest.h"
#include "tools/bfclx/net/client.h"
#include "tools/bfclx/platform/system.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr int kStarts = 3;  // where somebody else takes the port
constexpr std::size_t kLastLines = 12;
constexpr double kLookSeconds = 0.25;
constexpr double kPollSeconds = 5;  // for the answer to one request
constexpr useconds_t kEndMicroseconds = 20'000;

// A TCP port of this machine; 0: any that is free. 0 where it is taken.
int bind_port(int wanted) {
  const Descriptor socket(platform::open_socket(AF_INET, SOCK_STREAM, 0));
  if (!socket) return 0;
  const int yes = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(wanted));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(socket.get(), any, sizeof address) != 0) return 0;
  socklen_t size = sizeof address;
  if (::getsockname(socket.get(), any, &size) != 0) return 0;
  return ntohs(address.sin_port);
}

std::string seconds_text(double seconds) { return std::to_string(std::lround(seconds)) + " s"; }

std::vector<std::string> environment_with(const std::optional<std::string>& gpus) {
  std::vector<std::string> all;
  const std::string_view name =
      gpus ? std::string_view(*gpus).substr(0, gpus->find('=') + 1) : std::string_view();
  for (char** one = platform::environment(); *one != nullptr; ++one) {
    if (name.empty() || !std::string_view(*one).starts_with(name)) all.emplace_back(*one);
  }
  if (gpus) all.push_back(*gpus);
  return all;
}

// The environment may hold keys that a server repeats.
void add_keys_of_environment(net::Redactor& redactor) {
  constexpr std::string_view kEnds[] = {"KEY", "TOKEN", "SECRET", "PASSWORD"};
  for (char** one = platform::environment(); *one != nullptr; ++one) {
    const std::string_view text(*one);
    const std::size_t equals = text.find('=');
    if (equals == text.npos) continue;
    const std::string_view name = text.substr(0, equals);
    if (std::any_of(std::begin(kEnds), std::end(kEnds),
                    [name](std::string_view end) { return name.ends_with(end); })) {
      redactor.add(text.substr(equals + 1));
    }
  }
}

}  // namespace

struct ModelServers::One {
  int port = 0;
  int starts = 0;
  bool ready = false;
  bool told = false;  // that it has ended
  std::vector<std::string> arguments = {};
  std::unique_ptr<ServerLog> log = nullptr;
  std::unique_ptr<platform::KeptProcess> process = nullptr;

  std::string address() const {
    return "http://" + std::string(kServedHost) + ":" + std::to_string(port) + "/v1";
  }
};

ModelServers::ModelServers(ServersRequest request) : request_(std::move(request)) {
  gpus_ = gpu_groups(request_.options);
  command_ = engine_command(request_.options, request_.model, "0");
  if (command_.file.empty()) throw UsageError(not_found_text(engine()));
  add_keys_of_environment(request_.redactor);
  for (std::size_t i = 0; i < request_.options.replicas; ++i) {
    servers_.push_back(std::make_unique<One>());
    start(i);
  }
  tell_start();
  wait_until_ready();
}

ModelServers::~ModelServers() { end(); }

std::string ModelServers::name_of(const One& one) const {
  std::string name(engine_name(engine()));
  return servers_.size() < 2 ? name : name + " at " + one.address();
}

void ModelServers::start(std::size_t index) {
  One& one = *servers_[index];
  one.process.reset();
  one.log.reset();
  one.port = bind_port(0);
  if (one.port == 0) throw UsageError("--serve: no port is free on this machine");
  ++one.starts;
  one.arguments = command_.arguments;
  const auto option = std::find(one.arguments.begin(), one.arguments.end(), "--port");
  *(option + 1) = std::to_string(one.port);
  const std::string number =
      servers_.size() < 2 && request_.options.replicas < 2 ? "" : "-" + std::to_string(index + 1);
  one.log = std::make_unique<ServerLog>(
      request_.log_folder, request_.log_name + number + ".log",
      time_text() + " " + (gpus_[index] ? *gpus_[index] + " " : "") + command_text(one.arguments),
      request_.redactor);
  platform::KeptProcess::Start start;
  start.file = command_.file;
  start.arguments = one.arguments;
  start.environment = environment_with(gpus_[index]);
  start.output = one.log->input();
  start.grace = request_.grace;
  try {
    one.process = std::make_unique<platform::KeptProcess>(start);
  } catch (const std::system_error& error) {
    throw UsageError("cannot start a process for " + name_of(one) + ": " + error.what());
  }
  one.log->handed_over();
}

void ModelServers::tell_start() const {
  const std::string logs = servers_.size() < 2
                               ? "its log is " + servers_.front()->log->path().string()
                               : "their logs are " + servers_.front()->log->path().string() +
                                     " to " + servers_.back()->log->path().filename().string();
  note("starting " + std::string(engine_name(engine())) +
       (servers_.size() < 2 ? "" : " on " + std::to_string(servers_.size()) + " ports") + "; " +
       logs);
}

// Any answer but that it is not ready yet; the key, where it wants one, is the run's.
bool ModelServers::is_ready(One& one) {
  net::Client client;
  net::Request request;
  request.url = one.address() + "/models";
  request.method = "GET";
  request.timeout = kPollSeconds;
  request.max_bytes = std::size_t{4} << 20;
  std::optional<net::Response> response;
  client.send(std::move(request), [&response](net::Response&& got) { response = std::move(got); });
  while (!response && !one.process->ended() && request_.stops() == 0 && client.run_once(0.2)) {
  }
  if (!response || !response->answered()) return false;
  return response->status == 200 || response->status == 401 || response->status == 403;
}

void ModelServers::fail(One& one, const std::string& what) {
  const std::string name = name_of(one);
  const std::string log = one.log->path().string();
  end();
  const std::vector<std::string> lines = one.log->last_lines(kLastLines);
  if (!lines.empty()) say("the last lines of " + log + ":");
  for (const std::string& line : lines) print(STDERR_FILENO, "  " + line + "\n");
  throw UsageError(name + " " + what + (lines.empty() ? "; its log " + log + " is empty" : ""));
}

void ModelServers::wait_until_ready() {
  const double begun = net::Client::now();
  const std::string name(engine_name(engine()));
  while (true) {
    std::size_t open = 0;
    One* slow = nullptr;
    for (std::size_t i = 0; i < servers_.size(); ++i) {
      One& one = *servers_[i];
      if (const auto& ended = one.process->ended()) {
        const bool taken = bind_port(one.port) == 0;
        if (!taken || one.starts == kStarts || one.ready) {
          const bool ran = ended->starts_with("ended");
          fail(one, *ended + (ran ? " before it was ready" : ""));
        }
        note("port " + std::to_string(one.port) + " is in use by another program; starting " +
             name + " on another port");
        start(i);
      }
      if (!one.ready) one.ready = is_ready(one);
      if (one.ready) continue;
      ++open;
      slow = &one;
    }
    if (open == 0) break;
    const double waited = net::Client::now() - begun;
    if (request_.stops() > 0) {
      end();
      throw NothingUsable("stopped before " + name + " was ready");
    }
    if (waited > request_.patience) {
      fail(*slow,
           "was not ready after " + seconds_text(waited) + "; raise --patience to wait longer");
    }
    const std::vector<std::string> last = slow->log->last_lines(1);
    show_progress("waiting for " + name + ", " + seconds_text(waited) +
                  (last.empty() ? "" : ": " + last.front()));
    ::usleep(static_cast<useconds_t>(kLookSeconds * 1e6));
  }
  show_progress("");
  note(name + " is ready after " + seconds_text(net::Client::now() - begun));
}

std::vector<std::string> ModelServers::addresses() const {
  std::vector<std::string> all;
  for (const auto& one : servers_) all.push_back(one->address());
  return all;
}

std::vector<std::vector<std::string>> ModelServers::commands() const {
  std::vector<std::vector<std::string>> all;
  for (const auto& one : servers_) all.push_back(one->arguments);
  return all;
}

std::vector<std::string> ModelServers::logs() const {
  std::vector<std::string> all;
  for (const auto& one : servers_) all.push_back(one->log->path().filename().string());
  return all;
}

void ModelServers::look_for_ends() {
  for (const auto& one : servers_) {
    if (one->told || !one->process || !one->process->ended()) continue;
    one->told = true;
    one->log->finish();
    messages_.push_back(name_of(*one) + " " + *one->process->ended() + "; the last lines of " +
                        one->log->path().string() + ":");
    for (const std::string& line : one->log->last_lines(kLastLines)) {
      messages_.push_back("  " + line);
    }
  }
}

std::vector<std::string> ModelServers::take_messages() {
  look_for_ends();
  return std::exchange(messages_, {});
}

bool ModelServers::all_ended() const {
  return std::all_of(servers_.begin(), servers_.end(), [](const auto& one) {
    return one->process != nullptr && one->process->ended().has_value();
  });
}

std::string ModelServers::trouble(double seconds) {
  const double last = net::Client::now() + seconds;
  while (!all_ended() && net::Client::now() < last) ::usleep(kEndMicroseconds);
  if (!all_ended()) return {};
  const One& one = *servers_.front();
  return std::string(engine_name(engine())) +
         (servers_.size() < 2 ? " " : ": all servers have ended; the first ") +
         *one.process->ended() + "; see " + one.log->path().string();
}

void ModelServers::end() {
  for (const auto& one : servers_) {
    if (!one->process) continue;
    one->process->ask_to_end();
    if (!one->process->ended()) {
      show_progress("waiting for " + std::string(engine_name(engine())) + " to end");
    }
  }
  for (const auto& one : servers_) {
    if (one->process && !one->process->wait()) {
      say(name_of(*one) + " left a process that cannot be ended");
    }
    if (one->log) one->log->finish();
  }
  show_progress("");
}

}  // namespace bfclx::tools

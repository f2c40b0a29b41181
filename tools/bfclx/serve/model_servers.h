// ModelServers: the servers of one model that were started here, from their start to their end.
//
// They listen on free ports of this machine, and each writes a log beside the model's results. None
// outlives the program (platform/kept_process.h).
#ifndef BFCLX_TOOLS_BFCLX_SERVE_MODEL_SERVERS_H_
#define BFCLX_TOOLS_BFCLX_SERVE_MODEL_SERVERS_H_

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/bfclx/net/redactor.h"
#include "tools/bfclx/platform/kept_process.h"
#include "tools/bfclx/serve/engine_command.h"
#include "tools/bfclx/serve/server_log.h"

namespace bfclx::tools {

struct ServersRequest {
  ServeOptions options;
  ServedModel model;
  std::filesystem::path log_folder;
  std::string log_name;        // without ".log": "my-model.server"
  double patience = 1800;      // seconds until they must be ready
  double grace = 15;           // seconds between SIGTERM and SIGKILL
  std::function<int()> stops;  // how often the user asked to stop
  net::Redactor redactor;      // for logs
};

class ModelServers {
 public:
  // Starts them and waits until all are ready. UsageError where the program is missing, or a server
  // ends or is not ready in time; NothingUsable when the user stops it. None is left then.
  explicit ModelServers(ServersRequest request);
  ModelServers(const ModelServers&) = delete;
  ModelServers& operator=(const ModelServers&) = delete;
  ~ModelServers();  // as end()

  // "http://127.0.0.1:40123/v1", of each.
  std::vector<std::string> addresses() const;
  Engine engine() const { return *request_.options.engine(); }
  // Of each, as it was run.
  std::vector<std::vector<std::string>> commands() const;
  std::vector<std::string> logs() const;

  // What has happened to them since the last call, a line each: those that have ended.
  std::vector<std::string> take_messages();
  // Why nothing can be asked any more: all of them have ended. Empty where one still runs so many
  // seconds later.
  std::string trouble(double seconds = 0);
  // Ends them with all that they started, the logs too.
  void end();

 private:
  struct One;
  void start(std::size_t index);
  void wait_until_ready();
  void look_for_ends();
  bool all_ended() const;
  bool is_ready(One& one);
  [[noreturn]] void fail(One& one, const std::string& what);
  void tell_start() const;
  std::string name_of(const One& one) const;

  ServersRequest request_;
  EngineCommand command_;
  std::vector<std::optional<std::string>> gpus_;
  std::vector<std::unique_ptr<One>> servers_;
  std::vector<std::string> messages_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SERVE_MODEL_SERVERS_H_

#include "tools/bfclx/generate/stops.h"

#include <csignal>

#include <unistd.h>

#include "tools/bfclx/platform/bounded_process.h"

namespace bfclx::tools {
namespace {

volatile std::sig_atomic_t stops = 0;

void on_stop(int /*signal*/) {
  stops = stops + 1;
  if (stops <= 1) return;
  kill_bounded_process();
  _exit(130);
}

// Shell and system both send one when a terminal closes: it is no second request.
void on_hangup(int /*signal*/) {
  if (stops == 0) stops = 1;
}

}  // namespace

void catch_stops() {
  struct sigaction action {};
  action.sa_handler = on_stop;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  action.sa_handler = on_hangup;
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup ignores it
  std::signal(SIGXFSZ, SIG_IGN);  // a bound on file sizes is an error of the write
}

int stops_so_far() { return stops; }

}  // namespace bfclx::tools

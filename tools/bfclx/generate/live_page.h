// What --metrics and --live serve: the state of the run as it was a moment ago, for Prometheus and
// for the live page of the site.
//
// The run hands over copies; a copy is rendered and sent on the server's thread, so that no client
// keeps the run waiting.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_LIVE_PAGE_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_LIVE_PAGE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "core/generation/run_state.h"
#include "tools/bfclx/net/loopback_server.h"

namespace bfclx::tools {

// The last state that was handed over.
struct PublishedState {
  RunState state;
  double time = 0;  // Unix
  std::uint64_t number = 0;
};

class StateBoard {
 public:
  void publish(RunState state, double unix_now);
  std::shared_ptr<const PublishedState> last() const;  // nullptr: there is none yet

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const PublishedState> last_;
  std::uint64_t number_ = 0;
};

// http://ADDRESS/metrics
class MetricsPage {
 public:
  explicit MetricsPage(const StateBoard& board) : board_(board) {}
  net::ServedResponse answer(const net::ServedRequest& request);

 private:
  const StateBoard& board_;
  std::uint64_t rendered_number_ = 0;
  std::shared_ptr<const std::string> rendered_;
};

// http://ADDRESS/run.json, with the key in `Authorization: Bearer KEY`. On a machine of many users
// all of them reach its loopback addresses; the key is for one.
class LivePage {
 public:
  // `site`: the origin that may read it; empty: any at localhost.
  LivePage(const StateBoard& board, std::string key, std::string site);
  net::ServedResponse answer(const net::ServedRequest& request);
  // When somebody with the key read it last, on the clock of net::Client; negative: never.
  double last_read() const { return last_read_; }
  // The number of the state that was read last.
  std::uint64_t read_number() const { return read_number_; }

 private:
  bool may_read(std::string_view origin) const;
  bool has_key(const net::ServedRequest& request) const;
  net::ServedResponse respond(const net::ServedRequest& request);

  const StateBoard& board_;
  const std::string authorization_;
  const std::string site_;
  std::uint64_t rendered_number_ = 0;
  std::shared_ptr<const std::string> rendered_;
  std::atomic<double> last_read_{-1};
  std::atomic<std::uint64_t> read_number_{0};
};

// The origin of --live-site ("https://bench.example.org"). UsageError where it has none.
std::string site_origin(const std::string& url);
// 128 random bits, 32 hexadecimal digits.
std::string random_key();

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_LIVE_PAGE_H_

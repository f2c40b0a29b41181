#include "tools/bfclx/generate/observation.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <random>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/counted.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/repeats.h"
#include "tools/bfclx/generate/unix_clock.h"
#include "tools/bfclx/output/log_faults.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr double kPublishEvery = 0.5;  // seconds
constexpr double kReadLately = 10;     // seconds; a page that was read before that is closed
constexpr double kLastLook = 3;        // seconds that an open page has to see the end
constexpr std::string_view kUsualMetrics = "127.0.0.1:9464";
constexpr std::string_view kUsualLive = "127.0.0.1:9465";

TraceIds random_trace() {
  std::random_device device;
  const auto number = [&device] { return std::uint64_t{device()} << 32 | device(); };
  TraceIds ids;
  ids.trace = {number() | 1, number()};
  return ids;
}

SpanSettings span_settings(const Generation& generation) {
  const Settings& settings = generation.target().settings;
  SpanSettings spans;
  spans.ids = random_trace();
  spans.provider = provider_of_api(generation.state().api);
  spans.operation = operation_of_api(generation.state().api);
  spans.model = settings.model_name;
  spans.temperature = settings.temperature;
  spans.max_tokens = settings.max_tokens;
  return spans;
}

net::LoopbackAddress address_of(std::string_view option, const std::string& text) {
  Result<net::LoopbackAddress> address =
      net::loopback_address(text, option == "--live" ? kUsualLive : kUsualMetrics);
  if (address.ok()) return *address;
  throw UsageError(std::string(option) + " " + text + ": " + address.error().message);
}

void check_file(const GenerateOptions& options, const RunOptions& inputs, std::string_view option,
                const std::string& file) {
  if (file.empty()) return;
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (std::filesystem::is_directory(status)) {
    throw UsageError(std::string(option) + " " + file + ": a folder; name a file in it");
  }
  if (status.type() == std::filesystem::file_type::none) {  // a link to itself, say
    throw UsageError(std::string(option) + " " + file + " cannot be written: " + error.message() +
                     "; name another file");
  }
  refuse_to_overwrite(inputs, option, file,
                      {{"--api-key-file", options.target.api_key_file},
                       {"--endpoints", options.target.endpoints_file},
                       {"--run-ids", options.run_ids_file}});
  refuse_same_output({option, file}, {"--record", options.record});
}

void check_pages(const ObservingOptions& options) {
  if (!options.metrics.empty()) address_of("--metrics", options.metrics);
  if (!options.live) return;
  if (!options.live_site.empty()) site_origin(options.live_site);
  if (options.live->empty()) return;
  const net::LoopbackAddress wanted = address_of("--live", *options.live);
  if (!wanted.ipv6 && wanted.ipv4 == net::LoopbackAddress().ipv4) return;
  throw UsageError("--live " + *options.live +
                   ": the site can read only 127.0.0.1 or localhost; pass such an address");
}

void start(net::LoopbackServer& server, std::string_view option, const std::string& text,
           const net::LoopbackServer::Answer& answer) {
  const Status started = server.start(address_of(option, text), answer);
  if (started.ok()) return;
  throw UsageError(std::string(option) + " " + text + ": cannot listen there: " +
                   started.error().message + "; pass another port, or 0 for any");
}

// For --dry-run: refuses addresses that cannot be listened on, and leaves them again.
void check_listening(const ObservingOptions& options) {
  const net::LoopbackServer::Answer unused = [](const net::ServedRequest&) {
    return net::text_response(503, "");
  };
  net::LoopbackServer metrics;
  net::LoopbackServer live;
  if (!options.metrics.empty()) start(metrics, "--metrics", options.metrics, unused);
  if (options.live && !options.live->empty()) start(live, "--live", *options.live, unused);
}

// For --dry-run: refuses a file that cannot be written, and creates nothing.
void check_writable(const std::string& file) {
  if (file.empty()) return;
  if (const std::string fault = log_fault(file); !fault.empty()) throw UsageError(fault);
}

EntryReport report_of_entry(const Asked& asked, const PlannedEntry* first) {
  EntryReport report;
  report.id = asked.planned->entry->id;
  report.category = asked.planned->entry->category;
  report.entry = static_cast<std::size_t>(asked.planned - first);
  report.ended = unix_seconds();
  report.seconds = asked.seconds;
  report.end = entry_end(asked);
  report.requests = asked.requests;
  report.retried = asked.repeated;
  if (asked.conversation != nullptr) report.retried += asked.conversation->retries();
  report.error = asked.error;
  return report;
}

}  // namespace

// The watcher of a run, which stands before that of the terminal.
class Observation::Observer : public Watcher {
 public:
  Observer(Observation& owner, Generation& generation, Watcher& inner)
      : owner_(owner), generation_(generation), inner_(inner) {}

  void begins(const std::vector<PlannedEntry>& plan, const ResultFolder& folder,
              const std::set<std::string, std::less<>>& done) override {
    begun_ = true;
    first_ = plan.data();
    RunState& state = generation_.state();
    state.number = owner_.begun_;
    state.runs = owner_.runs_;
    inner_.begins(plan, folder, done);
    told([this, &state] {
      spans_ = span_settings(generation_);
      append(owner_.log_, run_log_line("run_started", state, unix_seconds()));
    });
    publish();
  }
  void ended(const Asked& asked) override {
    inner_.ended(asked);
    if (!owner_.log_.open && !owner_.spans_.open) return;
    told([this, &asked] {
      const EntryReport report = report_of_entry(asked, first_);
      append(owner_.log_, entry_log_line(report));
      append(owner_.spans_, entry_span_line(report, generation_.state(), spans_));
    });
  }
  bool wanted(const PlannedEntry& planned) override { return inner_.wanted(planned); }
  double urgency(const Category& category, std::size_t asked) const override {
    return inner_.urgency(category, asked);
  }
  void tick(const RunState& state) override {
    inner_.tick(state);
    const double now = net::Client::now();
    if (now - published_ < kPublishEvery) return;
    published_ = now;
    publish();
  }
  void say(const std::string& line) override {
    inner_.say(line);
    told([this, &line] {
      generation_.state().said(scrubbed(line), unix_seconds());
      append(owner_.log_, message_log_line(line, unix_seconds()));
    });
  }
  void requested(const RequestReport& report) override {
    inner_.requested(report);
    if (!owner_.log_.open && !owner_.spans_.open) return;
    told([this, &report] {
      append(owner_.log_, request_log_line(report, generation_.state()));
      if (!owner_.spans_.open) return;
      append(owner_.spans_, request_span_line(report, generation_.state(), spans_));
    });
  }
  void add_scores(RunState& state) const override { inner_.add_scores(state); }

  void finish(const GenerationSummary& summary) {
    if (!begun_) return;  // other processes have generated all shards
    RunState& state = generation_.state();
    state.ended = true;
    told([&] { state.why = summary.why; });
    told([&] { append(owner_.log_, run_log_line("run_ended", state, unix_seconds())); });
    told([&] { append(owner_.spans_, run_span_line(state, spans_, unix_seconds())); });
    publish();
    if (untold_ == 0) return;
    inner_.say("not enough memory for " + counted(untold_, "line or page", "lines or pages") +
               " of --log, --spans, --metrics or --live");
  }

 private:
  // What there is no memory for is not told; the entry is none the worse.
  template <typename Tell>
  void told(const Tell& tell) {
    try {
      tell();
    } catch (const std::bad_alloc&) {
      ++untold_;
    }
  }
  std::string scrubbed(std::string text) const {
    return generation_.target().server.scrubbed(std::move(text));
  }
  void publish() {
    if (!owner_.serves_) return;
    told([this] {
      RunState shown = generation_.state();
      inner_.add_scores(shown);
      owner_.publish(std::move(shown));
    });
  }
  void append(Lines& lines, const std::string& line) {
    if (!lines.open) return;
    if (lines.log.append(scrubbed(line))) return;
    lines.open = false;
    inner_.say(lines.log.error() + "; the run goes on without " + lines.option);
  }

  Observation& owner_;
  Generation& generation_;
  Watcher& inner_;
  SpanSettings spans_;
  const PlannedEntry* first_ = nullptr;
  bool begun_ = false;
  double published_ = 0;
  std::size_t untold_ = 0;
};

Observation::Observation(const GenerateOptions& options, RunOptions inputs)
    : runs_(split_items(options.models).size() * runs_of(options).size()) {
  const ObservingOptions& observing = options.observing;
  if (!observing.any()) return;
  inputs.paths = {chosen_result_dir(options)};
  inputs.dataset = options.dataset;
  inputs.cassette = options.cassette;
  check_file(options, inputs, "--spans", observing.spans);
  check_file(options, inputs, "--log", observing.log);
  refuse_same_output({"--log", observing.log}, {"--spans", observing.spans});
  check_pages(observing);
  if (options.dry_run) {
    check_writable(observing.spans);
    check_writable(observing.log);
    check_listening(observing);
    return;
  }
  open_lines(spans_, "--spans", observing.spans);
  open_lines(log_, "--log", observing.log);
  open_pages(observing);
}

Observation::~Observation() {
  if (live_ == nullptr || published_ == 0) return;
  const double end = net::Client::now() + kLastLook;
  while (live_->last_read() >= 0 && net::Client::now() - live_->last_read() < kReadLately &&
         live_->read_number() < published_ && net::Client::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void Observation::open_lines(Lines& lines, std::string option, const std::string& file) {
  if (file.empty()) return;
  if (!lines.log.open_alone(file)) throw UsageError(lines.log.error());
  lines.option = std::move(option);
  lines.open = true;
}

void Observation::open_pages(const ObservingOptions& options) {
  if (!options.metrics.empty()) {
    metrics_ = std::make_unique<MetricsPage>(board_);
    start(metrics_server_, "--metrics", options.metrics,
          [this](const net::ServedRequest& request) { return metrics_->answer(request); });
    serves_ = true;
    say("metrics at http://" + metrics_server_.address() + "/metrics");
  }
  if (!options.live) return;
  const std::string key = random_key();
  const std::string site = options.live_site;
  live_ = std::make_unique<LivePage>(board_, key, site.empty() ? "" : site_origin(site));
  const net::LoopbackServer::Answer answer = [this](const net::ServedRequest& request) {
    return live_->answer(request);
  };
  // Two runs on one machine may both use the default.
  const bool usual = options.live->empty();
  if (!usual || !live_server_.start(address_of("--live", std::string(kUsualLive)), answer).ok()) {
    start(live_server_, "--live", usual ? "127.0.0.1:0" : *options.live, answer);
  }
  serves_ = true;
  const std::string page = site.substr(0, site.find('#'));
  say("live page: " + (page.empty() ? std::string("open the site with ") : page) +
      "#live&at=" + live_server_.address() + "&key=" + key);
}

void Observation::publish(RunState state) {
  board_.publish(std::move(state), unix_seconds());
  ++published_;
}

GenerationSummary Observation::run(Generation& generation, Watcher& watcher) {
  ++begun_;
  if (!serves_ && !spans_.open && !log_.open) return generation.run(watcher);
  Observer observer(*this, generation, watcher);
  GenerationSummary summary = generation.run(observer);
  observer.finish(summary);
  return summary;
}

}  // namespace bfclx::tools

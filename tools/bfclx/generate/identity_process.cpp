#include "tools/bfclx/generate/identity_process.h"

#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/conversation/server_message.h"
#include "tools/bfclx/generate/memory_budget.h"
#include "tools/bfclx/generate/unix_clock.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kSeconds = 30;

// The last line that it wrote to its standard error, bounded and printable; nothing where it may
// have keys.
std::string last_line(std::string_view errors) {
  for (const char* name : {"AccessKeyId", "SecretAccessKey", "SessionToken"}) {
    if (errors.find(name) != errors.npos) return {};
  }
  while (!errors.empty() && (errors.back() == '\n' || errors.back() == '\r')) {
    errors.remove_suffix(1);
  }
  const std::size_t end = errors.rfind('\n');
  return server_message(end == errors.npos ? errors : errors.substr(end + 1));
}

}  // namespace

IdentityProcess::IdentityProcess(IdentityStep step, std::function<bool()> stopped)
    : step_(std::move(step)), process_(program_of(*step_.program, std::move(stopped))) {}

BoundedProgram IdentityProcess::program_of(const IdentityProgram& program,
                                           std::function<bool()> stopped) {
  BoundedProgram bounded;
  bounded.arguments = program.arguments;
  bounded.seconds = kSeconds;
  bounded.longest_line = kMostIdentityBytes;
  bounded.take = [this](std::string_view line) {
    output_.add(line);
    if (output_.text().size() <= kMostIdentityBytes) return std::string();
    return "wrote more than " + size_text(kMostIdentityBytes);
  };
  bounded.complete = [this] { return output_.is_whole(); };
  bounded.stopped = std::move(stopped);
  bounded.keeps_handlers = true;
  return bounded;
}

std::optional<IdentityStep> IdentityProcess::proceed(std::chrono::milliseconds most) {
  if (!process_.proceed(most)) return std::nullopt;
  const ProcessEnd end = process_.take_end();
  RequestOutcome outcome;
  outcome.body = output_.text();
  std::string error;
  if (!end.error.empty() && end.exit_code != 0) {
    const std::string said = last_line(end.last_errors);
    error = concat({end.error, said.empty() ? "" : ": ", said});
    outcome.failure = RequestFailure::kCut;
    outcome.error = error;
  }
  return step_.read(outcome, unix_seconds());
}

}  // namespace bfclx::tools

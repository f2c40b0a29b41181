#include "tools/bfclx/generate/aws_process_source.h"

#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/conversation/server_message.h"
#include "core/generation/identity/aws_process.h"
#include "tools/bfclx/generate/stops.h"
#include "tools/bfclx/platform/talking_process.h"

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

IdentityStep aws_keys_of_process(const std::string& command, const std::string& profile,
                                 double now) {
  const std::string who = "credential_process of profile " + profile;
  Result<std::vector<std::string>> arguments = process_arguments(command);
  if (!arguments.ok()) return failed_step("profile " + profile + ": " + arguments.error().message);
  std::string output;
  bool whole = false;
  ProcessTalk talk;
  talk.arguments = std::move(arguments).value();
  talk.seconds = kSeconds;
  talk.longest_line = kMostIdentityBytes;
  talk.take = [&](std::string_view line) {
    output.append(line).append("\n");
    if (output.size() > kMostIdentityBytes) return std::string("wrote more than 256 KiB");
    whole = line.find('}') != line.npos && is_process_output(output);
    return std::string();
  };
  talk.complete = [&whole] { return whole; };
  talk.stopped = [] { return stops_so_far() > 0; };
  const ProcessEnd end = talk_to_process(talk);
  if (end.error.empty() || end.exit_code == 0) {
    return aws_process_keys(output, who, now);
  }
  const std::string said = last_line(end.last_errors);
  return failed_step(concat({who, ": the program ", end.error, said.empty() ? "" : ": ", said}));
}

}  // namespace bfclx::tools

// A program of the user that prints credentials, while it runs.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_PROCESS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_PROCESS_H_

#include <chrono>
#include <functional>
#include <optional>

#include "core/generation/identity/aws_process.h"
#include "core/generation/identity/identity_step.h"
#include "tools/bfclx/platform/bounded_process.h"

namespace bfclx::tools {

// Without a shell and without input. Its time and output are bounded, and it is ended with what it
// started.
class IdentityProcess {
 public:
  // Starts the program of `step`. `stopped`: it is ended when there was an interrupt.
  IdentityProcess(IdentityStep step, std::function<bool()> stopped);
  IdentityProcess(const IdentityProcess&) = delete;
  IdentityProcess& operator=(const IdentityProcess&) = delete;

  // What follows from its output, once it has ended; nullopt before, after waiting `most` at most.
  std::optional<IdentityStep> proceed(std::chrono::milliseconds most);

 private:
  BoundedProgram program_of(const IdentityProgram& program, std::function<bool()> stopped);

  IdentityStep step_;
  ProcessOutput output_;
  BoundedProcess process_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_PROCESS_H_

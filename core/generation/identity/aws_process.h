// Keys of a program that a profile of AWS names (`credential_process`): its command line, and what
// it prints. Without I/O.
//
// Source: https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html. The
// command line is split as botocore does (compat.py:compat_shell_split): quotes and backslashes as
// in a shell, but no variables, no "~" and no shell.
#ifndef BFCLX_CORE_GENERATION_IDENTITY_AWS_PROCESS_H_
#define BFCLX_CORE_GENERATION_IDENTITY_AWS_PROCESS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/generation/identity/identity_step.h"

namespace bfclx {

// The program and its arguments. An Error "CredentialsError" where a quote is not closed, or
// nothing is there.
Result<std::vector<std::string>> process_arguments(std::string_view command);

// What such a program prints, line by line, and whether it is a whole JSON object by now. Each byte
// is looked at once, and once more where the object ends.
class ProcessOutput {
 public:
  void add(std::string_view line);  // without its end
  const std::string& text() const { return text_; }
  bool is_whole() const { return whole_; }

 private:
  bool ends_object(std::string_view line);

  std::string text_;
  std::size_t depth_ = 0;  // of braces outside strings
  bool in_string_ = false;
  bool escaped_ = false;
  bool tried_ = false;
  bool whole_ = false;
};

// Runs the program, and reads what it prints. `profile` is for messages.
IdentityStep aws_process_step(std::string_view command, std::string_view profile);
// `who` names the program in messages, which show nothing of its output.
IdentityStep aws_process_keys(std::string_view output, std::string_view who, double now);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_AWS_PROCESS_H_

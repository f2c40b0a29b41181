// What ends a subcommand early, and the exit codes of the program.
#ifndef BFCLX_TOOLS_BFCLX_ERRORS_H_
#define BFCLX_TOOLS_BFCLX_ERRORS_H_

#include <stdexcept>
#include <string>
#include <string_view>

namespace bfclx::tools {

inline constexpr int kDone = 0;
inline constexpr int kSomeUnusable = 1;  // some input was unusable, or all of it
inline constexpr int kWrongUsage = 2;
inline constexpr int kGateFailed =
    3;  // a bar that the user set is missed: --fail-if-worse, --fail-on

// Wrong usage: a message for people that says what to do instead. Exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The usage is right, and nothing came of it: no input can be used, or the user stopped the program
// before it began. Exit code 1.
struct NothingUsable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// "nothing to score", and why where no problem with the input has told it (`flawed`).
inline std::string nothing_to(std::string_view verb, bool flawed) {
  return "nothing to " + std::string(verb) +
         (flawed ? "" : ": no responses in the selected categories");
}

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_ERRORS_H_

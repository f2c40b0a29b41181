#include "tools/bfclx/activity.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "tools/bfclx/output/write.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kMostShown = 500;

thread_local const Activity* innermost = nullptr;
// Of the first one that an exception has ended.
std::atomic<bool> has_ended{false};
std::array<char, kMostShown> ended{};
int code_at_terminate = 0;

[[noreturn]] void at_terminate() {
  try {
    if (const std::exception_ptr failure = std::current_exception())
      std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
    _exit(code_at_terminate);
  } catch (...) {  // a bug: as without this
  }
  std::abort();
}

}  // namespace

Activity::Activity(std::string_view what)
    : what_(printable_line(what)), around_(innermost), exceptions_(std::uncaught_exceptions()) {
  innermost = this;
}

Activity::~Activity() {
  innermost = around_;
  if (std::uncaught_exceptions() <= exceptions_ || has_ended.exchange(true)) return;
  std::snprintf(ended.data(), ended.size(), "%s", what_.c_str());
}

void say_out_of_memory() {
  const char* const what = ended[0] != '\0'       ? ended.data()
                           : innermost != nullptr ? innermost->what().c_str()
                                                  : "";
  std::array<char, kMostShown + 100> text;
  std::snprintf(text.data(), text.size(), "bfclx: out of memory%s%s\n",
                *what != '\0' ? " while " : "", what);
  write_bytes(STDERR_FILENO, text.data());
}

void say_out_of_memory_at_terminate(int exit_code) {
  code_at_terminate = exit_code;
  std::set_terminate(at_terminate);
}

}  // namespace bfclx::tools

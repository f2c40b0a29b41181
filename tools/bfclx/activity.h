// What the program is at, for the message when memory ends where no entry can be named.
#ifndef BFCLX_TOOLS_BFCLX_ACTIVITY_H_
#define BFCLX_TOOLS_BFCLX_ACTIVITY_H_

#include <string>
#include <string_view>

namespace bfclx::tools {

// From here to the end of the block the thread is at `what`: "reading a.json".
class Activity {
 public:
  explicit Activity(std::string_view what);
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;
  ~Activity();

  const std::string& what() const { return what_; }

 private:
  std::string what_;
  const Activity* around_;
  int exceptions_;
};

// Says on standard error "out of memory", and while what: the innermost that an exception has
// ended, or that the thread is at. Allocates nothing.
void say_out_of_memory();

// std::terminate says that and ends the program with the exit code, where an allocation fails
// in a place that cannot end by itself.
void say_out_of_memory_at_terminate(int exit_code);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_ACTIVITY_H_

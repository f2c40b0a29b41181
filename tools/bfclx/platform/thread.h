// A thread whose stack is as deep as that of the main one: macOS gives others half a megabyte,
// which the nesting that the core allows does not fit into.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_THREAD_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_THREAD_H_

#include <pthread.h>

#include <functional>

namespace bfclx::platform {

class Thread {
 public:
  // Runs `work`, which throws nothing. std::system_error where the system gives no thread.
  explicit Thread(std::function<void()> work);
  Thread(Thread&& other) noexcept;
  Thread& operator=(Thread&& other) = delete;
  ~Thread();  // waits for its end

 private:
  pthread_t thread_{};
  bool runs_ = false;
};

}  // namespace bfclx::platform

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_THREAD_H_

// A fiber: a function with a stack of its own, which runs until it gives the thread back. So the
// processes of a simulated world take turns without the operating system's scheduler.
#ifndef BFCLX_TESTS_SIMULATION_FIBER_H_
#define BFCLX_TESTS_SIMULATION_FIBER_H_

#include <ucontext.h>

#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>

namespace bfclx::simulation {

class Fiber {
 public:
  // `work` lets no exception out.
  explicit Fiber(std::function<void()> work);
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  void resume();  // until it yields or ends
  void yield();   // from inside
  bool has_ended() const { return ended_; }

 private:
  // What the C++ runtime knows of the exceptions of a thread, which each fiber has its own of.
  struct Exceptions {
    void* caught = nullptr;
    unsigned int uncaught = 0;
  };
  static void enter(unsigned int high, unsigned int low);
  void swap_exceptions();

  std::function<void()> work_;
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> stack_;  // not of the heap that tests count
  ucontext_t own_{};
  ucontext_t other_{};
  Exceptions exceptions_;
  bool ended_ = false;
  // Of the address sanitizer:
  const void* other_stack_ = nullptr;
  std::size_t other_size_ = 0;
  void* fake_stack_ = nullptr;
  void* other_fake_stack_ = nullptr;
};

}  // namespace bfclx::simulation

#endif  // BFCLX_TESTS_SIMULATION_FIBER_H_

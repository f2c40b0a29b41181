// Work without the interpreter lock, at the interpreter's end too.
#ifndef BFCLX_PYTHON_SRC_UNLOCKED_H_
#define BFCLX_PYTHON_SRC_UNLOCKED_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <functional>
#include <mutex>

namespace bfclx::python_binding {

// Gives the interpreter lock away and takes it again. A daemon thread that wants it while the
// interpreter ends would be unwound through C++ that cannot be; it waits here for the end of the
// process instead.
class Unlocked {
 public:
  // `before_the_end` is called before a thread waits for the end of the process.
  explicit Unlocked(std::function<void()> before_the_end = nullptr);
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked();

 private:
  PyThreadState* state_;
  std::function<void()> before_the_end_;
};

// Alone with what a mutex guards, with the interpreter lock; it is not kept from others while this
// thread waits for the mutex, whose holder may want it.
class Alone {
 public:
  explicit Alone(std::mutex& mutex);

 private:
  std::unique_lock<std::mutex> lock_;
};

// How often the lock was given away so far, in all threads: for tests.
std::size_t times_unlocked();

// Whether the interpreter ends: whoever works without its lock should stop.
bool is_ending();
// For atexit: waits until no thread is about to take the lock.
void end_unlocked();

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_UNLOCKED_H_

// The files of the machine, of which one operation that changes something fails, in the place of
// tools/bfclx/platform/files.cpp.
#ifndef BFCLX_TESTS_SIMULATION_FAILING_FILES_H_
#define BFCLX_TESTS_SIMULATION_FAILING_FILES_H_

namespace bfclx::simulation {

enum class Failing {
  kNone,
  kOnce,    // EIO
  kFull,    // from there on there is no room
  kLasts,   // from there on every one fails with EIO
  kKilled,  // from there on nothing happens, as after a kill
};

struct FailingFiles {
  // The operation after `passed` more of them.
  static void fail(Failing how, long passed);
  static long operations();  // since fail()
};

}  // namespace bfclx::simulation

#endif  // BFCLX_TESTS_SIMULATION_FAILING_FILES_H_

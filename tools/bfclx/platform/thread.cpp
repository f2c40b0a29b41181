#include "tools/bfclx/platform/thread.h"

#include <cstddef>
#include <memory>
#include <system_error>
#include <utility>

namespace bfclx::platform {
namespace {

constexpr std::size_t kStack = std::size_t{8} << 20;

void* run(void* given) {
  const std::unique_ptr<std::function<void()>> work(static_cast<std::function<void()>*>(given));
  (*work)();
  return nullptr;
}

}  // namespace

Thread::Thread(std::function<void()> work) {
  auto given = std::make_unique<std::function<void()>>(std::move(work));
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error == 0) {
    std::size_t usual = 0;
    pthread_attr_getstacksize(&attributes, &usual);
    if (usual < kStack) pthread_attr_setstacksize(&attributes, kStack);
    error = pthread_create(&thread_, &attributes, run, given.get());
    pthread_attr_destroy(&attributes);
  }
  if (error != 0) throw std::system_error(error, std::generic_category());
  runs_ = true;
  static_cast<void>(given.release());
}

Thread::Thread(Thread&& other) noexcept
    : thread_(other.thread_), runs_(std::exchange(other.runs_, false)) {}

Thread::~Thread() {
  if (runs_) pthread_join(thread_, nullptr);
}

}  // namespace bfclx::platform

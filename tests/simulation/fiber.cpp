#include "tests/simulation/fiber.h"

#include <cxxabi.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#define BFCLX_FIBER_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BFCLX_FIBER_SANITIZED
#endif
#endif
#ifdef BFCLX_FIBER_SANITIZED
#include <sanitizer/common_interface_defs.h>
#endif

namespace bfclx::simulation {
namespace {

constexpr std::size_t kStack = std::size_t{2} << 20;

void start_switch([[maybe_unused]] void** save, [[maybe_unused]] const void* stack,
                  [[maybe_unused]] std::size_t size) {
#ifdef BFCLX_FIBER_SANITIZED
  __sanitizer_start_switch_fiber(save, stack, size);
#endif
}

void finish_switch([[maybe_unused]] void* fake, [[maybe_unused]] const void** stack,
                   [[maybe_unused]] std::size_t* size) {
#ifdef BFCLX_FIBER_SANITIZED
  __sanitizer_finish_switch_fiber(fake, stack, size);
#endif
}

}  // namespace

Fiber::Fiber(std::function<void()> work)
    : work_(std::move(work)), stack_(std::malloc(kStack)) {
  getcontext(&own_);
  own_.uc_stack.ss_sp = stack_.get();
  own_.uc_stack.ss_size = kStack;
  own_.uc_link = nullptr;
  // makecontext passes numbers alone.
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  makecontext(&own_, reinterpret_cast<void (*)()>(&Fiber::enter), 2,
              static_cast<unsigned int>(self >> 32), static_cast<unsigned int>(self));
}

void Fiber::enter(unsigned int high, unsigned int low) {
  auto* self = reinterpret_cast<Fiber*>(std::uintptr_t{high} << 32 | low);
  finish_switch(nullptr, &self->other_stack_, &self->other_size_);
  self->work_();
  self->ended_ = true;
  start_switch(nullptr, self->other_stack_, self->other_size_);
  setcontext(&self->other_);
}

void Fiber::swap_exceptions() {
  Exceptions here;
  void* const globals = abi::__cxa_get_globals();
  std::memcpy(&here.caught, globals, sizeof here.caught);
  std::memcpy(&here.uncaught, static_cast<char*>(globals) + sizeof here.caught,
              sizeof here.uncaught);
  std::memcpy(globals, &exceptions_.caught, sizeof here.caught);
  std::memcpy(static_cast<char*>(globals) + sizeof here.caught, &exceptions_.uncaught,
              sizeof here.uncaught);
  exceptions_ = here;
}

void Fiber::resume() {
  const int error = errno;
  swap_exceptions();
  start_switch(&other_fake_stack_, stack_.get(), kStack);
  swapcontext(&other_, &own_);
  finish_switch(other_fake_stack_, nullptr, nullptr);
  swap_exceptions();
  errno = error;
}

void Fiber::yield() {
  const int error = errno;
  start_switch(&fake_stack_, other_stack_, other_size_);
  swapcontext(&own_, &other_);
  finish_switch(fake_stack_, &other_stack_, &other_size_);
  errno = error;
}

}  // namespace bfclx::simulation

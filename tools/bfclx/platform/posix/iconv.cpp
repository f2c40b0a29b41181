// On macOS iconv is in a library of its own, which is looked for when a page has another charset
// than UTF-8: so the program needs none but the system's.
#include <dlfcn.h>
#include <iconv.h>

#include <cerrno>
#include <cstddef>

namespace {

template <typename Function>
Function* found(const char* name) {
  static void* const library = dlopen("/usr/lib/libiconv.2.dylib", RTLD_NOW | RTLD_LOCAL);
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
}

}  // namespace

extern "C" {

iconv_t iconv_open(const char* to, const char* from) {
  static auto* const real = found<iconv_t(const char*, const char*)>("iconv_open");
  if (real != nullptr) return real(to, from);
  errno = EINVAL;
  return reinterpret_cast<iconv_t>(-1);  // NOLINT(performance-no-int-to-ptr): POSIX says so
}

std::size_t iconv(iconv_t converter, char** in, std::size_t* left, char** out, std::size_t* room) {
  static auto* const real =
      found<std::size_t(iconv_t, char**, std::size_t*, char**, std::size_t*)>("iconv");
  if (real != nullptr) return real(converter, in, left, out, room);
  errno = EBADF;
  return static_cast<std::size_t>(-1);
}

int iconv_close(iconv_t converter) {
  static auto* const real = found<int(iconv_t)>("iconv_close");
  return real != nullptr ? real(converter) : 0;
}

}  // extern "C"

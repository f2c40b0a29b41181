// Result<T>: a value, or the Error that kept it from being made.
//
// The core has three channels for what goes wrong (core/README.md): a wrong answer of the model is
// data (`Verdict`), what could not proceed is a `Result`, and a bug is an assertion. There are no
// C++ exceptions in the core. Where the official evaluator would have raised a Python exception,
// the `Error` carries that exception's class name and `str(e)`, because both end up in verdicts.
#ifndef BFCLX_CORE_BASE_RESULT_H_
#define BFCLX_CORE_BASE_RESULT_H_

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace bfclx {

// What parts of an error's message name the file, line and entry of the input that it is about.
// Of input that is no file, such as someone's own functions, the path inside of it stands as file.
// Spans, not texts of their own: an error stays cheap to hand through thousands of calls.
struct MessagePlace {
  std::uint32_t file_begin = 0;  // bytes of the message
  std::uint32_t file_size = 0;   // 0: no file is named
  std::uint32_t line = 0;        // from 1; 0: the file as a whole
  std::uint32_t id_begin = 0;
  std::uint32_t id_size = 0;
};

struct Error {
  // Name of the Python exception class ("SyntaxError", "KeyError"), or one of ours: "Limit" for a
  // bound of the project that CPython does not have. Must point to storage that outlives the error
  // (a string literal).
  std::string_view kind;
  // `str(exception)`, UTF-8 (lone surrogates as three bytes, see base/utf8.h).
  std::string message;
  // Where in the input, in bytes from its start; kNoOffset when that makes no sense.
  std::size_t offset = kNoOffset;
  // Where in the files of the input; whoever changes the message sets it anew.
  MessagePlace place{};

  // Parts of the message, valid as long as it; empty when they are not known.
  std::string_view file() const { return part(place.file_begin, place.file_size); }
  std::string_view id() const { return part(place.id_begin, place.id_size); }
  std::string_view part(std::size_t begin, std::size_t size) const {
    return begin <= message.size() ? std::string_view(message).substr(begin, size)
                                   : std::string_view();
  }

  static constexpr std::size_t kNoOffset = static_cast<std::size_t>(-1);
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : ok_(true) { new (&value_) T(std::move(value)); }  // NOLINT: implicit by design
  Result(Error error) : ok_(false) { new (&error_) Error(std::move(error)); }  // NOLINT: likewise
  Result(const Result& other) : ok_(other.ok_) {
    if (ok_) {
      new (&value_) T(other.value_);
    } else {
      new (&error_) Error(other.error_);
    }
  }
  Result(Result&& other) noexcept : ok_(other.ok_) {
    if (ok_) {
      new (&value_) T(std::move(other.value_));
    } else {
      new (&error_) Error(std::move(other.error_));
    }
  }
  Result& operator=(Result other) noexcept {
    this->~Result();
    new (this) Result(std::move(other));
    return *this;
  }
  ~Result() {
    if (ok_) {
      value_.~T();
    } else {
      error_.~Error();
    }
  }

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }

  const T& value() const& { return assert(ok_), value_; }
  T& value() & { return assert(ok_), value_; }
  T&& value() && { return assert(ok_), std::move(value_); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const& { return assert(!ok_), error_; }
  Error&& error() && { return assert(!ok_), std::move(error_); }

 private:
  bool ok_;
  union {
    T value_;
    Error error_;
  };
};

// Success, or an Error: for functions that give nothing back.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : ok_(false), error_(std::move(error)) {}  // NOLINT: implicit by design
  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  const Error& error() const& { return assert(!ok_), error_; }
  Error&& error() && { return assert(!ok_), std::move(error_); }

 private:
  bool ok_ = true;
  Error error_{};
};

using Status = Result<void>;

// Returns the error of `expression` from the enclosing function, or binds its value to `target`.
//   BFCLX_ASSIGN_OR_RETURN(Value calls, parse_calls(text));
#define BFCLX_CONCAT_INNER_(a, b) a##b
#define BFCLX_CONCAT_(a, b) BFCLX_CONCAT_INNER_(a, b)
#define BFCLX_ASSIGN_OR_RETURN(target, expression) \
  BFCLX_ASSIGN_OR_RETURN_(BFCLX_CONCAT_(bfclx_result_, __LINE__), target, expression)
#define BFCLX_ASSIGN_OR_RETURN_(name, target, expression) \
  auto name = (expression);                               \
  if (!name.ok()) return std::move(name).error();         \
  target = std::move(name).value()
#define BFCLX_RETURN_IF_ERROR(expression)                       \
  do {                                                          \
    if (auto bfclx_status = (expression); !bfclx_status.ok()) { \
      return std::move(bfclx_status).error();                   \
    }                                                           \
  } while (false)

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_RESULT_H_

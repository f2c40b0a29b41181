// The names of builtins, apart from what they do: whoever only has to know whether a name is one
// needs none of the functions (internal to the core).
#ifndef BFCLX_CORE_PYTHON_EVALUATE_BUILTIN_NAMES_H_
#define BFCLX_CORE_PYTHON_EVALUATE_BUILTIN_NAMES_H_

#include <cstddef>
#include <string_view>

namespace bfclx::python {

// Each between spaces.
// Functions and types of the subset (builtins.cpp).
inline constexpr std::string_view kSubsetNames =
    " abs all any ascii bin bool chr dict divmod float format hex int len list max min oct "
    "ord pow print range repr round set sorted str sum tuple ";
// Names that mean something and that no expression here can use.
inline constexpr std::string_view kOtherFunctions =
    " __build_class__ __import__ aiter anext breakpoint callable compile delattr dir eval exec "
    "getattr globals hasattr hash id input isinstance issubclass iter locals next open setattr "
    "vars ";
inline constexpr std::string_view kOtherTypes =
    " ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup "
    "BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError "
    "ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError "
    "DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup "
    "FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError "
    "ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError "
    "KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError "
    "NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning "
    "PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning "
    "RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning "
    "SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError "
    "UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning "
    "UserWarning ValueError Warning ZeroDivisionError bytearray bytes classmethod complex "
    "enumerate filter frozenset map memoryview object property reversed slice staticmethod "
    "super type zip ";
struct OtherObject {
  std::string_view name;
  std::string_view type;
};
inline constexpr OtherObject kOtherObjects[] = {{"NotImplemented", "NotImplementedType"},
                                                {"copyright", "_Printer"},
                                                {"credits", "_Printer"},
                                                {"exit", "Quitter"},
                                                {"help", "_Helper"},
                                                {"license", "_Printer"},
                                                {"quit", "Quitter"}};

constexpr bool has_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos;
       at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (at > 0 && words[at - 1] == ' ' && end < words.size() && words[end] == ' ') return true;
  }
  return false;
}

// Whether builtins has the name.
bool is_builtin(std::string_view name);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EVALUATE_BUILTIN_NAMES_H_

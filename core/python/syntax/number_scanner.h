// Where a number of Python source ends, as CPython 3.11's tokenizer finds it.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_NUMBER_SCANNER_H_
#define BFCLX_CORE_PYTHON_SYNTAX_NUMBER_SCANNER_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace bfclx::python {

// `position` is at a digit, or at a point that a digit follows, and is moved behind the number.
// False for what begins like a number and is none: `position` is where that shows, `message` the
// text of the SyntaxError.
bool scan_number(std::string_view source, std::size_t& position, std::string& message);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_NUMBER_SCANNER_H_

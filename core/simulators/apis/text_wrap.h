// Python's textwrap.wrap with the settings that html2text uses: no long word is broken, white space
// at the ends of lines goes, words break behind hyphens.
#ifndef BFCLX_CORE_SIMULATORS_APIS_TEXT_WRAP_H_
#define BFCLX_CORE_SIMULATORS_APIS_TEXT_WRAP_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace bfclx {

// The lines joined by line ends, none longer than `width` characters where it can be; those behind
// the first begin with `indent`.
std::string wrapped_text(std::string_view paragraph, std::size_t width, std::string_view indent);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_TEXT_WRAP_H_

// Programs in PATH, and which Python of it has a package.
#ifndef BFCLX_TOOLS_BFCLX_SERVE_PYTHON_MODULE_H_
#define BFCLX_TOOLS_BFCLX_SERVE_PYTHON_MODULE_H_

#include <string>
#include <string_view>

namespace bfclx::tools {

// The file that a shell would run; empty where there is none.
std::string program_in_path(std::string_view name);

struct Python {
  std::string name = "python";  // as it is called
  std::string file;             // empty: none has the package
};
// `python`, or else `python3`. The package is looked up, and not imported.
Python python_with(const std::string& package);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SERVE_PYTHON_MODULE_H_

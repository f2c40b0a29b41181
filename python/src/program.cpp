#include "python/src/program.h"

#include <string>
#include <vector>

#include "tools/bfclx/program.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

// Bytes, because file names need not be text. Returns the exit code.
int run(const nb::list& given) {
  std::vector<std::string> texts;
  for (const nb::handle argument : given) {
    const auto bytes = nb::cast<nb::bytes>(argument);
    texts.emplace_back(bytes.c_str(), bytes.size());
  }
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  const nb::gil_scoped_release released;
  return tools::run_program(static_cast<int>(texts.size()), arguments.data(),
                            tools::Ending::kReturns);
}

}  // namespace

void bind_program(nb::module_& module) { module.def("_run_program", run, nb::arg("arguments")); }

}  // namespace bfclx::python_binding

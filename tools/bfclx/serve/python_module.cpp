#include "tools/bfclx/serve/python_module.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "tools/bfclx/output/below.h"
#include "tools/bfclx/platform/kept_process.h"
#include "tools/bfclx/platform/system.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr int kLookMicroseconds = 20'000;
constexpr int kMostLooks = 1000;  // 20 s: a cold file system of a network

bool has_package(const std::string& file, const std::string& name, const std::string& package) {
  const Descriptor nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  platform::KeptProcess::Start start;
  start.file = file;
  start.arguments = {name, "-c",
                     "import importlib.util, sys\n"
                     "sys.exit(importlib.util.find_spec('" +
                         package + "') is None)"};
  for (char** one = platform::environment(); *one != nullptr; ++one) {
    start.environment.emplace_back(*one);
  }
  start.output = nothing.get();
  start.grace = 0;
  try {
    platform::KeptProcess process(start);
    for (int i = 0; i < kMostLooks && !process.ended(); ++i) ::usleep(kLookMicroseconds);
    return process.ended() == "ended with exit code 0";
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

std::string program_in_path(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (true) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const fs::path file = fs::path(end == 0 ? "." : folders.substr(0, end)) / name;
    struct stat status {};
    const bool is_file = ::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode);
    if (is_file && ::access(file.c_str(), X_OK) == 0) return file.string();
    if (end == folders.size()) return {};
    folders.remove_prefix(end + 1);
  }
}

Python python_with(const std::string& package) {
  for (const char* name : {"python", "python3"}) {
    const std::string file = program_in_path(name);
    if (!file.empty() && has_package(file, name, package)) return {name, file};
  }
  return {};
}

}  // namespace bfclx::tools

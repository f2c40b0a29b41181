#include "tools/bfclx/generate/identity_files.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostFileBytes = std::uintmax_t{4} << 20;

}  // namespace

std::string env(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string first_env(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (std::string value = env(name); !value.empty()) return value;
  }
  return {};
}

std::string home_path(const char* below) {
  const std::string home = env("HOME");
  return home.empty() ? std::string() : (fs::path(home) / below).string();
}

std::string text_of_file(const std::string& path, bool must_exist) {
  std::error_code ignored;
  if (path.empty() || (!must_exist && !fs::exists(path, ignored))) return {};
  const auto size = fs::is_regular_file(path, ignored) ? fs::file_size(path, ignored) : 0;
  if (!ignored && size > kMostFileBytes) throw UsageError(path + ": larger than 4 MiB");
  FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(path + ": " + file.error);
  return std::move(file.bytes);
}

}  // namespace bfclx::tools

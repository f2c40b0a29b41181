// What stands where a regular file was expected, in words for people.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_SPECIAL_FILE_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_SPECIAL_FILE_H_

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace bfclx::tools {

inline constexpr std::string_view kFolder = "a folder";

// "a device", "a named pipe", "a socket", "a folder"; empty for a regular file.
std::string kind_of_special(mode_t mode);
// The same for a path, links followed; empty for what is not there too.
std::string kind_of_special(const std::filesystem::path& path);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_SPECIAL_FILE_H_

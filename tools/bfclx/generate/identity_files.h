// Variables and files of the environment that have credentials.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_FILES_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_FILES_H_

#include <initializer_list>
#include <string>

namespace bfclx::tools {

// Empty where it is not set.
std::string env(const char* name);
// The first of these variables that is set.
std::string first_env(std::initializer_list<const char*> names);
// A path below the home folder; empty where there is none.
std::string home_path(const char* below);
// Empty where the file does not exist and need not. UsageError where it cannot be read.
std::string text_of_file(const std::string& path, bool must_exist);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_IDENTITY_FILES_H_

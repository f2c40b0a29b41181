// Why a file that the user named cannot be a LineLog (line_log.h): the texts, and the check of a
// dry run, which creates nothing.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_LOG_FAULTS_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_LOG_FAULTS_H_

#include <filesystem>
#include <string>

#include "tools/bfclx/output/lock.h"

namespace bfclx::tools {

std::string log_pipe_text(const std::filesystem::path& file);
std::string log_taken_text(const std::filesystem::path& file);  // by another command
std::string log_not_writable_text(const std::filesystem::path& file, int error_number);

// Locks a file, for this command alone or with others that share it; true where another one has it.
// Devices, such as a terminal, are for everybody.
bool log_is_taken(int descriptor, Sharing sharing);

// What LineLog::open_alone() would fail with; empty where it would not.
std::string log_fault(const std::filesystem::path& file);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_LOG_FAULTS_H_

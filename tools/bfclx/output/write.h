// Bytes to file descriptors, minding closed pipes and full disks. What people read goes through
// view/terminal.h, which makes it harmless.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_WRITE_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_WRITE_H_

#include <string_view>

namespace bfclx::tools {

// kNoReader: the pipe is closed; kFailed: errno tells why.
enum class Written { kAll, kNoReader, kFailed };
Written write_bytes(int descriptor, std::string_view bytes);

// errno of the first write to standard output that failed (kFailed); 0: none did. The program tells
// it once, at its end.
int output_error();
void forget_output_error();

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_WRITE_H_

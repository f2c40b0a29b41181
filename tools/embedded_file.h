// A file inside the program: what bfclx_embed (cmake/BfclxEmbed.cmake) gives.
#ifndef BFCLX_TOOLS_EMBEDDED_FILE_H_
#define BFCLX_TOOLS_EMBEDDED_FILE_H_

#include <string_view>

namespace bfclx {

struct EmbeddedFile {
  std::string_view path;  // below the folder of its kind, with forward slashes
  std::string_view bytes;
};

}  // namespace bfclx

#endif  // BFCLX_TOOLS_EMBEDDED_FILE_H_

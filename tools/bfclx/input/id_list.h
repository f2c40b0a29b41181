// Lists of entry ids, as `--ids` and `--run-ids` take them.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_ID_LIST_H_
#define BFCLX_TOOLS_BFCLX_INPUT_ID_LIST_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::tools {

struct NamedId {
  std::string id;
  std::size_t line = 0;  // 0: an item of an array
};
// Ids, one per line, where a line may be a JSON object with an `id` too, or one JSON array of
// either. Empty lines and those that begin with # are ignored. Throws a UsageError that begins with
// `where` if there is no id, or something that is not one.
std::vector<NamedId> read_ids(std::string_view bytes, const std::string& where);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_ID_LIST_H_

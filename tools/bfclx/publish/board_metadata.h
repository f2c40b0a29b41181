// What other programs read first of a leaderboard: llms.txt, a plain list of its files and models,
// and data/croissant.json, its metadata as Croissant 1.0 (JSON-LD).
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_METADATA_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_METADATA_H_

#include <string>
#include <string_view>

#include "tools/bfclx/publish/published_files.h"

namespace bfclx::tools {

struct BoardTexts {
  std::string_view index;  // of data/index.json, ids.json and audit.json
  std::string_view ids;
  std::string_view audit;
};
// `date`: of the last release; may be empty.
void write_metadata(const BoardTexts& texts, const std::string& date, PublishedFiles& files);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_METADATA_H_

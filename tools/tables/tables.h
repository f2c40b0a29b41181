// The public tables of the leaderboard inside the program (tools/tables/).
#ifndef BFCLX_TOOLS_TABLES_TABLES_H_
#define BFCLX_TOOLS_TABLES_TABLES_H_

#include <span>

#include "tools/embedded_file.h"

namespace bfclx {

// One for each version of the leaderboard, "v4_2026-04-12.csv": the day on which it was taken.
// Valid as long as the program runs.
std::span<const EmbeddedFile> leaderboard_tables();

}  // namespace bfclx

#endif  // BFCLX_TOOLS_TABLES_TABLES_H_

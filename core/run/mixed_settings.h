// In which settings the results of one run differ.
#ifndef BFCLX_CORE_RUN_MIXED_SETTINGS_H_
#define BFCLX_CORE_RUN_MIXED_SETTINGS_H_

#include <string>

#include "core/value/dict.h"

namespace bfclx {

// `made_with`: settings by id, those of results that are still there. "temperature 0.0 or 0.5;
// max_tokens none or 100", empty where they agree. The decoder is told apart (RunManifest).
std::string mixed_settings_text(const Dict& made_with);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_MIXED_SETTINGS_H_

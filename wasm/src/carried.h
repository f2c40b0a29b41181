// What this build of the module carries.
#ifndef BFCLX_WASM_SRC_CARRIED_H_
#define BFCLX_WASM_SRC_CARRIED_H_

#include <string_view>

#include "core/api/module.h"

namespace bfclx::wasm {

// carried_lean.cpp for the lean module, carried_core.cpp for the small one, carried_full.cpp for
// the full one.
const api::Build& carried();

// Of modules without the full one's parts: kinds::kFull once something was asked of it that no
// category tells, an entry with a match of its own; else empty.
std::string_view lacking_full();

}  // namespace bfclx::wasm

#endif  // BFCLX_WASM_SRC_CARRIED_H_

// What this build of the module carries.
#ifndef BFCLX_WASM_SRC_CARRIED_H_
#define BFCLX_WASM_SRC_CARRIED_H_

#include "core/api/module.h"

namespace bfclx::wasm {

// carried_lean.cpp for the lean module, carried_core.cpp for the small one, carried_full.cpp for
// the full one.
const api::Build& carried();

}  // namespace bfclx::wasm

#endif  // BFCLX_WASM_SRC_CARRIED_H_

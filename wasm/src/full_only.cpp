// What tells the full module from the small one, core_only.cpp.
#include "wasm/src/module.h"

namespace bfclx::wasm {

const bool kIsFull = true;

}  // namespace bfclx::wasm

// What tells the full module from the small one, core_only.cpp.
#include "wasm/src/module.h"

namespace bfclx::wasm {

Error no_such_call() { return {.kind = kinds::kArgument, .message = "there is no such call"}; }

const bool kIsFull = true;

}  // namespace bfclx::wasm

#include "wasm/src/module.h"

namespace bfclx::wasm {

const bool kHasGrammars = true;

}  // namespace bfclx::wasm

// The batch APIs that there are. For batch_service.cpp.
#ifndef BFCLX_CORE_GENERATION_BATCHES_BATCH_SERVICES_H_
#define BFCLX_CORE_GENERATION_BATCHES_BATCH_SERVICES_H_

#include "core/generation/batches/batch_service.h"

namespace bfclx {

const BatchService& openai_batches();
const BatchService& anthropic_batches();
const BatchService& gemini_batches();
const BatchService& mistral_batches();

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_BATCHES_BATCH_SERVICES_H_

// `bfclx dataset new --translation-of` and what `dataset add` does with translations.
#ifndef BFCLX_TOOLS_BFCLX_DATASET_TRANSLATION_H_
#define BFCLX_TOOLS_BFCLX_DATASET_TRANSLATION_H_

#include <string>

#include "core/benchmark/translated_entries.h"
#include "core/dataset/own_benchmark.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {

// `benchmark` has everything but what the source tells. Writes the folder, which is new; the exit
// code.
int make_translation(const std::string& place, OwnBenchmark benchmark, const std::string& of,
                     const RunOptions& source);
// After translations were added.
std::string translations_text(const std::string& place, const OwnBenchmark& benchmark,
                              const AddedTranslations& made);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DATASET_TRANSLATION_H_

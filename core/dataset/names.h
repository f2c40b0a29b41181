// Names and words for what a category is.
#ifndef BFCLX_CORE_DATASET_NAMES_H_
#define BFCLX_CORE_DATASET_NAMES_H_

#include <string_view>

#include "core/dataset/category.h"

namespace bfclx {

// "calls", "relevance", ...; "python", ...; "simple", ...
std::string_view name_of(Judging judging);
std::string_view name_of(Language language);
std::string_view name_of(CallCount count);
std::string_view name_of(Gate gate);  // "nothing", "network", "key", "embeddings"

// What is judged and how, for people, without a full stop.
std::string_view judging_text(const Category& category);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_NAMES_H_

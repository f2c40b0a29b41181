// The language of a benchmark's questions: a tag such as "en", "pt-BR" or "zh-Hant" (RFC 5646).
#ifndef BFCLX_CORE_BENCHMARK_LANGUAGE_TAG_H_
#define BFCLX_CORE_BENCHMARK_LANGUAGE_TAG_H_

#include <string_view>

#include "core/base/result.h"

namespace bfclx {

// The form alone, not whether the language is registered. A name such as "deutsch" is no tag: every
// registered language has two or three letters.
Status check_language_tag(std::string_view tag);
// Whether both tags are of one language, whatever the script or region: "en" and "en-GB".
bool is_same_language(std::string_view a, std::string_view b);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_LANGUAGE_TAG_H_

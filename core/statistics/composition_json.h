// Compositions for programs: what the overall score of a version is made of, and how tables and
// profiles show it. Keys are stable: they are added to, never renamed.
#ifndef BFCLX_CORE_STATISTICS_COMPOSITION_JSON_H_
#define BFCLX_CORE_STATISTICS_COMPOSITION_JSON_H_

#include "core/statistics/composition.h"
#include "core/statistics/headline_score.h"
#include "core/value/value.h"

namespace bfclx {

// {"name", "overall": tree, "apart": [trees], "profile": [names]}; a tree is {"name", "label",
// "column", "combining", "weight", "share", "parts": [trees]}.
Value composition_value(const NamedVersion& version);
// The same, with an own benchmark as one flat score.
Value composition_value(const HeadlineScore& headline);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_COMPOSITION_JSON_H_

// The rules by which a replayed request or result line agrees with the recorded one (README of
// generation.tar.xz, "What a re-implementation must reproduce").
#ifndef BFCLX_TESTS_CONFORMANCE_GENERATION_COMPARE_H_
#define BFCLX_TESTS_CONFORMANCE_GENERATION_COMPARE_H_

#include <string>
#include <string_view>

#include "core/value/value.h"

namespace bfclx::conformance {

// Where two JSON values differ first, "path: recorded ..., ours ..."; empty where they are equal:
// numbers in value and kind, the order of keys where `ordered`.
std::string value_difference(const Value& recorded, const Value& ours, bool ordered,
                             const std::string& path = "");

// Of request bodies: keys in order inside tools, functions, toolConfig, systemInstruction and
// system; in any order elsewhere. `gemini`: in tools the order counts within "properties" alone.
std::string body_difference(const Value& recorded, const Value& ours, bool gemini);

struct LineTolerance {
  bool error_text = false;  // what follows "Error during inference: "
};
// Of two lines of result files. `words` is set where only a tolerated text differs.
std::string line_difference(std::string_view recorded, std::string_view ours,
                            const LineTolerance& tolerance, bool& words);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_GENERATION_COMPARE_H_

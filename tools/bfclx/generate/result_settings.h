// Settings that results depend on: stored in the manifest, referenced by each entry's line, and
// compared before a run continues in a folder, so that no file mixes results of two settings.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_RESULT_SETTINGS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_RESULT_SETTINGS_H_

#include <string>
#include <string_view>

#include "core/dataset/dataset.h"
#include "core/value/value.h"
#include "tools/bfclx/generate/target.h"

namespace bfclx::tools {

// {"model", "asked_as", "api", "dialect", "mode", "format", "decoder", "temperature",
// "max_tokens", "extra_body", "as_official", "prompts"}, and "max_steps" where it is not the
// official number. `prompts`: of the dataset; a number stands
// for them.
Value result_settings(const Target& target, const Value& prompts);

// Eight digits that stand for such settings, in "made_with" of the manifest and of entries.
std::string settings_id(const Value& settings);

// What earlier runs left in the manifest of a result folder; nothing of what cannot be read.
struct EarlierSettings {
  Value made_with = Value::dict();  // by id
  Value older;                      // of a manifest from before there were ids
  Value draw;                       // {"test_category", "sample"}, where a sample was drawn
  Value server;                     // as it stands there
};
EarlierSettings earlier_settings(std::string_view manifest);

// "temperature 0.001, now 0.7; mode fc, now prompt"; empty where nothing differs. What the older
// manifest did not keep is not compared.
std::string settings_difference(const Value& before, const Value& now);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_RESULT_SETTINGS_H_

// The model registry: which decoder reads a model's responses
// (bfcl_eval/constants/model_config.py, as dumped by tools/get-dataset into models.json).
#ifndef BFCLX_CORE_DATASET_MODELS_H_
#define BFCLX_CORE_DATASET_MODELS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bfclx {

struct Model {
  std::string name;  // registry key, "openai/gpt-oss-120b"
  std::string model_name;
  std::string display_name;
  std::string url;
  std::string organisation;
  std::string license;
  std::optional<double> input_price;  // US dollars for a million tokens
  std::optional<double> output_price;
  bool is_fc_model = false;
  bool underscore_to_dot = false;
  std::string handler;           // official class, "OpenAICompletionsHandler"
  std::string decode_ast_class;  // class that defines its decode_ast; `handler` when not stated
};

class ModelRegistry {
 public:
  // Adds the entries of a models.json ({"models": {name: {...}}}); a name that exists is replaced.
  // Only "handler" must be there; names default to the key, texts to nothing, flags to false.
  // Members that are not known are passed over. The error names the entry and the field, kind
  // "DatasetError", and nothing is added.
  Status add(std::string_view json);
  const std::vector<Model>& models() const { return models_; }
  // By registry key, or by the folder's spelling of it ('/' written as '_').
  const Model* find(std::string_view name) const;

 private:
  std::vector<Model> models_;
};

// Names of the members of an entry that are known.
std::vector<std::string_view> model_members();
// An Error for a member of a models.json that is a known one but for two letters: a slip would
// leave a setting at its default without a word. Other unknown members may be other programs'.
Status check_model_slips(std::string_view json);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_MODELS_H_

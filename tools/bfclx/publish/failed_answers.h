// models/<name>/audit.json: what an audit takes of a model's wrong answers, written and read.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_FAILED_ANSWERS_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_FAILED_ANSWERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/audit/audit.h"

namespace bfclx::tools {

std::string failed_json(const std::string& name, const std::vector<Answer>& failed);
// Adds the answers of such a text; false where it is none.
bool read_failed(std::string_view bytes, std::vector<Answer>& failed);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_FAILED_ANSWERS_H_

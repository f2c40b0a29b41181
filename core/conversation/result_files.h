// Result files as the official generator writes them, as bytes in and bytes out
// (base_handler.py:write, utils.py: get_directory_structure_by_id, sort_file_content_by_id).
#ifndef BFCLX_CORE_CONVERSATION_RESULT_FILES_H_
#define BFCLX_CORE_CONVERSATION_RESULT_FILES_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// "<registry name with / as _>": the folder of a model.
std::string model_folder(std::string_view registry_name);
// Below the model's folder: "non_live/BFCL_v4_simple_python_result.json", of a memory prerequisite
// "agentic/memory/kv/BFCL_v4_memory_kv_prereq_result.json".
std::string result_file_path(std::string_view id);
// Below the model's folder, for memory entries: what a scenario's conversations start from and
// leave, "agentic/memory/kv/memory_snapshot/student_final.json", and the copy of one prerequisite,
// ".../prereq_checkpoints/<id>.json".
std::string memory_snapshot_path(std::string_view id, std::string_view scenario);
std::string memory_checkpoint_path(std::string_view id);

// json.dumps(line) + "\n" of update mode (--run-ids): the file's lines and the new ones, which
// replace lines of the same id in place, sorted. An Error where a line of `file` is no JSON object.
Result<std::string> merge_result_lines(std::string_view file, std::span<const Value> lines);
// The end of a run: the file sorted, and then without ASCII escapes; nullopt when it is in order
// already and stays as it is.
Result<std::optional<std::string>> sorted_result_file(std::string_view file);

// One line of a file, to be written again as these two do: a driver that cannot hold the file in
// memory goes line by line.
Result<Value> read_result_line(std::string_view line);

// One line without its end. What JSON cannot hold is written as its str() (make_json_serializable).
// `ascii`: with ASCII escapes.
std::string result_line(const Value& line, bool ascii = true);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_RESULT_FILES_H_

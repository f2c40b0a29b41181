// What official score files say of executable entries that failed.
//
// The official evaluator asked services of the network while it scored: a spent quota or a dead
// service stands in its score files as a failure of the model, and nowhere else.
#ifndef BFCLX_TOOLS_BFCLX_DOCTOR_OFFICIAL_ERRORS_H_
#define BFCLX_TOOLS_BFCLX_DOCTOR_OFFICIAL_ERRORS_H_

#include <map>
#include <string>

namespace bfclx::tools {

// Entry id -> the error, in one line.
using OfficialErrors = std::map<std::string, std::string, std::less<>>;

// Reads the score files of executable categories at `path`, a file or a folder. Of a folder with
// one folder for each model, those below `model_folder` alone are taken. Ids that are numbers, as
// score files had them until early 2025, count entries from 1. Throws a UsageError when there is no
// such path, or when the name of a file tells no executable category.
OfficialErrors read_official_errors(const std::string& path, const std::string& model_folder);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DOCTOR_OFFICIAL_ERRORS_H_

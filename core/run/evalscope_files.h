// The files that EvalScope leaves of a run of BFCL, by path alone.
//
//   outputs/20261128_120000/predictions/my-model/bfcl_v4_simple_python.jsonl   the responses
//   outputs/20261128_120000/reviews/my-model/bfcl_v4_simple_python.jsonl       the same, with
//   scores outputs/20261128_120000/reports/my-model/bfcl_v4.json                      scores alone
//
// So do all versions from 0.17 to 1.14 (api/evaluator/cache.py, evaluator/evaluator.py).
#ifndef BFCLX_CORE_RUN_EVALSCOPE_FILES_H_
#define BFCLX_CORE_RUN_EVALSCOPE_FILES_H_

#include <string>
#include <string_view>
#include <vector>

namespace bfclx {

// Whether it has responses to a category. `path`: parts divided by `/`.
bool is_evalscope_file(std::string_view path);

// Those that are read: of such files predictions, and reviews of runs without predictions; and all
// other files. `paths`: of one folder or archive.
std::vector<std::string> without_second_evalscope_files(std::vector<std::string> paths);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_EVALSCOPE_FILES_H_

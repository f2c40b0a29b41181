// The models of a leaderboard in other languages (data/languages.json): each row compares a model's
// run of a translation with its run of the leaderboard's dataset. They have no rank: a translation
// is another dataset.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_LANGUAGES_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_LANGUAGES_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/compare/comparing.h"
#include "tools/bfclx/kept.h"
#include "tools/bfclx/publish/publish_command.h"

namespace bfclx::tools {

inline constexpr const char* kLanguagesFile = "data/languages.json";

class BoardLanguages {
 public:
  // Takes the runs of translations out of `paths`, and compares them with those that are left.
  // Nothing is read where no translation is named. Throws a UsageError for a run of a translation
  // without one of the same model in the source's language.
  BoardLanguages(const PublishOptions& options, std::vector<std::string>& paths, Kept& kept);

  // With --add: rows of the leaderboard in `folder` that are not replaced. Throws a UsageError
  // where the file cannot be read.
  void keep_rows(const std::string& folder);
  // The bytes of the file, with the rows of models that the leaderboard has by now; empty without
  // rows. `verdicts`: a hash of each model's verdicts, by label, empty for a model with repeats.
  // Rows of these, and earlier rows of a model that has other verdicts now, are left out, which is
  // said.
  std::string file(const std::map<std::string, std::string>& verdicts) const;
  bool is_flawed() const { return flawed_; }

 private:
  Json rows_ = Json::array();
  Json kept_ = Json::array();
  bool flawed_ = false;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_LANGUAGES_H_

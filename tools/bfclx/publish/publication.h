// A leaderboard as it is published: models one after the other, then what is about all of them.
//
//   PublishedFiles files(options.output);
//   Publication publication(options, files);
//   publication.add(session, model, proof);    // each run; its results may be forgotten then
//   publication.add(session, scores);          // each model of which there are score files alone
//   publication.keep(session, "name");         // a model that the folder has already
//   publication.finish(session);
//
// Whatever is about all models follows from the records alone (model_record.h), in the order of
// their labels: it is the same however they came together.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_PUBLICATION_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_PUBLICATION_H_

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/audit_totals.h"
#include "core/audit/errata.h"
#include "core/statistics/comparison.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/publish/board_folder.h"
#include "tools/bfclx/publish/board_json.h"
#include "tools/bfclx/publish/checked_models.h"
#include "tools/bfclx/publish/model_record.h"
#include "tools/bfclx/publish/published_files.h"
#include "tools/bfclx/publish/score_input.h"

namespace bfclx::tools {

class BoardLanguages;

struct PublicationOptions {
  std::string output;
  std::string title;
  std::string leaderboard;
  ComparisonOptions statistics;
  std::size_t jobs = 1;
  std::string today;  // of the history
  std::optional<Errata> errata = {};
};

class Publication {
 public:
  Publication(const PublicationOptions& options, PublishedFiles& files);

  // A model whose label `before` has takes its place there, address included. Another repeat of it
  // stands beside it.
  void replace(const BoardIndex& before);
  // Throws a RefusedModel where the second run of the proof disagrees.
  void add(const Session& session, ModelRun& model, const ModelProof& proof);
  void add(const Session& session, ScoredModel model);
  void keep(Session& session, const std::string& name);
  void finish(const Session& session, const BoardLanguages& languages);

  bool has(const std::string& name) const;
  std::size_t runs() const { return records_.size(); }
  std::size_t models() const { return board_.rows.size(); }  // after finish()

 private:
  std::string name_of(const std::string& label);
  std::string repeat_label_of(const ModelRun& model) const;
  std::string label_of(const PublishedModel& model);
  bool has_repeats(std::string_view settings) const;
  void set_headline(const Session& session);
  void publish(const Session& session, PublishedModel model, ModelAnswers answers,
               const ModelProof& proof);
  void set_status(const ModelRecord& record, const Dataset& dataset, const ModelProof& proof,
                  PublishedModel& model) const;
  static void set_parts(const ModelRecord& record, const Dataset& dataset, PublishedModel& model);
  void set_scores(const ModelRecord& record, const Dataset& dataset, PublishedModel& model) const;
  Ranking ranking(std::span<const ScoredRun> runs) const;
  Ranking ranking_without(const JudgedRecords& runs, const std::set<std::string_view>& ids) const;
  AuditTotals totals(const JudgedRecords& runs, const AuditReport& report) const;
  CertainErrors certain_errors(const JudgedRecords& runs, const AuditReport& report,
                               const Dataset& dataset) const;

  const PublicationOptions options_;
  PublishedFiles& files_;
  Board board_;
  bool has_headline_ = false;
  std::map<std::string, std::string> before_;          // names by label
  std::map<std::string, BoardRepeat> repeats_before_;  // by label
  SafeNames names_;
  std::set<std::string> labels_;  // of this call
  std::vector<ModelRecord> records_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_PUBLICATION_H_

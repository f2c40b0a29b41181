// Generation: one model asked the entries of a run, from the options to the finished result files.
// What `bfclx generate` and `bfclx run` share.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_GENERATION_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_GENERATION_H_

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/conversation/plan.h"
#include "core/generation/run_state.h"
#include "core/simulators/engine/effects.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/asked_sample.h"
#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/journal.h"
#include "tools/bfclx/generate/options.h"
#include "tools/bfclx/generate/recording.h"
#include "tools/bfclx/generate/result_folder.h"
#include "tools/bfclx/generate/result_settings.h"
#include "tools/bfclx/generate/run_estimate.h"
#include "tools/bfclx/generate/service_answers.h"
#include "tools/bfclx/generate/service_journal.h"
#include "tools/bfclx/generate/spending_ledger.h"
#include "tools/bfclx/generate/target.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/unmerged_shards.h"

namespace bfclx::tools {

// What watches a run: a live table, or lines on standard error.
class Watcher {
 public:
  virtual ~Watcher() = default;
  // Before anything is asked; `done` are entries that have a result already.
  virtual void begins(const std::vector<PlannedEntry>& plan, const ResultFolder& folder,
                      const std::set<std::string, std::less<>>& done) = 0;
  virtual void ended(const Asked& asked) = 0;
  // Whether an entry need still be asked.
  virtual bool wanted(const PlannedEntry& planned) = 0;
  // --order uncertain: how much the next entry of the category is worth, of which so many are asked
  // or were.
  virtual double urgency(const Category& /*category*/, std::size_t /*asked*/) const { return 0; }
  virtual void tick(const RunState& state) = 0;
  virtual void say(const std::string& line) = 0;
  // A request to the model has ended.
  virtual void requested(const RequestReport& /*report*/) {}
  // Puts the scores so far into a state that is shown.
  virtual void add_scores(RunState& /*state*/) const {}
};

// How an entry ended, as the state of the run counts it. Borrows.
EntryEnd entry_end(const Asked& asked);

struct GenerationSummary {
  std::size_t planned = 0;  // entries to ask, memory prerequisites included
  std::size_t answered = 0;
  std::size_t left_out = 0;          // by the watcher
  std::string service_trouble;       // a search service answered, and no search succeeded
  std::size_t malformed = 0;         // entries of the dataset that nothing can be generated for
  std::size_t had = 0;               // that had a result before
  std::vector<std::string> missing;  // ids without a result
  std::map<std::string, std::size_t, std::less<>> missing_reasons;  // "status 500": 8
  std::string first_missing;  // "simple_python_3: ... status 500, ...", the first with a text
  Spent spent;
  std::vector<EndpointFigures> endpoints;  // where there are several
  std::vector<StreamFigures> streamed;     // by endpoint; empty without --stream
  std::size_t reasoning_parsed = 0;        // responses that began with reasoning
  std::size_t at_token_limit = 0;          // entries with a response that ended there
  std::string first_at_token_limit;        // id
  std::string why;                         // the run ended early
  bool shard_complete = false;             // every entry of the shard has a result
  std::string shard;                       // "shard 3/8 is complete; 5 of 8 are"
  bool may_pass = false;                   // by itself: of the server, or the user stopped it
  std::size_t differences = 0;             // --replay-strict no
  // Entries whose result is an error of the server (a 400, an answer of a foreign shape) instead of
  // an answer of the model: in this run, and kept from before. The official generator counts them
  // as done, and so does the file; who scores them should know.
  std::size_t errors = 0;
  std::size_t kept_errors = 0;
  std::vector<std::string> error_ids;  // of both
  std::string first_error;             // "simple_python_3: Error code: 400 - ..."
  bool complete() const {
    return missing.empty() && malformed == 0 && why.empty() && service_trouble.empty();
  }
};

// The exit code of a run: kSomeUnusable where entries have no result, or one that is an error.
// --as-official: errors are results, as the official generator has it.
int exit_code(const GenerateOptions& options, const GenerationSummary& summary);

// A category that is not asked, and why: "skipped_no_ground_truth", ... in front.
struct Skipped {
  const Category* category = nullptr;
  std::string reason;
  // "web_search_base is skipped (skipped_no_network): it needs ..."
  std::string text() const;
  bool in_draw = false;  // a sample is drawn as if it were asked, so that it is that of other modes
};

struct DryRun {
  std::string text;       // for people
  int exit_code = kDone;  // that of the refusal where the run would be refused
  std::optional<RunEstimate> estimate = {};
};

// What --batch cannot be combined with, as far as it is known without the server and without
// credentials; UsageError.
void check_batch_options(const GenerateOptions& options, const TargetOptions& target,
                         const Model* registered);

class Generation {
 public:
  // Resolves everything that the options name; UsageError.
  Generation(const GenerateOptions& options, const std::string& model, DatasetDir& dataset,
             const ModelRegistry& registry);

  // Asks, writes, and gives what came of it.
  GenerationSummary run(Watcher& watcher);
  // Whether the folder has a journal of batches.
  bool has_batches() const;
  // --dry-run: what would be asked.
  DryRun dry_run();
  // How many entries have no result yet, before a server is started for them. UsageError where the
  // run would be refused.
  std::size_t entries_left();

  const GenerateOptions& options() const { return options_; }
  const Target& target() const { return target_; }
  // What the model's tokens cost, where it is known.
  const std::optional<TokenPrices>& prices() const { return prices_; }
  const ResultFolder& folder() const { return folder_; }
  // What is known of the run so far.
  const RunState& state() const { return state_; }
  RunState& state() { return state_; }
  // The categories that are asked, and those that were named and are not.
  const Choice& choice() const { return choice_; }
  const std::vector<Skipped>& skipped() const { return skipped_; }
  // "a sample of 13 entries (seed 1), ...": those that --sample draws.
  std::string sample_note() const;

 private:
  void load_categories();
  void load_prompts();
  void load_cassettes();
  PlanRequest plan_request() const;
  std::vector<PlannedEntry> plan(const PlanRequest& request) const;
  // Those without a result; of a shard its own.
  std::vector<PlannedEntry> plan(const ResultFolder::Found& found) const;
  // What is wrong with the ids of --run-ids: unknown ones, memory entries without prerequisites.
  std::vector<std::string> id_notes(const ResultFolder::Found& found) const;
  Result<Conversation> start(const PlannedEntry& planned);
  bool keep(const Asked& asked);
  void count_error(const Asked& asked);
  bool open_folder(Watcher& watcher);
  void count_kept_errors(const ResultFolder::Found& found,
                         const std::vector<PlannedEntry>& planned);
  // generation_state.cpp
  void begin_state(const std::vector<PlannedEntry>& planned,
                   const std::set<std::string, std::less<>>& had);
  void count_entry(const Asked& asked);
  // generation_budget.cpp
  SpendingLedger::Settings ledger_settings() const;
  std::string earlier_spending(const Amounts& others) const;
  std::string earlier_spending() const;
  SpendingLimits limits() const;
  // Where the limits are not enough for one entry; else empty.
  std::string limits_too_low(const RunEstimate& estimate) const;
  ResponsesOf responses_of_run() const;
  RunEstimate estimate(const std::vector<PlannedEntry>& planned);
  void say_estimate(const std::vector<PlannedEntry>& planned, Watcher& watcher);
  // generation_reasoning.cpp
  void count_reasoning(const Asked& asked, Watcher& watcher);
  // generation_missing.cpp
  void lose(const std::string& id, const std::string& reason, const std::string& error);
  void count_token_limit(const Asked& asked);
  void ask(const std::vector<PlannedEntry>& plan, const std::set<std::string, std::less<>>& had,
           Watcher& watcher);
  // Without a server: what is there, what is left, and why the run would be refused.
  struct Outlook {
    ResultFolder::Found found;
    std::vector<PlannedEntry> planned;
    std::vector<std::string> refusals;
  };
  Outlook outlook();
  void replay(const std::vector<PlannedEntry>& plan, Watcher& watcher);
  std::string replay_entry(const Recording& recording, Conversation& conversation);
  AskerHooks asker_hooks(const std::vector<PlannedEntry>& planned, std::set<std::size_t>& open,
                         Watcher& watcher);
  void open_services(const AskerHooks& asker);
  Value used_settings() const;
  void write_manifest(bool finished);
  void read_earlier_settings();
  std::string other_results(const ResultFolder::Found& found,
                            const std::vector<PlannedEntry>& planned) const;
  std::string others_there(std::size_t count, const std::string& what) const;
  std::string other_sample(const ResultFolder::Found& found) const;
  // generation_order.cpp
  void open_sample(const ResultFolder::Found& found);
  std::optional<UncertainOrder> uncertain_order(const Watcher& watcher) const;
  bool wants(const PlannedEntry& planned, Watcher& watcher);
  Value asked_draw(bool finished) const;
  // generation_shard.cpp
  bool choose_shard();
  std::string other_shards() const;
  void refuse_other_shards();
  std::string other_shard(const Value& manifest) const;
  void refuse_other_settings(bool leaves);
  void leave_shard_ids(ResultFolder::Found& found) const;
  Value shard_value() const;
  bool is_all_done(std::set<std::string, std::less<>> done) const;
  std::set<std::string, std::less<>> merged_results() const;
  bool is_all_merged();
  Status merge_shards(const ShardSet& set) const;
  void end_shard();
  // generation_batches.cpp
  void choose_batches();
  std::string open_batches(const std::set<std::string, std::less<>>& done,
                           const std::vector<PlannedEntry>& planned) const;
  std::string other_batches(const std::set<std::string, std::less<>>& done,
                            const std::vector<PlannedEntry>& planned) const;
  std::vector<std::string> read_batches() const;
  AskerBatches asker_batches(const std::set<std::string, std::less<>>& had, AskerHooks& hooks);
  bool not_written();
  void close_batches(const BatchQueue* queue, const std::set<std::string, std::less<>>& had,
                     const std::vector<PlannedEntry>& planned);
  // generation_known_good.cpp
  std::function<std::optional<HttpRequest>()> known_good_requests(
      const std::vector<PlannedEntry>& planned);
  // generation_memory.cpp
  Result<std::string> memory_of(const PlannedEntry& planned) const;
  // generation_record.cpp
  void open_recording(AskerHooks& hooks);
  void record_exchange(const std::string& id, std::size_t index, const HttpRequest& request,
                       const HttpResponse& response, std::string_view failure, double seconds);
  void record_effect(const EffectRequest& request, const EffectAnswer& answer);
  void close_recording();
  // generation_choices.cpp
  void open_choices(AskerHooks& hooks) const;
  // generation_journal.cpp
  void open_journal(const std::vector<PlannedEntry>& planned,
                    const std::set<std::string, std::less<>>& done, AskerHooks& hooks);
  void take_journal_of_model(const std::set<std::string, std::less<>>& ended);
  void drop_model_journal(const std::set<std::string, std::less<>>& done);
  Status read_model_journal(Journal& journal,
                            const std::function<bool(const std::string&)>& passed_over) const;
  Status read_journal(Journal& journal, const std::set<std::string, std::less<>>& ended) const;
  std::string journal_line(const PlannedEntry& planned, std::size_t index,
                           const HttpRequest& request, const HttpResponse& response,
                           double seconds) const;
  bool journal_answer(const PlannedEntry& planned, const std::string& line);
  void journal_effect(const EffectRequest& request, const EffectAnswer& answer);
  void close_journal(const std::vector<PlannedEntry>& planned,
                     const std::set<std::string, std::less<>>& had);

  const GenerateOptions options_;
  DatasetDir& dataset_;
  Choice choice_;
  Target target_;
  std::optional<TokenPrices> prices_;
  const BatchService* batches_ = nullptr;  // --batch
  std::vector<Skipped> skipped_;
  EffectStore cassette_;
  ResultFolder folder_;
  GenerationSummary summary_;
  RunState state_;
  std::set<std::string, std::less<>> had_results_;  // ids, when it began
  std::unique_ptr<AskedSample> asked_sample_;       // --order uncertain
  std::set<std::string, std::less<>> shard_ids_;    // all entries of the shard
  std::string shard_set_;                           // folder of its ShardSet
  std::unique_ptr<EpisodeModules> shared_modules_;  // --as-official
  std::unique_ptr<ServiceAnswers> services_;        // while it asks
  std::optional<LineLog> record_;
  std::optional<LineLog> effects_record_;
  Journal journal_;  // of runs that were killed
  ServiceJournal known_services_;
  std::map<std::string, std::size_t, std::less<>> journal_bytes_;  // of this run, by entry
  bool keeps_journal_ = false;
  bool unwritten_ = false;  // a response or a result could not be written, or not be read again
  double last_sync_ = 0;
  double last_shown_ = 0;  // that it runs
  Value settings_;         // that results depend on
  EarlierSettings earlier_;
  std::string started_;
  std::string recording_trouble_;
  std::optional<Recording> recording_;  // that is replayed
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_GENERATION_H_

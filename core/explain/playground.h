// The simulated services of one episode to play with: calls are run one by one, and all of it can
// be put back to the start.
#ifndef BFCLX_CORE_EXPLAIN_PLAYGROUND_H_
#define BFCLX_CORE_EXPLAIN_PLAYGROUND_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/simulators/engine/effects.h"
#include "core/simulators/engine/episode.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

class Playground {
 public:
  // `tables` may be nullptr without long context, and must outlive this; `today` is days since
  // 1970-01-01. Errors are those that the official API classes raise for such a scenario, or name
  // an unknown class. `recorded` answers what calls ask from outside, nullptr where nothing does;
  // texts become vectors by the stand-in (simulators/apis/embeddings.h).
  static Result<Playground> open(EpisodeSetup setup, const LongContext* tables, std::int64_t today,
                                 std::shared_ptr<EffectStore> recorded = nullptr);

  // The call's result; a sentence that names the request where the recording has no answer to it.
  std::string execute(std::string_view call);
  // {class: {attribute: value}}, in the order of the classes. It shares what calls may change.
  Value state() const;
  const Episode& episode() const { return *episode_; }
  Status reset();

 private:
  Playground() = default;

  EpisodeSetup setup_;
  const LongContext* tables_ = nullptr;
  std::int64_t today_ = 0;
  std::shared_ptr<EffectStore> recorded_;
  std::unique_ptr<EpisodeModules> modules_;  // episode_ refers to it
  std::optional<Episode> episode_;
};

// A sentence about a class that does not exist, with close names.
std::string unknown_class(std::string_view name);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_PLAYGROUND_H_

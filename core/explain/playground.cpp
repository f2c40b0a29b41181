#include "core/explain/playground.h"

#include <utility>

#include "core/base/suggest.h"
#include "core/explain/replay.h"
#include "core/simulators/apis/cassette.h"

namespace bfclx {

Result<Playground> Playground::open(EpisodeSetup setup, const LongContext* tables,
                                    std::int64_t today, std::shared_ptr<EffectStore> recorded) {
  if (setup.involved_classes.is_list()) {
    for (const Value& name : setup.involved_classes.items()) {
      if (name.is_str() && find_class_table(name.as_str()) == nullptr) {
        return Error{.kind = "class", .message = unknown_class(name.as_str())};
      }
    }
  }
  Playground playground;
  playground.setup_ = std::move(setup);
  playground.tables_ = tables;
  playground.today_ = today;
  playground.recorded_ = std::move(recorded);
  BFCLX_RETURN_IF_ERROR(playground.reset());
  return playground;
}

Status Playground::reset() {
  auto modules = std::make_unique<EpisodeModules>(tables_, today_);
  Services services;
  services.embeddings = Services::Embeddings::kStandIn;
  modules->set_services(std::move(services));
  modules->set_effects(recorded_.get());
  Result<Episode> episode = Episode::start(setup_, *modules);
  if (!episode.ok()) return std::move(episode).error();
  episode_.emplace(std::move(episode).value());
  modules_ = std::move(modules);
  return {};
}

std::string Playground::execute(std::string_view call) {
  if (recorded_ == nullptr) return episode_->execute(call);
  recorded_->forget_wanted();
  std::string result = episode_->execute(call);
  if (!recorded_->wanted()) return result;
  return "The recording has no response to " + request_json(*recorded_->wanted()) + ".";
}

Value Playground::state() const { return state_of(*episode_); }

std::string unknown_class(std::string_view name) {
  std::string names;
  for (const std::string_view known : all_simulator_classes()) {
    names += (names.empty() ? "" : ", ") + std::string(known);
  }
  return "unknown class `" + std::string(name) + "`." +
         did_you_mean(name, all_simulator_classes()) + " There are " + names + ".";
}

}  // namespace bfclx

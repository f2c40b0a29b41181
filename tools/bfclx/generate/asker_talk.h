// A conversation of the asker and where its request is. For asker*.cpp alone.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_ASKER_TALK_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_ASKER_TALK_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/bfclx/generate/asker.h"

namespace bfclx::tools {

struct Asker::Talk {
  Talk(std::size_t at, Conversation talk) : index(at), conversation(std::move(talk)) {}

  std::size_t index;
  Conversation conversation;
  std::size_t exchanges = 0;
  std::size_t answers = 0;
  double started = 0;
  std::size_t number = 0;  // in the order in which conversations began
  std::size_t held = 0;    // bytes of the memory budget
  std::size_t effect_bytes = 0;
  bool resumed = false;      // an earlier run had responses
  std::size_t endpoint = 0;  // of the last request to the model
  ServedBy served;
  std::size_t request = 0;                          // number of the last one
  int attempt = 0;                                  // of the same request
  bool renewed = false;                             // it met expired credentials and was sent again
  std::size_t used = 0;                             // responses
  std::optional<RequestReport> report;              // of the response that is looked at
  std::optional<StreamedTimes> streamed;            // of the response that was received last
  std::vector<std::optional<StreamedTimes>> times;  // of the responses that were used
  std::vector<std::size_t> others;                  // repeats that its request is for, too
  int refused_several = 0;                          // status of the server that refused them
  TokenCounts paid;                                 // of the last response
  bool ended = false;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_ASKER_TALK_H_

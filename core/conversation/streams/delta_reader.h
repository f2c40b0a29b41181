// DeltaReader: the events of one protocol's stream, put together to the body that a response
// without streaming has. A file for each protocol. For streamed_response.cpp alone.
#ifndef BFCLX_CORE_CONVERSATION_STREAMS_DELTA_READER_H_
#define BFCLX_CORE_CONVERSATION_STREAMS_DELTA_READER_H_

#include <cstddef>
#include <memory>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

class DeltaReader {
 public:
  DeltaReader() = default;
  DeltaReader(const DeltaReader&) = delete;
  DeltaReader& operator=(const DeltaReader&) = delete;
  virtual ~DeltaReader() = default;

  // The JSON of an event. True when it has a part of what the model wrote: text, reasoning or a
  // call. An Error where its shape is not the protocol's.
  virtual Result<bool> add(const Value& event) = 0;
  // The model has finished; what may still come are counts.
  virtual bool complete() const = 0;
  // The event says that nothing more comes.
  virtual bool ended() const { return false; }
  // A native tool call is complete, whatever the model goes on to write.
  virtual bool has_call() const { return false; }
  // Leaves out what the model wrote behind its first call.
  virtual void cut_at_call() {}
  virtual Value body() const = 0;
  // About what it takes in memory.
  virtual std::size_t held() const = 0;
};

std::unique_ptr<DeltaReader> chat_deltas();
std::unique_ptr<DeltaReader> completions_deltas();
std::unique_ptr<DeltaReader> anthropic_deltas();
std::unique_ptr<DeltaReader> gemini_deltas();

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_STREAMS_DELTA_READER_H_

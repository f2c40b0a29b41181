// EventReader: server-sent events out of bytes that come in pieces of any size.
//
// Follows the HTML standard, "Server-sent events", 9.2.6: UTF-8 with an optional byte order mark,
// lines that end in CR, LF or CRLF, comments, and the fields `event` and `data`; `id` and `retry`
// have no meaning here. Two things differ, because servers do: an event at the end of the stream
// need not have its empty line, and a line "error: {...}" (older llama.cpp servers) is an event
// "error" with that data.
#ifndef BFCLX_CORE_CONVERSATION_STREAMS_EVENT_READER_H_
#define BFCLX_CORE_CONVERSATION_STREAMS_EVENT_READER_H_

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace bfclx {

struct ServerEvent {
  std::string name;  // empty where the stream gives none
  std::string data;  // bytes as they came, which need not be valid UTF-8
  bool operator==(const ServerEvent&) const = default;
};

class EventReader {
 public:
  // `most`: bytes that one event may have, its unfinished line included.
  explicit EventReader(std::size_t most) : most_(most) {}

  void add(std::string_view bytes);
  // No more bytes will come.
  void finish();
  // The next event that is complete. Events without data are none.
  std::optional<ServerEvent> next();

  // An event has more than `most` bytes: nothing more is read.
  bool overflowed() const { return overflowed_; }
  // Bytes of the event that is not complete yet.
  std::size_t held() const { return line_.size() + event_.data.size() + event_.name.size(); }

 private:
  void end_line();
  void end_event();

  std::size_t most_;
  std::string line_;
  ServerEvent event_;
  bool has_data_ = false;
  bool after_cr_ = false;
  bool first_line_ = true;
  bool overflowed_ = false;
  std::deque<ServerEvent> ready_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_STREAMS_EVENT_READER_H_

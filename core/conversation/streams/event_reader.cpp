#include "core/conversation/streams/event_reader.h"

#include <algorithm>
#include <utility>

#include "core/base/utf8.h"

namespace bfclx {

void EventReader::add(std::string_view bytes) {
  while (!bytes.empty() && !overflowed_) {
    if (std::exchange(after_cr_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    if (held() + end > most_) {
      overflowed_ = true;
      return;
    }
    line_.append(bytes.substr(0, end));
    if (end == bytes.size()) return;
    after_cr_ = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    end_line();
  }
}

void EventReader::finish() {
  if (overflowed_) return;
  if (!line_.empty()) end_line();
  end_event();
}

std::optional<ServerEvent> EventReader::next() {
  if (ready_.empty()) return std::nullopt;
  ServerEvent event = std::move(ready_.front());
  ready_.pop_front();
  return event;
}

void EventReader::end_line() {
  std::string_view line = line_;
  if (std::exchange(first_line_, false)) line = without_byte_order_mark(line);
  if (line.empty()) {
    end_event();
  } else if (line.front() != ':') {
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::string_view field = line.substr(0, colon);
    std::string_view value = line.substr(std::min(colon + 1, line.size()));
    if (value.starts_with(' ')) value.remove_prefix(1);
    if (field == "event") {
      event_.name = value;
    } else if (field == "data" || field == "error") {
      if (field == "error") event_.name = field;
      if (std::exchange(has_data_, true)) event_.data += '\n';
      event_.data += value;
    }
  }
  line_.clear();
}

void EventReader::end_event() {
  if (has_data_) ready_.push_back(std::move(event_));
  event_ = ServerEvent();
  has_data_ = false;
}

}  // namespace bfclx

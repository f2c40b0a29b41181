#include "core/generation/batch_queue.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/generation/request_number.h"

namespace bfclx {
namespace {

constexpr std::size_t kAnswerBytes = std::size_t{8} << 20;  // of what describes a batch
constexpr double kIdle = 3600;                              // where nothing is due
constexpr double kSettled = 10;  // seconds until a new batch is in the list of the service
constexpr std::size_t kTagDigits = 16;

// "tag-12": 12
std::optional<std::size_t> member_of(std::string_view custom_id, std::string_view tag) {
  if (custom_id.size() <= tag.size() + 1 || custom_id.substr(0, tag.size()) != tag ||
      custom_id[tag.size()] != '-') {
    return std::nullopt;
  }
  const std::string_view digits = custom_id.substr(tag.size() + 1);
  std::size_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return number;
}

}  // namespace

BatchQueue::BatchQueue(const BatchService& service, const BatchSettings& settings,
                       std::uint64_t seed)
    : service_(service),
      settings_(settings),
      random_(seed),
      most_requests_(std::min(settings.most_requests, service.most_requests())),
      too_many_(most_requests_ + 1),
      most_bytes_(std::min(settings.most_bytes, service.most_bytes())) {}

double BatchQueue::chance() { return static_cast<double>(random_() >> 11) * 0x1.0p-53; }

std::string BatchQueue::new_tag() {
  const std::string digits = hex_text(random_());
  return std::string(kTagDigits - digits.size(), '0') + digits;
}

void BatchQueue::add(EntryIndex entry, std::string_view id, std::size_t index,
                     const HttpRequest& request) {
  const auto known = unclaimed_.find({std::string(id), index});
  if (known != unclaimed_.end()) {
    const Place place = known->second;
    Batch& batch = batches_.at(place.batch);
    Member& member = batch.members[place.member];
    if (member.number == request_number(request)) {
      unclaimed_.erase(known);
      member.entry = entry;
      member.request = &request;
      places_[entry] = place;
      return;
    }
  }
  waiting_.push_back({entry, std::string(id), index, &request});
}

void BatchQueue::withdraw(EntryIndex entry) {
  const auto at = std::find_if(waiting_.begin(), waiting_.end(),
                               [entry](const Waiting& one) { return one.entry == entry; });
  if (at != waiting_.end()) waiting_.erase(at);
  const auto place = places_.find(entry);
  if (place == places_.end()) return;
  Member& member = batches_.at(place->second.batch).members[place->second.member];
  member.entry.reset();
  member.request = nullptr;
  member.closed = true;
  places_.erase(place);
}

bool BatchQueue::is_wanted(const Batch& batch) const {
  if (settings_.cancel || batch.lines != nullptr) return true;
  return std::any_of(batch.members.begin(), batch.members.end(),
                     [](const Member& member) { return member.entry.has_value(); });
}

bool BatchQueue::is_busy() const {
  return std::any_of(batches_.begin(), batches_.end(),
                     [this](const auto& one) { return is_wanted(one.second); });
}

bool BatchQueue::is_creating() const { return in_flight_ == Purpose::kCreate; }

void BatchQueue::flush(double now, double /*unix_now*/) {
  // Beside the batches of an earlier run, what is in none of them goes out too.
  const bool first = !std::exchange(flushed_, true);
  if (settings_.cancel || (is_busy() && !first) || now < not_before_) return;
  while (make_batch(now) && !one_at_a_time_) {
  }
}

// Of the requests that wait longest, all of one path. False where none waits.
bool BatchQueue::make_batch(double now) {
  if (waiting_.empty()) return false;
  Batch batch;
  batch.number = ++made_;
  batch.tag = new_tag();
  batch.stage = service_.uploads() ? Stage::kUpload : Stage::kCreate;
  batch.next = now;
  const std::string path = waiting_.front().request->path;
  std::size_t bytes = 0;
  for (auto one = waiting_.begin();
       one != waiting_.end() && batch.members.size() < most_requests_;) {
    const std::size_t size = one->request->body.size() + service_.overhead();
    const bool fits = batch.members.empty() || bytes + size <= most_bytes_;
    if (!fits) break;
    if (one->request->path != path) {
      ++one;
      continue;
    }
    bytes += size;
    places_[one->entry] = {batch.number, batch.members.size()};
    batch.members.push_back(
        {one->id, one->index, request_number(*one->request), one->entry, one->request});
    one = waiting_.erase(one);
  }
  keep(begin_line(batch));
  batches_.emplace(batch.number, std::move(batch));
  return true;
}

BatchQueue::Action BatchQueue::next(double now, double unix_now) {
  Action action;
  if (!lines_.empty()) {
    action.kind = Action::Kind::kKeep;
    action.line = std::move(lines_.front());
    lines_.pop_front();
    return action;
  }
  if (!stopped_.why.empty()) {
    action.kind = Action::Kind::kStop;
    return action;
  }
  action.until = now + kIdle;
  if (in_flight_ != Purpose::kNone || !flushed_) return action;
  for (auto& [number, batch] : batches_) {
    if (batch.stage != Stage::kDeliver) continue;
    if (std::optional<Action> delivery = deliver(batch, now, unix_now)) return *std::move(delivery);
    return next(now, unix_now);  // it has ended
  }
  if (settings_.cancel && batches_.empty()) {
    stop(had_open_ ? "the open batches were canceled" : "there are no open batches to cancel",
         "batch canceled", false);
    return next(now, unix_now);
  }
  for (auto& [number, batch] : batches_) {
    if (!is_wanted(batch)) continue;
    if (batch.next > now) {
      action.until = std::min(action.until, batch.next);
      continue;
    }
    if (std::optional<Action> call = call_of(batch, now, unix_now)) return *std::move(call);
    action.until = std::min(action.until, batch.next);
  }
  if (!waiting_.empty() && not_before_ > now) action.until = std::min(action.until, not_before_);
  return action;
}

// What a batch needs next; nothing where it has to wait, until batch.next.
std::optional<BatchQueue::Action> BatchQueue::call_of(Batch& batch, double now, double unix_now) {
  if (batch.stage == Stage::kUpload || batch.stage == Stage::kCreate) {
    std::vector<BatchItem> items;
    items.reserve(batch.members.size());
    for (const Member& member : batch.members) {
      // Nobody waits for it any more.
      if (member.request == nullptr) continue;
      const auto at = static_cast<std::size_t>(&member - batch.members.data());
      items.push_back({concat({batch.tag, "-", std::to_string(at)}), member.request});
    }
    if (batch.stage == Stage::kUpload) {
      return send(batch, Purpose::kUpload, service_.upload(batch.tag, items), kAnswerBytes);
    }
    if (batch.created == 0) {
      batch.created = unix_now;
      keep_of(batch, "creating", Value::real(unix_now));
      return next(now, unix_now);  // the journal first
    }
    return send(batch, Purpose::kCreate, service_.create(batch.tag, batch.file, items),
                status_bytes());
  }
  if (batch.stage == Stage::kFind) {
    const double settled = batch.created + std::min(kSettled, settings_.poll);
    if (batch.page.empty() && unix_now < settled && settled - unix_now <= kSettled) {
      batch.next = now + (settled - unix_now);
      return std::nullopt;
    }
    HttpRequest list = service_.list();
    if (!batch.page.empty()) list.path = batch.page;
    return send(batch, Purpose::kFind, std::move(list), status_bytes());
  }
  if (batch.stage == Stage::kFetch) {
    HttpRequest fetch = batch.status.results[batch.fetched];
    return send(batch, Purpose::kFetch, std::move(fetch), settings_.fetch_bytes);
  }
  if (settings_.cancel && batch.certain && !std::exchange(batch.cancel_sent, true)) {
    return send(batch, Purpose::kCancel, service_.cancel(batch.id), status_bytes());
  }
  return send(batch, Purpose::kPoll, service_.look_up(batch.id), status_bytes());
}

// Of a response that describes batches.
std::size_t BatchQueue::status_bytes() const {
  return service_.has_results_inside() ? settings_.fetch_bytes : kAnswerBytes;
}

BatchQueue::Action BatchQueue::send(Batch& batch, Purpose purpose, HttpRequest request,
                                    std::size_t max_bytes) {
  in_flight_ = purpose;
  in_flight_batch_ = batch.number;
  Action action;
  action.kind = Action::Kind::kSend;
  action.request = std::move(request);
  action.max_bytes = max_bytes;
  return action;
}

// The next response of the results; nothing when the batch has none left.
std::optional<BatchQueue::Action> BatchQueue::deliver(Batch& batch, double now, double unix_now) {
  while (batch.lines != nullptr) {
    std::optional<BatchLine> line = batch.lines->next();
    if (!line) {
      batch.lines.reset();
      all_lines_read(batch, now, unix_now);
      break;
    }
    if (std::optional<Action> action = deliver_line(batch, *std::move(line), unix_now)) {
      return action;
    }
  }
  if (batch.stage != Stage::kDeliver || fetch_again(batch, now)) return std::nullopt;
  if (std::optional<Action> action = deliver_missing(batch, unix_now)) return action;
  end(batch, now);
  return std::nullopt;
}

std::optional<BatchQueue::Action> BatchQueue::deliver_line(Batch& batch, BatchLine&& line,
                                                           double unix_now) {
  if (!line.custom_id.empty()) batch.readable = true;
  const std::size_t first_time = batch.again ? 0 : 1;
  const std::optional<std::size_t> at = member_of(line.custom_id, batch.tag);
  if (!at || *at >= batch.members.size()) {
    batch.unknown += first_time;
    if (line.custom_id.empty()) ++batch.unreadable;
    return std::nullopt;
  }
  batch.certain = true;
  ++batch.known;
  Member& member = batch.members[*at];
  if (member.closed || !member.entry) {
    if (member.delivered) batch.unknown += first_time;
    return std::nullopt;
  }
  // What a canceled batch did not process is no failure of the request.
  if (line.status == 0 && batch.status.state == BatchStatus::State::kCanceled) return std::nullopt;
  return delivery_of(batch, member, std::move(line), unix_now);
}

// Once, where a line of a request may be among those that cannot be read.
bool BatchQueue::fetch_again(Batch& batch, double now) {
  const bool lacks =
      std::any_of(batch.members.begin(), batch.members.end(),
                  [](const Member& member) { return member.entry && !member.closed; });
  const bool canceled = batch.status.state == BatchStatus::State::kCanceled;
  if (batch.unreadable == 0 || !lacks || canceled || batch.again || batch.given_up) return false;
  say(concat({name_of(batch), ": ", counted(batch.unreadable, "result line is", "result lines are"),
              " malformed; fetching the results again"}));
  batch.again = true;
  batch.unreadable = 0;
  batch.fetched = 0;
  batch.stage = Stage::kFetch;
  batch.next = now;
  return true;
}

// Members that no line was about.
std::optional<BatchQueue::Action> BatchQueue::deliver_missing(Batch& batch, double unix_now) {
  if (batch.status.state == BatchStatus::State::kCanceled) return std::nullopt;
  while (batch.at < batch.members.size()) {
    Member& member = batch.members[batch.at++];
    if (member.closed || !member.entry) continue;
    BatchLine line;
    line.error = batch.given_up         ? "its results could not be read"
                 : batch.status.expired ? "the batch expired before the request was processed"
                 : batch.again          ? "its result line is malformed"
                                        : "the results have no line for the request";
    if (batch.again && !batch.status.expired && !batch.given_up) ++batch.lost;
    Action action = delivery_of(batch, member, std::move(line), unix_now);
    action.delivery.lost = batch.given_up;
    return action;
  }
  return std::nullopt;
}

BatchQueue::Action BatchQueue::delivery_of(Batch& batch, Member& member, BatchLine&& line,
                                           double unix_now) {
  Action action;
  action.kind = Action::Kind::kDeliver;
  Delivery& delivery = action.delivery;
  delivery.entry = *member.entry;
  delivery.seconds = std::max(0.0, unix_now - batch.created);
  if (line.status != 0) {
    ++batch.responses;
    delivery.status = line.status;
    delivery.body = std::move(line.body);
  } else {
    ++batch.without;
    delivery.failure = RequestFailure::kBatch;
    delivery.error = concat({name_of(batch), ": ", line.error});
  }
  places_.erase(*member.entry);
  member.entry.reset();
  member.request = nullptr;
  member.closed = true;
  member.delivered = true;
  return action;
}

// Of one response with results.
void BatchQueue::all_lines_read(Batch& batch, double now, double unix_now) {
  if (batch.certain && !batch.readable) {  // something else, such as an error page
    return unreadable(batch, now, unix_now);
  }
  batch.failures = 0;
  if (std::exchange(batch.unreadable_since, 0) != 0) keep_of(batch, "unreadable", Value::real(0));
  if (++batch.fetched < batch.status.results.size()) {
    batch.stage = Stage::kFetch;
    batch.next = now;
    return;
  }
  if (!batch.certain) {  // it is somebody else's
    batch.others.insert(std::exchange(batch.id, {}));
    batch.stage = Stage::kFind;
    batch.next = now;
  }
}

void BatchQueue::end(Batch& batch, double now) {
  if (batch.unknown > 0) {
    say(concat({name_of(batch), ": ", counted(batch.unknown, "result line", "result lines"),
                " ignored (unknown or duplicate id, or malformed)"}));
  }
  say(concat({name_of(batch), batch.status.expired ? " expired: " : " has ended: ",
              counted(batch.responses, "response", "responses"),
              batch.without > 0
                  ? "; " + counted(batch.without, "request has", "requests have") + " no response"
                  : ""}));
  if (batch.lost > 0) {
    say(concat({name_of(batch), ": ", counted(batch.lost, "request is", "requests are"),
                " submitted again, because the result lines are malformed"}));
  }
  may_grow(batch);
  if (batch.status.state == BatchStatus::State::kCanceled && !settings_.cancel) {
    stop(concat({name_of(batch), " was canceled"}), "batch canceled", false);
  }
  const bool over = settings_.cancel || batch.given_up ||
                    batch.status.state == BatchStatus::State::kCanceled ||
                    std::all_of(batch.members.begin(), batch.members.end(),
                                [](const Member& member) { return member.closed; });
  if (over) return forget(batch);
  // Others may join it later.
  for (Member& member : batch.members) member.delivered = false;
  batch.stage = Stage::kOpen;
  batch.fetched = 0;
  batch.at = 0;
  batch.unreadable = 0;
  batch.again = false;
  batch.lost = 0;
  batch.unreadable_times = 0;
  batch.next = now;
}

// After a batch was too large or the queue full: what is refused is found again by halves.
void BatchQueue::may_grow(const Batch& batch) {
  if (batch.members.size() < most_requests_) return;
  const std::size_t most = std::min(settings_.most_requests, service_.most_requests());
  if (most_requests_ + 1 >= too_many_) too_many_ = std::min(too_many_ * 2, most + 1);
  most_requests_ = std::min((most_requests_ + too_many_) / 2, most);
}

// Nothing of it is wanted any more.
void BatchQueue::forget(Batch& batch) {
  keep_of(batch, "done", Value::boolean(true));
  for (std::size_t i = 0; i < batch.members.size(); ++i) {
    const Member& member = batch.members[i];
    if (member.entry) places_.erase(*member.entry);
    const auto known = unclaimed_.find({member.id, member.index});
    if (known != unclaimed_.end() && known->second.batch == batch.number) unclaimed_.erase(known);
  }
  const Number number = batch.number;
  batches_.erase(number);
}

void BatchQueue::stop(std::string why, std::string reason, bool lasts) {
  if (stopped_.why.empty()) stopped_ = {std::move(why), std::move(reason), lasts};
}

std::string BatchQueue::name_of(const Batch& batch) const {
  return concat({"batch ", batch.id.empty() ? "bfclx-" + batch.tag : batch.id});
}

std::string BatchQueue::progress() const {
  std::size_t open = 0;
  std::size_t total = 0;
  std::size_t done = 0;
  for (const auto& [number, batch] : batches_) {
    if (!is_wanted(batch)) continue;
    ++open;
    total += batch.members.size();
    done += std::min(batch.status.done, batch.members.size());
  }
  if (open == 0) return {};
  return concat({counted(open, "batch", "batches"), " at ", service_.title(), ": ",
                 grouped_digits(done), " of ", counted(total, "request", "requests"), " done"});
}

}  // namespace bfclx

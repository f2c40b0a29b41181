#include "python/src/batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "python/src/from_value.h"
#include "python/src/unlocked.h"
#include "tools/bfclx/input/entry_memory.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr std::size_t kChunk = 64;           // responses that a thread takes at once
constexpr std::size_t kPage = 1024;          // responses that threads get to see at once
constexpr std::size_t kStretch = 1U << 14U;  // responses that are read at once, with the lock
constexpr std::size_t kThreadsOfACore = 4;   // at most, whatever is asked for
constexpr auto kBetweenSignals = std::chrono::milliseconds(50);

constexpr std::size_t kLongText = 1U << 20U;  // bytes; to_value bounds what is longer

// What `_columns.column` makes of anything but a list or a tuple, as a list of its own, so that
// nobody changes it while the interpreter lock is away; or a _TextColumn.
nb::object column_of(nb::handle items) {
  nb::object column = nb::borrow(items);
  if (PyList_Check(items.ptr()) == 0 && PyTuple_Check(items.ptr()) == 0) {
    column = nb::module_::import_("bfclx._columns").attr("column")(items);
    if (nb::isinstance<TextColumn>(column)) return column;
  }
  nb::object list = nb::steal(PySequence_List(column.ptr()));
  if (!list.is_valid()) throw nb::python_error();
  return list;
}

}  // namespace

ResponseShape shape_of(const Entry& entry) {
  const Judging judging = entry.category->judging;
  return judging == Judging::kMultiTurn || judging == Judging::kAgentic ? ResponseShape::kEpisode
                                                                        : ResponseShape::kSingle;
}

Batch::Source::Source(nb::handle items) : items_(column_of(items)) {
  if (PyList_Check(items_.ptr()) == 0) texts_ = &nb::cast<const TextColumn&>(items_);
}

std::size_t Batch::Source::size() const {
  return is_texts() ? texts_->texts().size() : static_cast<std::size_t>(PyList_Size(items_.ptr()));
}

nb::object Batch::Source::object(std::size_t index) const {
  if (!is_texts()) {
    return nb::borrow(PyList_GetItem(items_.ptr(), static_cast<Py_ssize_t>(index)));
  }
  return text(index).data() == nullptr ? nb::object(nb::none()) : from_text(text(index));
}

Batch::Batch(nb::handle dataset, nb::handle ids, nb::handle responses)
    : owner_(nb::borrow(dataset)),
      dataset_(nb::cast<DatasetObject&>(dataset)),
      ids_(ids),
      responses_(responses) {
  if (ids_.size() != responses_.size()) {
    throw nb::value_error("there must be as many ids as responses");
  }
  items_.resize(ids_.size());
}

const Entry& Batch::entry_at(std::size_t index) {
  if (!ids_.is_texts()) return dataset_.find_id(ids_.object(index).ptr());
  if (ids_.text(index).data() == nullptr) throw nb::type_error("ids must be strings");
  return dataset_.entry(ids_.text(index));
}

void Batch::read(std::size_t index) {
  Item& item = items_[index];
  item.entry = &entry_at(index);
  const bool in_place = responses_.is_texts() && responses_.text(index).data() != nullptr &&
                        responses_.text(index).size() <= kLongText;
  nb::object response;
  if (!in_place) response = responses_.object(index);
  if (is_single_turn(*item.entry)) {
    const std::optional<std::string_view> text =
        in_place ? responses_.text(index) : text_of(response.ptr());
    if (text) {
      item.text = *text;
      return;
    }
  }
  item.other = std::make_unique<ScoredResponse>();
  item.other->entry = item.entry;
  Value given = in_place ? Value::str(responses_.text(index)) : to_value(response);
  item.other->response = response_of(std::move(given), shape_of(*item.entry));
}

ResultFile Batch::as_file() {
  ResultFile file;
  file.responses.reserve(items_.size());
  for (; read_ < items_.size(); ++read_) {
    read(read_);
    if (read_ % kPage == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
  }
  for (const Item& item : items_) {
    Response& response = file.responses.emplace_back();
    response.id = item.entry->id;
    response.result = item.other != nullptr ? item.other->response : Value::str(item.text);
  }
  return file;
}

nb::object Batch::take_verdict(std::size_t index, const RunSettings& settings) {
  Item& item = items_[index];
  if (item.parts != nullptr) {
    nb::object verdict = nb::cast(VerdictObject(std::move(*item.parts)));
    item.parts.reset();
    return verdict;
  }
  return nb::cast(VerdictObject(item.valid, *item.entry, responses_.object(index),
                                {owner_.ptr(), settings.decoder, settings.underscore_to_dot}));
}

// The scoring. Whoever calls run() takes the items one after the other as they are scored. One
// thread, the caller's, reads the items, a stretch at a time, and makes the verdicts of what has
// been scored, with the interpreter lock; it scores too where others fall behind. The others score
// what has been read. Where the system gives fewer threads, or none, there are fewer; where memory
// does not suffice for an item, this is its verdict.
class Batch::Work {
 public:
  // `with_facts`: of a text that fails the parts are made, too.
  Work(Batch& batch, const RunSettings& settings, std::size_t others, bool with_facts)
      : batch_(batch),
        with_facts_(with_facts),
        items_(batch.items_),
        dataset_(batch.dataset_),
        done_((items_.size() + kChunk - 1) / kChunk),
        settings_((items_.size() + kPage - 1) / kPage) {
    versions_.push_back(settings);
    start(others);
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  ~Work() { stop(); }

  // `take` is called with the index of each item, in their order.
  template <typename Take>
  void run(const Take& take) {
    while (collected_ < items_.size()) {
      if (published_ < items_.size() && backlog() < kStretch) read_stretch();
      {
        // Nobody may be at work any more where the process goes on to its end.
        const Unlocked unlocked([this] { stop(); });
        score_for_a_while();
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (out_of_memory_) throw std::bad_alloc();
      if (stop_) throw std::runtime_error("the interpreter is ending");
      collect(take);
    }
  }

 private:
  void start(std::size_t others) {
    try {
      threads_.reserve(others);
      for (std::size_t i = 0; i < others; ++i) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // a limit of processes, or no room for a stack
    } catch (const std::bad_alloc&) {
    }
  }

  bool has_others() const { return !threads_.empty(); }
  std::size_t backlog() const { return published_ - std::min(next_.load(), published_.load()); }
  bool has_scored(std::size_t index) const {
    return done_[index / kChunk].load(std::memory_order_acquire);
  }

  void read_stretch() {
    const std::size_t end = std::min(items_.size(), published_ + kStretch);
    for (std::size_t begin = published_; begin < end; begin = published_) {
      const std::size_t page_end = std::min(end, begin + kPage);
      for (std::size_t& i = batch_.read_; i < page_end; ++i) batch_.read(i);
      // Tables that have been loaded with the category of one of these.
      const LongContext* const tables = dataset_.loaded_long_context();
      if (tables != versions_.back().long_context) {
        versions_.emplace_back(versions_.back()).long_context = tables;
      }
      settings_[begin / kPage] = &versions_.back();
      published_.store(page_end, std::memory_order_release);
      if (has_others()) published_.notify_all();
    }
  }

  // Until there is something to do with the lock.
  void score_for_a_while() {
    const auto begin = std::chrono::steady_clock::now();
    while (!stop_) {
      if (!take_chunk()) {
        if (published_ < items_.size() || has_scored(collected_)) return;
        std::this_thread::yield();  // for the last chunks of others
      }
      if (has_others() && published_ < items_.size() && backlog() < kStretch) return;
      if (std::chrono::steady_clock::now() - begin > kBetweenSignals) return;
    }
  }

  template <typename Take>
  void collect(const Take& take) {
    const std::size_t scored = published_;
    for (; collected_ < scored && has_scored(collected_); ++collected_) take(collected_);
  }

  // Of the other threads.
  void work() {
    while (!stop_) {
      const std::size_t published = published_.load(std::memory_order_acquire);
      if (take_chunk()) continue;
      if (published == items_.size()) return;
      published_.wait(published);
    }
  }

  bool take_chunk() {
    const std::size_t published = published_.load(std::memory_order_acquire);
    std::size_t begin = next_.load(std::memory_order_relaxed);
    do {
      if (begin >= published) return false;
    } while (!next_.compare_exchange_weak(begin, std::min(begin + kChunk, published)));
    const std::size_t end = std::min(begin + kChunk, published);
    if (is_ending()) stop_ = true;
    tools::EntryMemory::Share share(memory_);
    for (std::size_t i = begin; i < end && !stop_; ++i) {
      try {
        score_or_tell(share, items_[i], *settings_[begin / kPage]);
      } catch (const std::bad_alloc&) {  // not even for telling it
        out_of_memory_ = true;
        stop_ = true;
      }
    }
    done_[begin / kChunk].store(!stop_, std::memory_order_release);
    return true;
  }

  void score_or_tell(tools::EntryMemory::Share& share, Item& item,
                     const RunSettings& settings) const {
    const auto forget = [&] {
      if (item.other == nullptr) return;
      item.other->verdict = Verdict();
      item.other->episode.reset();
      item.other->agentic.reset();
      item.other->executable.reset();
    };
    if (share.try_entry([&] { score_item(item, settings); }, forget)) return;
    item.other.reset();
    ScoredResponse lost;
    lost.entry = item.entry;
    lost.id = item.entry->id;
    set_out_of_memory(lost);
    item.parts = std::make_unique<VerdictParts>(parts_of(lost));
  }

  void score_item(Item& item, const RunSettings& settings) const {
    if (item.other == nullptr) {
      item.valid = is_valid(*item.entry, item.text, *settings.decoder, settings.underscore_to_dot);
      if (item.valid || !with_facts_) return;
      item.parts = std::make_unique<VerdictParts>();
      item.parts->verdict = bfclx::score(*item.entry, Value::str(item.text), *settings.decoder,
                                         settings.underscore_to_dot);
      return;
    }
    item.other->id = item.entry->id;
    score_response(*item.other, settings);
    item.parts = std::make_unique<VerdictParts>(parts_of(*item.other));
    item.other.reset();
  }

  // No thread is at work after it.
  void stop() {
    stop_ = true;
    published_.store(items_.size());
    published_.notify_all();
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }

  Batch& batch_;
  bool with_facts_;
  std::vector<Item>& items_;
  DatasetObject& dataset_;
  std::atomic<std::size_t> published_{0};  // items that may be scored; whole pages, or all
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::atomic<bool> out_of_memory_{false};
  tools::EntryMemory memory_;
  std::vector<std::atomic<bool>> done_;       // of each chunk
  std::vector<const RunSettings*> settings_;  // of each page
  std::deque<RunSettings> versions_;
  std::size_t collected_ = 0;
  std::vector<std::thread> threads_;
};

std::size_t Batch::threads_of(std::size_t given) const {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  if (given == 0) given = cores;
  const std::size_t chunks = (items_.size() + kChunk - 1) / kChunk;
  return std::clamp<std::size_t>(std::min(given, cores * kThreadsOfACore), 1,
                                 std::max<std::size_t>(chunks, 1));
}

nb::list Batch::score(const RunSettings& settings, std::size_t threads) && {
  nb::list list = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(items_.size())));
  if (!list.is_valid()) throw nb::python_error();
  Work(*this, settings, threads_of(threads) - 1, false).run([&](std::size_t index) {
    nb::object verdict = take_verdict(index, settings);
    PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(index), verdict.release().ptr());
  });
  return list;
}

Columns Batch::score_columns(const RunSettings& settings, std::size_t threads) && {
  Columns columns;
  columns.reserve(items_.size());
  Work(*this, settings, threads_of(threads) - 1, true).run([&](std::size_t index) {
    Item& item = items_[index];
    if (item.parts == nullptr) {
      columns.add_valid();
    } else {
      columns.add(*item.parts);
      item.parts.reset();
    }
  });
  return columns;
}

}  // namespace bfclx::python_binding

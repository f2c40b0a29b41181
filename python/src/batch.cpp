#include "python/src/batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "python/src/unlocked.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr std::size_t kChunk = 32;  // replies that a thread takes at once
constexpr auto kBetweenSignals = std::chrono::milliseconds(50);
constexpr Py_ssize_t kBetweenLooks = 4096;  // replies that are read between two looks for signals
constexpr Py_ssize_t kLongText = 1 << 20;   // bytes; to_value bounds what is longer

// A list of its own, so that nobody changes it while the interpreter lock is away.
nb::object list_of(nb::handle items) {
  nb::object list = nb::steal(PySequence_List(items.ptr()));
  if (!list.is_valid()) throw nb::python_error();
  return list;
}

// The bytes of a Python text, which belong to it; nothing for what is none, is very long or has a
// lone surrogate.
std::optional<std::string_view> text_of(PyObject* object) {
  if (PyUnicode_Check(object) == 0) return std::nullopt;
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_AsUTF8AndSize(object, &size);
  if (utf8 == nullptr) PyErr_Clear();
  if (utf8 == nullptr || size > kLongText) return std::nullopt;
  return std::string_view(utf8, static_cast<std::size_t>(size));
}

}  // namespace

ReplyShape shape_of(const Entry& entry) {
  const Judging judging = entry.category->judging;
  return judging == Judging::kMultiTurn || judging == Judging::kAgentic ? ReplyShape::kEpisode
                                                                        : ReplyShape::kSingle;
}

Batch::Batch(std::shared_ptr<DatasetObject> dataset, nb::handle ids, nb::handle replies)
    : dataset_(std::move(dataset)), replies_(list_of(replies)) {
  const nb::object id_list = list_of(ids);
  const Py_ssize_t count = PyList_Size(id_list.ptr());
  if (count != PyList_Size(replies_.ptr())) {
    throw nb::value_error("ids and replies must be of one length");
  }
  items_.reserve(static_cast<std::size_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    add(PyList_GetItem(id_list.ptr(), i), PyList_GetItem(replies_.ptr(), i));
    if (i % kBetweenLooks == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

void Batch::add(nb::handle id, PyObject* reply) {
  const std::optional<std::string_view> name = text_of(id.ptr());
  if (!name) throw nb::type_error("ids must be texts");
  Item& item = items_.emplace_back();
  item.entry = &dataset_->entry(*name);
  if (is_single_turn(*item.entry)) {
    if (const std::optional<std::string_view> text = text_of(reply)) {
      item.text = *text;
      return;
    }
  }
  item.other = std::make_unique<ScoredReply>();
  item.other->id = item.entry->id;
  item.other->entry = item.entry;
  item.other->reply = reply_of(to_value(reply), shape_of(*item.entry));
}

ResultFile Batch::as_file() const {
  ResultFile file;
  file.replies.reserve(items_.size());
  for (const Item& item : items_) {
    Reply& reply = file.replies.emplace_back();
    reply.id = item.entry->id;
    reply.result = item.other != nullptr ? item.other->reply : Value::str(item.text);
  }
  return file;
}

// The scoring, without the interpreter lock.
class Batch::Work {
 public:
  Work(std::vector<Item>& items, const RunSettings& settings)
      : items_(items), settings_(settings) {}

  // On the caller's thread and `others` more.
  void run(std::size_t others) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < others; ++i) {
      threads.emplace_back([this] {
        while (take_chunk()) {
        }
      });
    }
    auto asked = std::chrono::steady_clock::now();
    while (take_chunk()) {
      const auto now = std::chrono::steady_clock::now();
      if (now - asked < kBetweenSignals) continue;
      asked = now;
      ask_for_signals();
    }
    for (std::thread& thread : threads) thread.join();
  }

  bool stopped() const { return stop_; }
  bool interrupted() const { return interrupted_; }

 private:
  bool take_chunk() {
    const std::size_t begin = next_.fetch_add(kChunk);
    if (begin >= items_.size() || stop_) return false;
    if (is_ending()) stop_ = true;
    const std::size_t end = std::min(items_.size(), begin + kChunk);
    for (std::size_t i = begin; i < end && !stop_; ++i) score_item(items_[i]);
    return true;
  }

  void score_item(Item& item) {
    if (item.other == nullptr) {
      item.valid = bfclx::score(*item.entry, Value::str(item.text), *settings_.decoder,
                                settings_.underscore_to_dot)
                       .valid;
      return;
    }
    score_reply(*item.other, settings_);
    item.other->reply = Value();
    item.parts = std::make_unique<VerdictParts>(parts_of(*item.other));
    item.other.reset();
  }

  // The exception stays set for the caller, who takes the lock next.
  void ask_for_signals() {
    if (is_ending()) return;
    const nb::gil_scoped_acquire acquired;
    if (PyErr_CheckSignals() == 0) return;
    interrupted_ = true;
    stop_ = true;
  }

  std::vector<Item>& items_;
  const RunSettings& settings_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stop_{false};
  bool interrupted_ = false;
};

nb::list Batch::score(const RunSettings& settings, std::size_t threads) && {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t chunks = (items_.size() + kChunk - 1) / kChunk;
  Work work(items_, settings);
  {
    const Unlocked unlocked;
    work.run(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(chunks, 1)) - 1);
  }
  if (work.interrupted()) throw nb::python_error();
  if (work.stopped()) throw std::runtime_error("the interpreter is ending");
  const auto reading = std::make_shared<const TextReading>(
      TextReading{dataset_, settings.decoder, settings.underscore_to_dot});
  nb::list list = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(items_.size())));
  if (!list.is_valid()) throw nb::python_error();
  for (std::size_t i = 0; i < items_.size(); ++i) {
    Item& item = items_[i];
    const auto at = static_cast<Py_ssize_t>(i);
    nb::object verdict =
        item.parts != nullptr
            ? nb::cast(VerdictObject(std::move(*item.parts)))
            : nb::cast(VerdictObject(item.valid, *item.entry,
                                     nb::borrow(PyList_GetItem(replies_.ptr(), at)), reading));
    item.parts.reset();
    PyList_SetItem(list.ptr(), at, verdict.release().ptr());
  }
  return list;
}

}  // namespace bfclx::python_binding

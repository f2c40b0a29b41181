// Gives on items in the order of their indices, whichever thread has them first.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_IN_ORDER_H_
#define BFCLX_TOOLS_BFCLX_SCORE_IN_ORDER_H_

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace bfclx::tools {

template <typename Item>
class InOrder {
 public:
  // `give` is called by one thread at a time.
  explicit InOrder(std::function<void(Item)> give) : give_(std::move(give)) {}

  // The item of each index from 0 on, once; it waits for those before it.
  void take(std::size_t index, Item item) {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.insert_or_assign(index, std::move(item));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_;
         first = waiting_.begin()) {
      Item ready = std::move(first->second);
      waiting_.erase(first);
      ++next_;
      give_(std::move(ready));
    }
  }

 private:
  std::function<void(Item)> give_;
  std::mutex mutex_;
  std::map<std::size_t, Item> waiting_;
  std::size_t next_ = 0;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_IN_ORDER_H_

#include "tools/bfclx/input/read_inputs.h"

#include <cstdint>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/large_results.h"
#include "tools/bfclx/input/parallel.h"
#include "tools/bfclx/input/unpack_budget.h"

namespace bfclx::tools {
namespace {

void read_one(ReadInput& read, bool any_text) {
  if (!read.input.embedded) {
    if (std::optional<ResultFile> large = read_large_results(read.input.path)) {
      read.results = std::move(*large);
      return;
    }
  }
  FileBytes file = read_input(read.input);
  read.error = std::move(file.error);
  if (!read.error.empty() && file.bytes.empty()) return;  // nothing was read, nothing is in it
  read.results = read_responses(file, any_text, read.input.path, UnpackPool::of_command());
}

}  // namespace

std::vector<ReadInput> read_inputs(std::vector<Input> inputs, std::size_t jobs, bool any_text,
                                   const std::function<void()>& beside) {
  std::vector<ReadInput> reads(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) reads[i].input = std::move(inputs[i]);
  ReadOrder order(reads.size());
  parallel_for(reads.size() + 1, jobs, [&](std::size_t task) {
    if (task == 0) {
      beside();
      return;
    }
    const ReadOrder::Place place(order, task - 1);
    try {
      read_one(reads[task - 1], any_text);
    } catch (const std::bad_alloc&) {
      reads[task - 1].results = {};
      reads[task - 1].error = "cannot be read: out of memory";
    }
  });
  return reads;
}

ReadAhead::ReadAhead(std::vector<Input> inputs, std::size_t jobs, bool any_text)
    : inputs_(std::move(inputs)), jobs_(jobs), any_text_(any_text) {
  try {
    thread_.emplace([this] { read(); });
  } catch (const std::system_error&) {
    thread_.reset();
  }
}

bool ReadAhead::is_cheap(const std::vector<Input>& inputs) {
  std::uint64_t bytes = 0;
  for (const Input& input : inputs) {
    std::error_code error;
    if (input.embedded || !std::filesystem::is_regular_file(input.path, error)) return false;
    const std::string extension = std::filesystem::path(input.path).extension().string();
    if (extension != ".json" && extension != ".jsonl") return false;
    bytes += std::filesystem::file_size(input.path, error);
    if (error || bytes > kLargeFile) return false;
  }
  return true;
}

void ReadAhead::read() noexcept {
  try {
    reads_ = read_inputs(inputs_, jobs_, any_text_, [] {});
  } catch (...) {
    failure_ = std::current_exception();
  }
  is_read_ = true;
}

std::vector<ReadInput> ReadAhead::take() {
  thread_.reset();
  if (!is_read_) read();
  if (failure_) std::rethrow_exception(failure_);
  return std::move(reads_);
}

}  // namespace bfclx::tools

// Recorded call sequences of the memory backends (memory/README.md of served.tar.xz).
#ifndef BFCLX_TESTS_CONFORMANCE_MEMORY_H_
#define BFCLX_TESTS_CONFORMANCE_MEMORY_H_

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "tests/conformance/tally.h"

namespace bfclx::conformance {

// A class and how many of its sequences are recorded in served.tar.xz.
struct MemoryRecording {
  std::string_view class_name;
  std::size_t sequences;
};
inline constexpr MemoryRecording kMemoryRecordings[] = {
    {"MemoryAPI_kv", 100}, {"MemoryAPI_rec_sum", 85}, {"MemoryAPI_vector", 90}};

// A verdict is a sequence: what it starts from, every call, the state, the text for the system
// prompt, the snapshot files; or what a damaged snapshot raises.
void compare_memory(const std::filesystem::path& path, Tally& tally);
// embedding_examples.jsonl: a verdict is a text.
inline constexpr std::size_t kEmbeddingExamples = 6;
void compare_embeddings(const std::filesystem::path& path, Tally& tally);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_MEMORY_H_

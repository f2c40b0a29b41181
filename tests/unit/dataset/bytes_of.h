// A text as a file that is read piece by piece.
#ifndef BFCLX_TESTS_UNIT_DATASET_BYTES_OF_H_
#define BFCLX_TESTS_UNIT_DATASET_BYTES_OF_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/dataset/json_scanner.h"

namespace bfclx {

inline ReadBytes bytes_of(std::string_view text) {
  return [text](std::uint64_t offset, char* buffer, std::size_t size) {
    if (offset >= text.size()) return std::size_t{0};
    const std::string_view part = text.substr(offset, size);
    std::memcpy(buffer, part.data(), part.size());
    return part.size();
  };
}

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_DATASET_BYTES_OF_H_

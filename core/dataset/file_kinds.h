// Recognises files that hold no responses as text, by their first bytes. One message says what the
// file is and what to pass instead.
#ifndef BFCLX_CORE_DATASET_FILE_KINDS_H_
#define BFCLX_CORE_DATASET_FILE_KINDS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bfclx {

// The one member of the first line of a file of `bfclx score --shard`.
inline constexpr std::string_view kShardMember = "bfclx_share";

// "the file is a PNG image; ..." for images, documents, archives, tables and texts in other
// encodings, and the verdicts of a shard; empty for everything else.
std::string refused_kind(std::string_view bytes);

// The same for what is no JSON: CSV, YAML, HTML, XML, pointers of Git LFS, other binary files. Only
// for a text in which no response was found, because these are told by their first line alone.
std::string refused_text_kind(std::string_view text);

// Whether a file is named as an archive or as compressed otherwise than with gzip: inside an
// archive none of these is opened. In any case of the letters.
bool is_named_as_archive(std::string_view name);

// A header of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format"), kTarBlock bytes.
inline constexpr std::size_t kTarBlock = 512;
// The number in such a field: octal digits, or GNU's and star's binary numbers; nullopt for what is
// neither.
std::optional<std::uint64_t> tar_number(std::string_view field);
bool has_tar_checksum(std::string_view header);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_FILE_KINDS_H_

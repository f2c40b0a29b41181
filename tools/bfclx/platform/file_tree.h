// Folders and what is in them, over the calls of platform/files.h. Links are never followed, but
// where a path itself leads through them. What std::filesystem has for files that nobody injects
// faults into.
#ifndef BFCLX_TOOLS_BFCLX_PLATFORM_FILE_TREE_H_
#define BFCLX_TOOLS_BFCLX_PLATFORM_FILE_TREE_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bfclx::files {

enum class FileKind : std::uint8_t { kNone, kFile, kFolder, kLink, kOther };
// Of the name itself. kNone where it is not there, or cannot be looked at.
FileKind kind_of(const std::filesystem::path& path);
// Whether something is there, links followed.
bool is_there(const std::filesystem::path& path);
// Bytes; 0 where nothing is there.
std::uint64_t size_of(const std::filesystem::path& path);
// Seconds since 1970 (files::clock); none where nothing is there.
std::optional<double> changed_at(const std::filesystem::path& path);

// Names in the folder, sorted. None with errno.
std::optional<std::vector<std::string>> names_in(const std::filesystem::path& folder);
// All below the folder, each folder before what is in it. False with errno where a folder cannot be
// read.
bool each_below(const std::filesystem::path& folder,
                const std::function<void(const std::filesystem::path& path, FileKind kind)>& each);

// The folder and those above it. False with errno.
bool make_folders(const std::filesystem::path& folder);
// False with errno, ENOENT where nothing is there.
bool remove_name(const std::filesystem::path& path);
// With all that is below. False with errno of the first that stays; what is gone is no error.
bool remove_tree(const std::filesystem::path& path);
bool rename_path(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace bfclx::files

#endif  // BFCLX_TOOLS_BFCLX_PLATFORM_FILE_TREE_H_

// Files below an output folder, opened without following links.
//
// The folder itself may be a link, as the user named it. Everything below it is opened name by name
// (openat, O_NOFOLLOW), so that a link that somebody put there leads nothing of ours elsewhere.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_BELOW_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_BELOW_H_

#include <sys/types.h>

#include <filesystem>
#include <string>

namespace bfclx::tools {

// A file descriptor, closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  int release();

 private:
  int number_;
};

// The folder `path` below `root`, open for openat(); with `make` it and those above it are made.
// Without a descriptor errno says why: ELOOP where a link is in the way, EINVAL where the path has
// "..", or is absolute. An empty path is the root.
Descriptor open_folder_below(const std::filesystem::path& root, const std::filesystem::path& path,
                             bool make);

// open(2) of the file `path` below `root`, O_CLOEXEC and O_NOFOLLOW added; with O_CREAT the folders
// above it are made. errno as above.
Descriptor open_below(const std::filesystem::path& root, const std::filesystem::path& path,
                      int flags, mode_t mode = 0666);

// unlink(2), likewise. False with errno.
bool remove_below(const std::filesystem::path& root, const std::filesystem::path& path);

// strerror; of a link in the way: what it is and what to do.
std::string reason_text(int error_number);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_BELOW_H_

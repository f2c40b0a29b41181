// The recordings: MANIFEST.json and the files that it names.
#ifndef BFCLX_TESTS_CONFORMANCE_MANIFEST_H_
#define BFCLX_TESTS_CONFORMANCE_MANIFEST_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace bfclx::conformance {

// One run: the responses of a model, judged with one decoder and one underscore_to_dot.
struct Run {
  std::string source;
  std::string model;
  std::string decoder;
  bool underscore_to_dot = false;
  std::filesystem::path result_dir;
  std::filesystem::path golden_dir;
  std::vector<std::pair<std::string, std::size_t>> categories;  // name, recorded entries
};

struct Recordings {
  std::filesystem::path data_dir;  // form of bfcl-data
  std::vector<Run> runs;
};

// Where the recordings are and where packed ones go.
struct Places {
  std::filesystem::path conformance;  // folder with MANIFEST.json
  std::filesystem::path data;
  std::filesystem::path unpack;        // for the archives; made when needed
  std::string cmake = "cmake";         // unpacks them
  std::filesystem::path prompt_texts;  // prompt_texts.json, where `data` has none
};

// Ends the program with a message when the manifest cannot be read.
Recordings load_recordings(const Places& places);

// A file or folder of the recordings by its path below `conformance`, unpacked from
// <first part of the path>.tar.xz when it is not there; ends the program when neither is.
std::filesystem::path locate(const Places& places, const std::string& relative);

std::string read_file(const std::filesystem::path& path);
// The file below `directory` that belongs to the category; empty when there is none.
std::filesystem::path find_category_file(const std::filesystem::path& directory,
                                         const std::string& category, const std::string& suffix);
// Calls `use` with each line that is not empty.
template <typename Use>
void for_each_line(const std::string& text, Use use) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    if (end > begin) use(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
}

[[noreturn]] void fail(const std::string& message);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_MANIFEST_H_

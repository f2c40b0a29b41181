#include "tests/conformance/manifest.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace bfclx::conformance {

namespace fs = std::filesystem;

void fail(const std::string& message) {
  std::fprintf(stderr, "conformance: %s\n", message.c_str());
  std::exit(2);
}

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail("cannot read " + path.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

// Packed sources lie as <first part of the path>.tar.xz beside the manifest.
fs::path locate(const Places& places, const std::string& relative) {
  fs::path plain = places.conformance / relative;
  if (fs::exists(plain)) return plain;
  std::string top = relative.substr(0, relative.find('/'));
  fs::path archive = places.conformance / (top + ".tar.xz");
  if (!fs::exists(archive)) fail("the manifest names " + relative + ", which is not there");
  static std::set<std::string> unpacked;
  if (unpacked.insert(top).second && !fs::exists(places.unpack / (top + ".done"))) {
    fs::create_directories(places.unpack);
    std::string command = "cd '" + places.unpack.string() + "' && '" + places.cmake +
                          "' -E tar xf '" + fs::absolute(archive).string() + "'";
    if (std::system(command.c_str()) != 0) fail("cannot unpack " + archive.string());
    std::ofstream(places.unpack / (top + ".done")) << "unpacked\n";
  }
  return places.unpack / relative;
}

Recordings load_recordings(const Places& places) {
  nlohmann::json manifest =
      nlohmann::json::parse(read_file(places.conformance / "MANIFEST.json"), nullptr, false);
  if (manifest.is_discarded()) fail("MANIFEST.json is no JSON");
  Recordings recordings;
  recordings.data_dir = places.data;
  for (const auto& item : manifest.at("runs")) {
    Run run;
    run.source = item.at("source");
    run.model = item.at("model");
    run.decoder = item.at("decoder");
    run.underscore_to_dot = item.at("underscore_to_dot");
    run.result_dir = locate(places, item.at("result_dir"));
    run.golden_dir = locate(places, item.at("golden_dir"));
    for (const auto& [name, counts] : item.at("categories").items()) {
      run.categories.emplace_back(name, counts.at("n").get<std::size_t>());
    }
    recordings.runs.push_back(std::move(run));
  }
  return recordings;
}

fs::path find_category_file(const fs::path& directory, const std::string& category,
                            const std::string& suffix) {
  std::string name = "BFCL_v4_" + category + suffix;
  if (!fs::exists(directory)) return {};
  for (const auto& item : fs::recursive_directory_iterator(directory)) {
    if (item.path().filename() == name) return item.path();
  }
  return {};
}

}  // namespace bfclx::conformance

#include "tests/conformance/manifest.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/value.h"

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

namespace {

const Value& at(const Value& object, std::string_view key) {
  const Value* found = object.is_dict() ? object.as_dict().find(key) : nullptr;
  if (found == nullptr) fail("MANIFEST.json lacks \"" + std::string(key) + "\"");
  return *found;
}

std::string text_at(const Value& object, std::string_view key) {
  return std::string(at(object, key).as_str());
}

}  // namespace

Recordings load_recordings(const Places& places) {
  const Result<Value> manifest = json_loads(read_file(places.conformance / "MANIFEST.json"));
  if (!manifest.ok()) fail("MANIFEST.json is no JSON");
  Recordings recordings;
  recordings.data_dir = places.data;
  for (const Value& item : at(*manifest, "runs").items()) {
    Run run;
    run.source = text_at(item, "source");
    run.model = text_at(item, "model");
    run.decoder = text_at(item, "decoder");
    // Those of the executable categories have none.
    const bool says = item.as_dict().contains("underscore_to_dot");
    run.underscore_to_dot = says && at(item, "underscore_to_dot").as_bool();
    run.result_dir = locate(places, text_at(item, "result_dir"));
    run.golden_dir = locate(places, text_at(item, "golden_dir"));
    for (const auto& [name, counts] : at(item, "categories").as_dict()) {
      run.categories.emplace_back(name.as_str(),
                                  static_cast<std::size_t>(at(counts, "n").as_int64()));
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

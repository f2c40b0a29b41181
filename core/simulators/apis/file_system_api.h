// The class behind file_system.h, whose methods lie in several files.
#ifndef BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_API_H_
#define BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_API_H_

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "core/base/result.h"
#include "core/simulators/apis/file_system.h"
#include "core/simulators/apis/file_system_tree.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

namespace file_system {

// Part of an f-string: text, or an object of any type.
struct Piece {
  Piece(const char* words) : text(words) {}       // NOLINT: implicit by design
  Piece(std::string_view words) : text(words) {}  // NOLINT: likewise
  Piece(const Value& value) : object(&value) {}   // NOLINT: likewise
  std::string_view text;
  const Value* object = nullptr;
};

// {key: f"..."}
Result<Value> text_dict(std::string_view key, std::initializer_list<Piece> pieces);
inline Result<Value> error_with(std::initializer_list<Piece> pieces) {
  return text_dict("error", pieces);
}
inline Result<Value> result_with(std::initializer_list<Piece> pieces) {
  return text_dict("result", pieces);
}

// _validate_file_or_directory_name
Result<bool> is_valid_name(const Value& name);

// mv and cp differ in these words, and in whether the source stays.
struct Transfer {
  std::string_view tool;
  std::string_view verb;
  std::string_view done;
  bool copies;
};
inline constexpr Transfer kMove{"mv", "move", "moved", false};
inline constexpr Transfer kCopy{"cp", "copy", "copied", true};

}  // namespace file_system

class GorillaFileSystem final : public Simulator {
 public:
  explicit GorillaFileSystem(EpisodeModules& modules) : Simulator(modules) {}

  const ClassTable& table() const override { return file_system_table(); }
  Status load_scenario(const Value& scenario, bool long_context) override;
  bool attributes_equal(std::size_t index, const Simulator& other) const override;
  bool equals_a_copy() const override { return FileTree::equal(tree_, *root_, tree_, *root_); }

  Result<Value> pwd(Arguments arguments);
  Result<Value> ls(Arguments arguments);
  Result<Value> cd(Arguments arguments);
  Result<Value> mkdir(Arguments arguments);
  Result<Value> touch(Arguments arguments);
  Result<Value> echo(Arguments arguments);
  Result<Value> cat(Arguments arguments);
  Result<Value> find(Arguments arguments);
  Result<Value> wc(Arguments arguments);
  Result<Value> sort(Arguments arguments);
  Result<Value> grep(Arguments arguments);
  Result<Value> du(Arguments arguments);
  Result<Value> tail(Arguments arguments);
  Result<Value> diff(Arguments arguments);
  Result<Value> mv(Arguments arguments) {
    return transfer(file_system::kMove, arguments[0], arguments[1]);
  }
  Result<Value> rm(Arguments arguments);
  Result<Value> rmdir(Arguments arguments);
  Result<Value> cp(Arguments arguments) {
    return transfer(file_system::kCopy, arguments[0], arguments[1]);
  }

  static Value long_context(const Simulator& self);
  static Value root(const Simulator& self);

 private:
  Status load_directory(const Value& contents, FileNode& directory, std::size_t depth);
  Status load_file(const Value& name, const Value& data, FileNode& directory);
  Status populate(FileNode& directory);
  Result<FileNode*> find_here(const Value& name);
  Result<FileNode*> find_file(const Value& name);
  Result<FileNode*> navigate(const Value& path);
  Result<Value> transfer(const file_system::Transfer& kind, const Value& source,
                         const Value& destination);
  Status place(const file_system::Transfer& kind, const FileNode& item, FileNode& directory,
               const Value& name);

  FileTree tree_;
  FileNode* root_ = nullptr;
  FileNode* current_ = nullptr;
  bool long_context_ = false;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_API_H_

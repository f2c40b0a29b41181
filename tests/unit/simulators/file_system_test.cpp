#include "core/simulators/apis/file_system.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;
using testing::Step;

// Expected is what the official class answers in CPython 3.11.
constexpr const char* kScenario = R"({"root": {"home": {"type": "directory", "contents": {
    "notes.txt": {"type": "file", "content": "pear\napple\r\nfig tree\n"},
    ".hidden": {"type": "file", "content": ""},
    "docs": {"type": "directory", "contents": {
        "a.txt": {"type": "file", "content": "é"},
        "old": {"type": "directory", "contents": {}}}}}}}})";

void run(const std::vector<Step>& steps) {
  Session session("GorillaFileSystem", kScenario);
  session.run_all(steps);
}

TEST(FileSystem, Navigation) {
  run({
      {"pwd()", R"({"current_working_directory": "/home"})"},
      {"ls()", R"({"current_directory_content": ["notes.txt", "docs"]})"},
      {"ls(a=True)", R"({"current_directory_content": ["notes.txt", ".hidden", "docs"]})"},
      {"ls(a='yes')", R"({"current_directory_content": ["notes.txt", ".hidden", "docs"]})"},
      {"cd(folder='docs')", R"({"current_working_directory": "docs"})"},
      {"pwd()", R"({"current_working_directory": "/home/docs"})"},
      {"cd(folder='old/')", R"({"current_working_directory": "old"})"},
      {"pwd()", R"({"current_working_directory": "/home/docs/old"})"},
      {"cd('..')", "{}"},
      {"cd(folder='..')", "{}"},
      {"cd(folder='..')", R"({"error": "Current directory is already the root. Cannot go back."})"},
      {"cd(folder='docs/old')",
       R"({"error": "cd: docs/old: Unsupported path. Only one folder level at a time is supported."})"},
      {"cd(folder='missing')", R"({"error": "cd: 'missing': No such file or directory"})"},
      {"cd(folder='notes.txt')", R"({"error": "cd: 'notes.txt': No such file or directory"})"},
      {"cd(folder='.')", R"({"current_working_directory": "home"})"},
      {"cd(folder='')", R"({"current_working_directory": "home"})"},
      {"cd(folder='docs')", R"({"current_working_directory": "docs"})"},
      {"cd('///')", R"({"current_working_directory": "home"})"},
      {"pwd()", R"({"current_working_directory": "/home"})"},
      {"cd(folder=5)", "Error during execution: 'int' object has no attribute 'rstrip'"},
      {"cd(folder=b'docs')", "Error during execution: a bytes-like object is required, not 'str'"},
  });
}

TEST(FileSystem, CreatingAndWriting) {
  run({
      {"touch(file_name='new')", "None"},
      {"touch(file_name='new')", R"({"error": "touch: cannot touch 'new': File exists"})"},
      {"touch('a/b')", R"({"error": "touch: cannot touch 'a/b': Invalid character"})"},
      {"mkdir('new')", R"({"error": "mkdir: cannot create directory 'new': File exists"})"},
      {"mkdir(dir_name='dir')", "None"},
      {"mkdir('dir:1')",
       R"({"error": "mkdir: cannot create directory 'dir:1': Invalid character"})"},
      {"echo('text')", R"({"terminal_output": "text"})"},
      {"echo('text', 'new')", "None"},
      {"cat('new')", R"({"file_content": "text"})"},
      {"echo('text', 'nowhere')", R"({"error": "echo: cannot write to 'nowhere': No such file"})"},
      {"echo('text', '')", R"({"terminal_output": "text"})"},
      {"echo('text', 'a*b')", R"({"error": "echo: cannot write to 'a*b': Invalid character"})"},
      {"echo('text', 'dir')",
       "Error during execution: 'Directory' object has no attribute '_write'"},
      {"echo(content={'a': (1, 2)}, file_name='new')", "None"},
      {"cat(file_name='new')", R"({"file_content": {"a": [1, 2]}})"},
      {"echo(content={1, 2}, file_name='new')", "None"},
      {"cat('new')", "{'file_content': {1, 2}}"},
      {"cat('dir')", R"({"error": "cat: 'dir': Is a directory"})"},
      {"cat('gone')", R"({"error": "cat: 'gone': No such file or directory"})"},
      {"cat('a?')", R"({"error": "cat: 'a?': Invalid character"})"},
      {"touch()",
       "Error during execution: GorillaFileSystem.touch() missing 1 required positional argument: "
       "'file_name'"},
      {"touch(name='x')",
       "Error during execution: GorillaFileSystem.touch() got an unexpected keyword argument "
       "'name'"},
  });
}

// Names may be of any type that "in" and a dict take.
TEST(FileSystem, OddNames) {
  run({
      {"touch(5)", "Error during execution: argument of type 'int' is not iterable"},
      {"mkdir([])", "Error during execution: unhashable type: 'list'"},
      {"touch({'|': 1})", R"({"error": "touch: cannot touch '{'|': 1}': Invalid character"})"},
      {"touch(('a', 1))", "None"},
      {"ls()", "Error during execution: 'tuple' object has no attribute 'startswith'"},
      {"ls(True)", R"({"current_directory_content": ["notes.txt", ".hidden", "docs", ["a", 1]]})"},
      {"touch(('|',))", R"({"error": "touch: cannot touch '('|',)': Invalid character"})"},
      {"find()",
       R"~({"matches": ["./notes.txt", "./.hidden", "./docs", "./docs/a.txt", "./docs/old", "./('a', 1)"]})~"},
      {"find(name='a')", R"~({"matches": ["./docs/a.txt", "./('a', 1)"]})~"},
      {"mkdir(('d',))", "None"},
      {"cd(('d',))", "Error during execution: 'tuple' object has no attribute 'rstrip'"},
      {"rm(5)", R"({"error": "rm: cannot remove '5': No such file or directory"})"},
      {"rm(True)", R"({"error": "rm: cannot remove 'True': No such file or directory"})"},
      {"rm([1])", "Error during execution: unhashable type: 'list'"},
      {"rm(('a', 1.0))", R"({"result": "'('a', 1.0)' removed"})"},
      {"touch('.')", "None"},
      {"cat('.')", R"({"error": "cat: '.': Is a directory"})"},
      {"echo('x', '.')", "Error during execution: 'Directory' object has no attribute '_write'"},
      {"rmdir('.')", R"({"error": "rmdir: cannot remove '.': Directory not empty"})"},
      {"rm('.')", R"({"result": "'.' removed"})"},
      {"touch('')", "None"},
      {"ls()", "Error during execution: 'tuple' object has no attribute 'startswith'"},
  });
}

TEST(FileSystem, Find) {
  run({
      {"find()",
       R"({"matches": ["./notes.txt", "./.hidden", "./docs", "./docs/a.txt", "./docs/old"]})"},
      {"find(path='docs')", R"({"matches": ["docs/a.txt", "docs/old"]})"},
      {"find('docs/', 'a')", R"({"matches": ["docs/a.txt"]})"},
      {"find('/docs//', 'l')", R"({"matches": ["/docs/old"]})"},
      {"find('./docs', 'o')", R"({"matches": ["./docs/old"]})"},
      {"find(path='/')",
       R"({"matches": ["/notes.txt", "/.hidden", "/docs", "/docs/a.txt", "/docs/old"]})"},
      {"find(name='')",
       R"({"matches": ["./notes.txt", "./.hidden", "./docs", "./docs/a.txt", "./docs/old"]})"},
      {"find('docs/..')", R"({"error": "find: 'docs/..': No such file or directory"})"},
      {"find('gone')", R"({"error": "find: 'gone': No such file or directory"})"},
      {"find('notes.txt')", R"({"error": "find: 'notes.txt': No such file or directory"})"},
      {"find('')", R"({"error": "find: '': No such file or directory"})"},
      {"find(None)", "Error during execution: 'NoneType' object has no attribute 'rstrip'"},
      {"find(5)", "Error during execution: 'int' object has no attribute 'strip'"},
      {"find(b'.')", "Error during execution: a bytes-like object is required, not 'str'"},
      {"find('.', 5)",
       "Error during execution: 'in <string>' requires string as left operand, not int"},
  });
}

TEST(FileSystem, TextTools) {
  run({
      {"wc('notes.txt')", R"({"count": 3, "type": "lines"})"},
      {"wc('notes.txt', 'w')", R"({"count": 4, "type": "words"})"},
      {"wc(file_name='notes.txt', mode='c')", R"({"count": 21, "type": "characters"})"},
      {"wc('notes.txt', 'x')", R"({"error": "wc: invalid mode 'x'"})"},
      {"wc('docs')", R"({"error": "wc: docs: No such file or directory"})"},
      {"wc(1, 'l')", R"({"error": "wc: 1: No such file or directory"})"},
      {"wc({}, 'l')", "Error during execution: unhashable type: 'dict'"},
      {"sort('notes.txt')", R"({"sorted_content": "apple\nfig tree\npear"})"},
      {"sort('docs')", R"({"error": "sort: docs: No such file or directory"})"},
      {"grep('notes.txt', 'p')", R"({"matching_lines": ["pear", "apple"]})"},
      {"grep('notes.txt', '')", R"({"matching_lines": ["pear", "apple", "fig tree"]})"},
      {"grep('notes.txt', 1)",
       "Error during execution: 'in <string>' requires string as left operand, not int"},
      {"grep('gone', 1)", R"({"error": "grep: gone: No such file or directory"})"},
      {"tail('notes.txt')", R"({"last_lines": "pear\napple\nfig tree"})"},
      {"tail('notes.txt', 1)", R"({"last_lines": "fig tree"})"},
      {"tail('notes.txt', 0)", R"({"last_lines": "pear\napple\nfig tree"})"},
      {"tail('notes.txt', -1)", R"({"last_lines": "apple\nfig tree"})"},
      {"tail('notes.txt', True)", R"({"last_lines": "fig tree"})"},
      {"tail('notes.txt', 1.5)",
       "Error during execution: slice indices must be integers or None or have an __index__ "
       "method"},
      {"tail('notes.txt', 1e9)", R"({"last_lines": "pear\napple\nfig tree"})"},
      {"tail('notes.txt', '1')",
       "Error during execution: '>' not supported between instances of 'str' and 'int'"},
      {"tail('gone', '1')", R"({"error": "tail: gone: No such file or directory"})"},
      {"touch('other')", "None"},
      {R"(echo('plum\napple\nfig', 'other'))", "None"},
      {"diff('notes.txt', 'other')", R"({"diff_lines": "- pear\n+ plum\n- fig tree\n+ fig"})"},
      {"diff('notes.txt', 'gone')",
       R"({"error": "diff: notes.txt or gone: No such file or directory"})"},
      {"diff('gone', [])", R"({"error": "diff: gone or []: No such file or directory"})"},
      {"diff('notes.txt', [])", "Error during execution: unhashable type: 'list'"},
      {"du()", R"({"disk_usage": "37 bytes"})"},
      {"du(True)", R"({"disk_usage": "37.00 B"})"},
      {"cd('docs')", R"({"current_working_directory": "docs"})"},
      {"du(1)", R"({"disk_usage": "2.00 B"})"},
  });
}

TEST(FileSystem, ContentsOfOtherTypes) {
  run({
      {"touch('f')", "None"},
      {"echo(5, 'f')", "None"},
      {"wc('f')", "Error during execution: 'int' object has no attribute 'splitlines'"},
      {"wc('f', 'w')", "Error during execution: 'int' object has no attribute 'split'"},
      {"wc('f', 'c')", "Error during execution: object of type 'int' has no len()"},
      {"sort('f')", "Error during execution: 'int' object has no attribute 'splitlines'"},
      {"du()", "Error during execution: 'int' object has no attribute 'encode'"},
      {"echo([1, 2], 'f')", "None"},
      {"wc('f', 'c')", R"({"count": 2, "type": "characters"})"},
      {"tail('f')", "Error during execution: 'list' object has no attribute 'splitlines'"},
      {R"(echo(b'b\na c', 'f'))", "None"},
      {"wc('f')", R"({"count": 2, "type": "lines"})"},
      {"wc('f', 'w')", R"({"count": 3, "type": "words"})"},
      {"wc('f', 'c')", R"({"count": 5, "type": "characters"})"},
      {"sort('f')", "Error during execution: sequence item 0: expected str instance, bytes found"},
      {"grep('f', b'a')", "{'matching_lines': [b'a c']}"},
      {"grep('f', 'a')", "Error during execution: a bytes-like object is required, not 'str'"},
      {"diff('f', 'f')", R"({"diff_lines": ""})"},
      {"diff('f', 'notes.txt')", R"({"diff_lines": "- b'b'\n+ pear\n- b'a c'\n+ apple"})"},
      {"tail('f')", "Error during execution: sequence item 0: expected str instance, bytes found"},
      {R"(echo('a\ud800', 'f'))", "None"},
      {"du()",
       R"(Error during execution: 'utf-8' codec can't encode character '\ud800' in position 1: surrogates not allowed)"},
      {R"(echo('a\x0bb\x85c\u2028d', 'f'))", "None"},
      {"wc('f')", R"({"count": 4, "type": "lines"})"},
      {R"(echo('x\u00a0y', 'f'))", "None"},
      {"wc('f', 'w')", R"({"count": 2, "type": "words"})"},
      {"echo('k' * 1536, 'f')", "None"},
      {"du(True)", R"({"disk_usage": "1.52 KB"})"},
  });
}

TEST(FileSystem, MovingAndCopying) {
  run({
      {"mv('gone', 'x')", R"({"error": "mv: cannot move 'gone': No such file or directory"})"},
      {"mv('notes.txt', 'docs/x')",
       R"({"error": "mv: path not allowed in destination. Provide only a file or directory name."})"},
      {"mv('notes.txt', ['/'])",
       R"({"error": "mv: path not allowed in destination. Provide only a file or directory name."})"},
      {"mv('notes.txt', ['x'])", "Error during execution: unhashable type: 'list'"},
      {"mv('notes.txt', 5)", "Error during execution: argument of type 'int' is not iterable"},
      {"mv('notes.txt', 'docs')", R"({"result": "'notes.txt' moved to 'docs/notes.txt'"})"},
      {"ls()", R"({"current_directory_content": ["docs"]})"},
      {"mv('docs', 'papers')", R"({"result": "'docs' moved to 'papers'"})"},
      {"cp('papers', 'notes.txt')", R"({"result": "'papers' copied to 'notes.txt'"})"},
      {"mv('notes.txt', 'papers')",
       R"({"error": "mv: cannot move 'notes.txt' to 'papers/notes.txt': File exists"})"},
      {"cp('.hidden', 'papers')", R"({"result": "'.hidden' copied to 'papers/.hidden'"})"},
      {"cp('.hidden', 'papers')",
       "Error during execution: File '.hidden' already exists in directory 'papers'."},
      {"mv('.hidden', 'papers')",
       R"({"error": "mv: cannot move '.hidden' to 'papers/.hidden': File exists"})"},
      {"mv('papers', 'notes.txt')", R"({"result": "'papers' moved to 'notes.txt/papers'"})"},
      {"rmdir('notes.txt')",
       R"({"error": "rmdir: cannot remove 'notes.txt': Directory not empty"})"},
      {"touch('f')", "None"},
      {"mv('f', 'f')", R"({"error": "mv: cannot move 'f' to 'f': Not a directory"})"},
      {"rmdir('f')", R"({"error": "rmdir: cannot remove 'f': Not a directory"})"},
      {"rm('f')", R"({"result": "'f' removed"})"},
      {"rm('f')", R"({"error": "rm: cannot remove 'f': No such file or directory"})"},
      {"rmdir('f')", R"({"error": "rmdir: cannot remove 'f': No such file or directory"})"},
      {"mkdir('e')", "None"},
      {"rmdir('e')", R"({"result": "'e' removed"})"},
      {"cp('gone', 'x')", R"({"error": "cp: cannot copy 'gone': No such file or directory"})"},
      {"cp('notes.txt', 'x/y')",
       R"({"error": "cp: path not allowed in destination. Provide only a file or directory name."})"},
  });
}

// A moved directory is a new object over the contents of the old one, which stays the parent of
// what is inside; a copied one shares the files.
TEST(FileSystem, MovedDirectoriesKeepTheirOldParents) {
  run({
      {"mkdir('new')", "None"},
      {"mv('docs', 'new')", R"({"result": "'docs' moved to 'new/docs'"})"},
      {"cd('new')", R"({"current_working_directory": "new"})"},
      {"cd('docs')", R"({"current_working_directory": "docs"})"},
      {"cd('old')", R"({"current_working_directory": "old"})"},
      {"cd('..')", "{}"},
      {"cd('..')", "{}"},
      {"pwd()", R"({"current_working_directory": "/home"})"},
      {"cd('..')", R"({"error": "Current directory is already the root. Cannot go back."})"},
      {"cd('/')", R"({"current_working_directory": "home"})"},
      {"cp('new', 'copy')", R"({"result": "'new' copied to 'copy'"})"},
      {"cd('copy')", R"({"current_working_directory": "copy"})"},
      {"cd('docs')", R"({"current_working_directory": "docs"})"},
      {"echo('shared', 'a.txt')", "None"},
      {"cd('/')", R"({"current_working_directory": "home"})"},
      {"cd('new')", R"({"current_working_directory": "new"})"},
      {"cd('docs')", R"({"current_working_directory": "docs"})"},
      {"cat('a.txt')", R"({"file_content": "shared"})"},
  });
}

TEST(FileSystem, DirectoriesInsideThemselves) {
  run({
      {"cp('docs', 'docs')", R"({"result": "'docs' copied to 'docs/docs'"})"},
      {"find('docs')",
       "Error during execution: maximum recursion depth exceeded while calling a Python object"},
      {"find('docs', 5)",
       "Error during execution: 'in <string>' requires string as left operand, not int"},
      {"du()", "Error during execution: maximum recursion depth exceeded"},
      {"cd('docs')", R"({"current_working_directory": "docs"})"},
      {"cd('docs')", R"({"current_working_directory": "docs"})"},
      {"cd('docs')", R"({"current_working_directory": "docs"})"},
      {"pwd()", R"({"current_working_directory": "/home/docs/docs"})"},
      {"cd('/')", R"({"current_working_directory": "home"})"},
      {"rm('docs')", R"({"result": "'docs' removed"})"},
      {"find()", R"({"matches": ["./notes.txt", "./.hidden"]})"},
      {"mkdir('.')", "None"},
      {"mv('.', 'x')", R"({"result": "'.' moved to 'x'"})"},
      {"find()",
       "Error during execution: maximum recursion depth exceeded while calling a Python object"},
      {"cd('x')", R"({"current_working_directory": "x"})"},
      {"cd('..')", "{}"},
      {"cd('..')", R"({"error": "Current directory is already the root. Cannot go back."})"},
  });
}

TEST(FileSystem, StateIsTheReprOfTheRoot) {
  Session session("GorillaFileSystem",
                  R"({"root": {"top": {"contents": {
                       "f": {"type": "file", "content": "it's"},
                       "d": {"type": "directory", "contents": {}},
                       "l": {"type": "link"}}}, "more": {}}})");
  ASSERT_EQ(session.start_error(), "");
  EXPECT_EQ(session.attribute_names(), "long_context root");
  EXPECT_EQ(session.attribute("long_context"), "False");
  session.run_all({
      {"cp('d', 'd')", R"({"result": "'d' copied to 'd/d'"})"},
      {"touch(('x', 1))", "None"},
      {"echo([None, 'y'], ('x', 1))", "None"},
  });
  EXPECT_EQ(session.instance().state().as_dict().find("root")->as_str(),
            "<Directory: top, Parent: None, Contents: {'f': <<File: f, Content: it's>>, "
            "'d': <Directory: d, Parent: top, Contents: {'d': <Directory: d, Parent: d, "
            "Contents: {'d': <Directory: d, Parent: d, Contents: {...}>}>}>, "
            "('x', 1): <<File: ('x', 1), Content: [None, 'y']>>}>");
}

TEST(FileSystem, LoadsOrRaisesAsPython) {
  struct Case {
    std::string scenario;
    std::string error;
  };
  const Case cases[] = {
      {"{}", ""},
      {"[]", ""},
      {"5", "TypeError: argument of type 'int' is not iterable"},
      {R"(["root"])", "TypeError: list indices must be integers or slices, not str"},
      {R"("root")", "TypeError: string indices must be integers, not 'str'"},
      {R"({"root": {}})", "IndexError: list index out of range"},
      {R"({"root": []})", "AttributeError: 'list' object has no attribute 'keys'"},
      {R"({"root": {"a": {}}})", "KeyError: 'contents'"},
      {R"({"root": {"a": {"contents": []}}})",
       "AttributeError: 'list' object has no attribute 'items'"},
      {R"({"root": {"a": {"contents": {"b": {}}}}})", "KeyError: 'type'"},
      {R"({"root": {"a": {"contents": {"b": 5}}}})",
       "TypeError: 'int' object is not subscriptable"},
      {R"({"root": {"a": {"contents": {"b": {"type": "file"}}}}})", "KeyError: 'content'"},
  };
  for (const Case& c : cases) {
    const Session session("GorillaFileSystem", c.scenario);
    EXPECT_EQ(session.start_error(), c.error) << c.scenario;
  }
  Session empty("GorillaFileSystem", "{}");
  empty.run_all({{"pwd()", R"({"current_working_directory": "//"})"}});
}

TEST(FileSystem, LongContextExtendsFilesAndFillsInnermostDirectories) {
  const Result<LongContext> tables = LongContext::load(R"({"constants": {
      "FILES_TAIL_USED": ["log.txt"],
      "FILE_CONTENT_EXTENSION": " and more",
      "POPULATE_FILE_EXTENSION": ["p1", "p2"]}})");
  ASSERT_TRUE(tables.ok());
  Session session("GorillaFileSystem", R"({"root": {"top": {"contents": {
      "log.txt": {"type": "file", "content": "a"},
      "f": {"type": "file", "content": "b"},
      "d": {"type": "directory", "contents": {"g": {"type": "file", "content": ""}}}}}}})",
                  &*tables);
  session.run_all({
      {"cat('log.txt')", R"({"file_content": "a"})"},
      {"cat('f')", R"({"file_content": "b and more"})"},
      {"find()", R"({"matches": ["./log.txt", "./f", "./d", "./d/g", "./d/p1", "./d/p2"]})"},
  });
  const Session taken("GorillaFileSystem",
                      R"({"root": {"top": {"contents": {"p2": {"type": "file", "content": ""}}}}})",
                      &*tables);
  EXPECT_EQ(taken.start_error(), "ValueError: File 'p2' already exists in directory 'top'.");
}

TEST(FileSystem, RootsAreEqualByNamesAndContents) {
  struct Case {
    std::vector<std::string> calls;
    bool equal;  // to a file system without any calls
  };
  const Case cases[] = {
      {{}, true},
      {{"cd('docs')"}, true},
      {{"touch('x')"}, false},
      {{"touch('x')", "rm('x')"}, true},
      {{"rm('.hidden')", "touch('.hidden')"}, true},  // in another order
      {{"mv('docs', 'd')"}, false},
      {{"mv('docs', 'd')", "mv('d', 'docs')"}, true},  // with another parent
      {{"echo('x', '.hidden')"}, false},
      {{"rm('.hidden')", "mkdir('.hidden')"}, false},
      {{"cp('docs', 'docs')"}, false},
  };
  Session untouched("GorillaFileSystem", kScenario);
  for (const Case& c : cases) {
    Session session("GorillaFileSystem", kScenario);
    for (const std::string& call : c.calls) session.run(call);
    EXPECT_EQ(session.instance().attributes_equal(1, untouched.instance()), c.equal)
        << ::testing::PrintToString(c.calls);
    EXPECT_EQ(untouched.instance().attributes_equal(1, session.instance()), c.equal)
        << ::testing::PrintToString(c.calls);
  }
}

// Each step doubles the tree that the root shows; all answers stay bounded.
TEST(FileSystem, SharedDirectoriesDoNotExplode) {
  Session session("GorillaFileSystem", kScenario);
  for (int i = 0; i < 40; ++i) {
    const std::string name = "n" + std::to_string(i);
    session.run("cp('docs', '" + name + "')");
    session.run("mv('" + name + "', 'docs')");
  }
  EXPECT_EQ(session.run("find()"), "Error during execution: the directories hold too many entries");
  EXPECT_EQ(session.run("du()"), "Error during execution: the directories hold too many entries");
  EXPECT_LT(session.attribute("root").size(), std::size_t{64} << 20);
}

}  // namespace
}  // namespace bfclx

#include "tools/bfclx/view/file_tree_view.h"

#include <gtest/gtest.h>

namespace bfclx::tools {
namespace {

constexpr std::string_view kBefore =
    "<Directory: data, Parent: None, Contents: {'project': <Directory: project, Parent: data, "
    "Contents: {'a.txt': <<File: a.txt, Content: one {two}>>, 'archive': <Directory: archive, "
    "Parent: project, Contents: {}>, \"it's\": <<File: it's, Content: >>}>, 'z': <<File: z, "
    "Content: end>>}>";

std::string drawn(const std::vector<TreeLine>& lines) {
  std::string out;
  for (const TreeLine& line : lines) {
    out += std::string(line.depth, ' ') + line.name + "|" + line.content + "\n";
  }
  return out;
}

const Terminal kTerminal(false, false, 80);

TEST(FileTreeView, ReprBecomesATree) {
  ASSERT_TRUE(is_directory_repr(kBefore));
  EXPECT_EQ(drawn(tree_of_repr(kBefore)),
            "data/|\n project/|\n  a.txt|one {two}\n  archive/|\n  it's|\n z|end\n");
}

TEST(FileTreeView, DamagedReprsAreDrawnAsFarAsTheyGo) {
  constexpr std::string_view kInItself =
      "<Directory: a, Parent: None, Contents: {'a': <Directory: a, Parent: a, Contents: {...}>}>";
  const std::string_view texts[] = {"<Directory: ",
                                    "<Directory: a, Parent: None, Contents: {",
                                    "<<File: a, Content: b",
                                    "<Directory: a, Parent: None, Contents: {}>}>}>}>",
                                    "",
                                    "plain",
                                    kInItself};
  for (const std::string_view text : texts) {
    EXPECT_LE(tree_of_repr(text).size(), 2u) << text;
  }
}

TEST(FileTreeView, ControlCharactersStayHarmless) {
  const auto lines = tree_of_repr("<Directory: a\x1b[2J, Parent: None, Contents: {}>");
  EXPECT_EQ(show_tree(lines, 0, 10, kTerminal), "a\\x1b[2J/\n");
}

TEST(FileTreeView, DifferencesNameTheFoldersAround) {
  std::string after(kBefore);
  after.replace(after.find("'a.txt': <<File: a.txt, Content: one {two}>>, "), 46, "");
  after.replace(after.find("Parent: project, Contents: {}"), 29,
                "Parent: project, Contents: {'a.txt': <<File: a.txt, Content: one {two}>>}");
  EXPECT_EQ(show_tree_differences(kBefore, after, 1, kTerminal),
            "   data/\n"
            "     project/\n"
            " -     a.txt  one {two}\n"
            "       archive/\n"
            " +       a.txt  one {two}\n");
}

TEST(FileTreeView, LongContentsAreShownWhereTheyDiffer) {
  const auto tree = [](const std::string& end) {
    return "<Directory: d, Parent: None, Contents: {'f': <<File: f, Content: " +
           std::string(5000, 'x') + end + ">>}>";
  };
  const std::string shown = show_tree_differences(tree("one"), tree("two"), 0, kTerminal);
  EXPECT_NE(shown.find("xone"), std::string::npos) << shown;
  EXPECT_NE(shown.find("xtwo"), std::string::npos) << shown;
  EXPECT_LT(shown.size(), 400u);
}

TEST(FileTreeView, ManyEntriesAreCounted) {
  std::string text = "<Directory: d, Parent: None, Contents: {";
  for (int i = 0; i < 2000; ++i) {
    text += "'f" + std::to_string(i) + "': <<File: f" + std::to_string(i) + ", Content: >>, ";
  }
  const std::string shown =
      show_tree_differences("<Directory: d, Parent: None, Contents: {}>", text, 0, kTerminal);
  EXPECT_NE(shown.find("more lines"), std::string::npos);
  EXPECT_LT(shown.size(), 3000u);
}

}  // namespace
}  // namespace bfclx::tools

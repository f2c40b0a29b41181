#include "tools/bfclx/input/unpack_budget.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace bfclx::tools {
namespace {

// A file of one byte may take 50 on its own; all else comes from the pool.
void draw(UnpackPool& pool, const std::string& file, std::size_t bytes, bool fails) {
  UnpackBudget budget(1, std::uint64_t{2} << 30, file, pool);
  EXPECT_TRUE(budget.pay(std::string(bytes, 'a')));
  if (fails) throw std::runtime_error("out of memory");
}

TEST(UnpackBudget, KeepsWhatAFileTook) {
  UnpackPool pool;
  draw(pool, "a", 150, false);
  EXPECT_EQ(pool.drawn("a").bytes, 100U);
  // Reading it once more takes nothing more.
  draw(pool, "a", 150, false);
  EXPECT_EQ(pool.drawn("a").bytes, 100U);
}

TEST(UnpackBudget, GivesBackWhatAFailedFileTook) {
  UnpackPool pool;
  draw(pool, "a", 150, false);
  EXPECT_THROW(draw(pool, "b", 1 << 20, true), std::runtime_error);
  EXPECT_EQ(pool.drawn("b").bytes, 0U);
  EXPECT_EQ(pool.drawn("a").bytes, 100U);
  // The turn is free again, and the pool as full as before.
  draw(pool, "c", 40 << 20, false);
}

TEST(UnpackBudget, KeepsWhatWasTakenWhileAnotherExceptionIsUnderWay) {
  struct Reads {
    UnpackPool& pool;
    ~Reads() { draw(pool, "a", 150, false); }
  };
  UnpackPool pool;
  try {
    const Reads reads{pool};
    throw std::runtime_error("of something else");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(pool.drawn("a").bytes, 100U);
}

TEST(UnpackBudget, CountsFilesBySize) {
  UnpackPool pool;
  UnpackBudget budget(1, std::uint64_t{2} << 30, "a", pool);
  std::size_t files = 0;
  while (budget.pay_member()) ++files;
  EXPECT_EQ(files, 6144U);
  EXPECT_EQ(budget.error().find("holds too many files for its size"), 0U);
  EXPECT_EQ(pool.drawn("a").members, 0U);
}

}  // namespace
}  // namespace bfclx::tools

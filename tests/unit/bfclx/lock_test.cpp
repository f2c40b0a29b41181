#include "tools/bfclx/output/lock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "tools/bfclx/output/below.h"

namespace bfclx::tools {
namespace {

class LockFile : public testing::Test {
 protected:
  void SetUp() override { ::close(::mkstemp(path_.data())); }
  void TearDown() override { ::unlink(path_.c_str()); }
  Descriptor open() const { return Descriptor(::open(path_.c_str(), O_RDWR | O_CLOEXEC)); }

 private:
  std::string path_ = testing::TempDir() + "bfclx-lock-XXXXXX";
};

TEST_F(LockFile, IsSharedOrHeldAlone) {
  const Descriptor first = open();
  const Descriptor alone = open();
  {
    const Descriptor second = open();
    ASSERT_EQ(lock_file(first.get(), Sharing::kShared), Lock::kHeld);
    EXPECT_EQ(lock_file(second.get(), Sharing::kShared), Lock::kHeld);
    EXPECT_EQ(lock_file(alone.get()), Lock::kTaken);
  }
  EXPECT_EQ(lock_file(alone.get()), Lock::kTaken);
}

TEST_F(LockFile, HeldAloneKeepsOthersOut) {
  const Descriptor other = open();
  {
    const Descriptor alone = open();
    ASSERT_EQ(lock_file(alone.get()), Lock::kHeld);
    EXPECT_EQ(lock_file(other.get(), Sharing::kShared), Lock::kTaken);
    EXPECT_EQ(lock_file(other.get()), Lock::kTaken);
  }
  EXPECT_EQ(lock_file(other.get(), Sharing::kShared), Lock::kHeld);
}

}  // namespace
}  // namespace bfclx::tools

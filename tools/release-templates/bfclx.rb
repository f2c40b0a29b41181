# Made by tools/release: a formula of Homebrew, for Linux and macOS.
class Bfclx < Formula
  desc "@DESCRIPTION@"
  homepage "@HOME@"
  version "@VERSION@"
  license "Apache-2.0"

@for@
  on_@OS@ do
    on_@HOMEBREW@ do
      url "@URL@"
      sha256 "@SHA256@"
    end
  end

@end@
  def install
    bin.install "bfclx"
    generate_completions_from_executable(bin/"bfclx", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/bfclx --version")
    assert_match "good-model", shell_output("#{bin}/bfclx score sample --dataset sample", 1)
  end
end

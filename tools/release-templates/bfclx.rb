# Made by tools/release: a formula of Homebrew, for Linux.
class Bfclx < Formula
  desc "@DESCRIPTION@"
  homepage "@HOME@"
  version "@VERSION@"
  license "Apache-2.0"

  depends_on :linux

@for@
  on_@HOMEBREW@ do
    url "@URL@"
    sha256 "@SHA256@"
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

# brew install ./drawbridge.rb. On a Mac, use drawbridge-VERSION.tar.gz with a Java: there is no archive with its own.
class Drawbridge < Formula
  desc "Check objects of Kubernetes Dynamic Resource Allocation"
  homepage "https://drawbridge.dev"
  url "https://drawbridge.dev/releases/drawbridge-@version@-linux-x64.tar.gz"
  version "@version@"
  sha256 "@sha256.linux@"
  license "Apache-2.0"

  depends_on arch: :x86_64
  depends_on :linux

  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"bin/drawbridge"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/drawbridge version")
  end
end

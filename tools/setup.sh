# Sourced by tools/start and tools/test: installs what is missing on a Debian machine, builds, and
# says what it does. Nothing is installed twice; a second run takes seconds.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\033[1m==>\033[0m %s\n' "$*"; }

# package:what for
BUILD_PACKAGES="
g++:the compiler
cmake:the build
ninja-build:the build
ccache:quick second builds
nodejs:fetches the tree-sitter grammars from the npm registry
npm:the same
python3:set-up scripts and the Unicode tables, which are generated at build time
python3-pip:fetches the official dataset from the Python package index
python3-venv:the same
nlohmann-json3-dev:JSON of the program's reports and registries
libcli11-dev:the command line
libboost-dev:unbounded integers (Boost.Multiprecision)
zlib1g-dev:gzipped result files
libcurl4-openssl-dev:requests to model servers
libmimalloc-dev:a quicker heap for the program
libedit-dev:editing, history and completion at the prompt of bfclx play
xz-utils:unpacks archives
"
TEST_PACKAGES="
libgtest-dev:unit tests
libbenchmark-dev:benchmarks
clang-14:fuzzing with libFuzzer
libclang-rt-14-dev:the same
"
# What tools/release needs beside BUILD_PACKAGES, and its tests.
RELEASE_PACKAGES="
dpkg-dev:unpacks the source packages of the libraries of a static program
qemu-user-static:runs the program of another processor
"

SITE_PACKAGES="
emscripten:the WebAssembly module
"
BROWSER_PACKAGES="
chromium-headless-shell:tests of the site in a real browser
"

# install_missing <list>: Debian packages, with the reason for each.
install_missing() {
  local missing=() line package
  while IFS= read -r line; do
    [ -n "$line" ] || continue
    package=${line%%:*}
    if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed'; then
      case "$package" in
        # Any installation of these will do, not only Debian's.
        python3) command -v python3 >/dev/null && continue ;;
        python3-pip) python3 -I -m pip --version >/dev/null 2>&1 && continue ;;
        python3-venv) python3 -I -c 'import venv, ensurepip' 2>/dev/null && continue ;;
        nodejs) command -v node >/dev/null && continue ;;
        npm) command -v npm >/dev/null && continue ;;
      esac
      say "installing $package (${line#*:})"
      missing+=("$package")
    fi
  done <<<"$1"
  [ ${#missing[@]} -eq 0 ] && return 0
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "cannot install ${missing[*]}: run as root, or install them and run this again" >&2
      exit 1
    }
    sudo=(sudo)
  fi
  "${sudo[@]}" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
}

# With which the compiler cache takes what is compiled with a precompiled header, in every build.
CXX_LAUNCHER="env;CCACHE_SLOPPINESS=pch_defines,time_macros;ccache"

# build_preset <preset> <tests and benchmarks: ON|OFF> [-D...|-U...] [target ...]: configures and builds into
# build/<preset>.
build_preset() {
  local preset=$1 with_tests=$2
  shift 2
  local launcher=()
  command -v ccache >/dev/null &&
    launcher=("-DCMAKE_CXX_COMPILER_LAUNCHER=$CXX_LAUNCHER"
              -DCMAKE_C_COMPILER_LAUNCHER=ccache)
  say "building preset '$preset' into build/$preset (log of CMake: build/$preset.log)"
  local parts=(-DBFCLX_BUILD_TESTS="$with_tests")
  [ "$preset" = release ] && parts+=(-DBFCLX_BUILD_BENCHMARKS="$with_tests")
  while [[ "${1:-}" == -[DU]* ]]; do
    parts+=("$1")
    shift
  done
  cmake --preset "$preset" "${launcher[@]}" "${parts[@]}" >"build/$preset.log" 2>&1 || {
    cat "build/$preset.log" >&2
    exit 1
  }
  cmake --build --preset "$preset" ${1:+--target "$@"}
}

NODE_VERSION=22.23.3  # that of .github/workflows too

# need_node: a Node.js that the site's tools run on; Debian 12 has an older one. From the npm registry,
# into build/node.
need_node() {
  local new_enough='const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
  node -e "$new_enough" && return 0
  if [ ! -x build/node/node_modules/node/bin/node ]; then
    say "installing Node.js $NODE_VERSION into build/node (the site needs 20.19 or newer)"
    npm install --silent --no-fund --no-audit --prefix build/node "node@$NODE_VERSION"
  fi
  export PATH=$PWD/build/node/node_modules/node/bin:$PATH
  node -e "$new_enough"
}

# build_module: the WebAssembly module, into build/wasm/package.
build_module() {
  build_preset wasm OFF
}

# build_site: the static site, into site/dist. With the official dataset when data/bfcl has it.
build_site() {
  need_node
  say "building the site into site/dist"
  (cd site && { [ -d node_modules ] && [ ! package-lock.json -nt node_modules ] || npm ci --silent; } && npm run --silent build -- --logLevel warn)
}

# The compiler cache serves every checkout on the machine.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
mkdir -p build

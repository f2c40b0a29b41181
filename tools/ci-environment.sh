# Sourced by the scripts of the action (action.yml). A job runs in a checkout that may be a stranger's pull
# request: nothing of it is run, and nothing of it is read but the results.

set -euo pipefail

# refuse <message>: ends with the exit code of wrong usage.
refuse() {
  printf '%s: %s\n' "${0##*/}" "${*//[[:cntrl:]]/?}" >&2
  exit 2
}

# absolute_folders <variable>: its absolute entries; an empty or relative one is a folder of the checkout.
absolute_folders() {
  local folder kept= IFS=:
  set -f
  for folder in ${!1:-}; do
    case $folder in /*) kept+=${kept:+:}$folder ;; esac
  done
  set +f
  printf -v "$1" %s "$kept"
}
for name in PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH; do
  [ -z "${!name:-}" ] || absolute_folders "$name"
done
# What makes Python, the dynamic linker and shells take files that a relative path names.
for name in "${!PYTHON@}" LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES CDPATH BASH_ENV ENV; do unset "$name"; done
unset name
export PATH GIT_LITERAL_PATHSPECS=1 GIT_TERMINAL_PROMPT=0

# Neither hooks nor a repository that somebody has committed are used.
safe_git() {
  git -c safe.bareRepository=explicit -c core.hooksPath=/dev/null -c core.fsmonitor=false "$@"
}

# What programs print is no command to the runner of GitHub's jobs, whatever names it holds.
if [ "${GITHUB_ACTIONS:-}" = true ]; then
  quiet_token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$quiet_token"
  trap 'echo "::$quiet_token::"' EXIT
fi

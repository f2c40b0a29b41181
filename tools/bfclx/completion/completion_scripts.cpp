#include "tools/bfclx/completion/completion_scripts.h"

#include <string_view>

#include "core/base/counted.h"

namespace bfclx::tools {
namespace {

std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string names_of(const std::vector<CompletedCommand>& commands) {
  std::vector<std::string> names;
  for (const CompletedCommand& command : commands) names.push_back(command.name);
  return joined(names, " ");
}

std::string words_of(const std::vector<CompletedOption>& options) {
  std::string words;
  for (const CompletedOption& option : options) {
    words += (words.empty() ? "" : " ") + joined(option.names, " ");
  }
  return words;
}

// "--dataset|--color": the options that take a value.
std::string valued(const std::vector<CompletedOption>& options) {
  std::string pattern;
  for (const CompletedOption& option : options) {
    if (option.takes_value) pattern += (pattern.empty() ? "" : "|") + joined(option.names, "|");
  }
  return pattern;
}

// Completes the value of an option in front of the cursor.
std::string bash_values(const std::vector<CompletedOption>& options) {
  std::string cases;
  for (const CompletedOption& option : options) {
    if (option.choices.empty()) continue;
    cases += "      " + joined(option.names, "|") + ") COMPREPLY=($(compgen -W '" +
             joined(option.choices, " ") + "' -- \"$word\")); return ;;\n";
  }
  return cases.empty() ? cases : "    case $before in\n" + cases + "    esac\n";
}

// What is completed from the word number `at` on, in a place that has commands: options may stand
// in front of them.
std::string bash_place(const CompletedCommand& place, const std::string& more) {
  const std::string with_value = valued(place.options);
  // Of "--color=never" bash makes three words.
  std::string out =
      "    while [ \"$at\" -lt \"$COMP_CWORD\" ]; do\n      case ${COMP_WORDS[at]} in\n" +
      (with_value.empty()
           ? ""
           : "      " + with_value +
                 ") [ \"${COMP_WORDS[at+1]}\" = = ] && at=$((at + 1)); at=$((at + 2)) "
                 ";;\n") +
      "      -*" + (more.empty() ? "" : "|" + more) + ") at=$((at + 1)) ;;\n" +
      "      *) break ;;\n      esac\n    done\n" + "    if [ \"$at\" = \"$COMP_CWORD\" ]; then\n" +
      "      COMPREPLY=($(compgen -W '" + names_of(place.inside) + " " +
      (more.empty() ? "" : more + " ") + words_of(place.options) +
      "' -- \"$word\")); return\n    fi\n" + "    if [ \"$at\" -gt \"$COMP_CWORD\" ]; then\n" +
      bash_values(place.options) +
      "      COMPREPLY=($(compgen -f -- \"$word\")); return\n    fi\n" +
      "    at=$((at + 1))\n    case ${COMP_WORDS[at-1]} in\n";
  for (const CompletedCommand& command : place.inside) {
    out += "  " + command.name + ")\n" +
           (command.inside.empty()
                ? bash_values(command.options) + "    options='" + words_of(command.options) + "'"
                : bash_place(command, "")) +
           " ;;\n";
  }
  return out + "    esac";
}

std::string without(std::string text, std::string_view characters) {
  for (char& c : text) {
    if (characters.find(c) != std::string_view::npos) c = ' ';
  }
  return text;
}

// The options as _arguments takes them.
std::string zsh_options(const std::vector<CompletedOption>& options) {
  std::string out;
  for (const CompletedOption& option : options) {
    const std::string kind = !option.choices.empty()
                                 ? ":value:(" + joined(option.choices, " ") + ")"
                             : option.takes_value ? ":value:_files"
                                                  : "";
    for (const std::string& name : option.names) {
      out += " " + shell_quoted(name + "[" + without(option.description, "[]:") + "]" + kind);
    }
  }
  return out;
}

// Options, then a command; behind that, `words` begins with it.
std::string zsh_place(const CompletedCommand& place) {
  std::string rows;
  std::string cases;
  for (const CompletedCommand& command : place.inside) {
    rows += "  " + shell_quoted(command.name + ":" + without(command.description, ":")) + "\n";
    cases +=
        "  " + command.name + ") " +
        (command.inside.empty() ? "_arguments" + zsh_options(command.options) + " '*:file:_files'"
                                : "\n" + zsh_place(command)) +
        " ;;\n";
  }
  return "_arguments -C -A '-*'" + zsh_options(place.options) +
         " '1:command:->command' '*::argument:->argument'\ncase $state in\n command)\n"
         "  local -a commands=(\n" +
         rows + " )\n  _describe command commands ;;\n argument) case $words[1] in\n" + cases +
         " esac ;;\nesac\n";
}

void add_fish(std::string& out, const CompletedCommand& command, const std::string& seen) {
  // Options may stand in front of a command, with their values.
  std::string here = seen;
  if (!command.inside.empty()) {
    here += (seen.empty() ? "" : "; and ") + std::string("not __fish_seen_subcommand_from ") +
            names_of(command.inside);
  }
  for (const CompletedCommand& inner : command.inside) {
    out += "complete -c bfclx -n " + shell_quoted(here) + " -f -a " + inner.name + " -d " +
           shell_quoted(inner.description) + "\n";
  }
  for (const CompletedOption& option : command.options) {
    std::string words;
    for (const std::string& name : option.names) {
      const bool is_long = name.starts_with("--");
      words += (is_long ? " -l " : " -s ") + name.substr(is_long ? 2 : 1);
    }
    if (!option.choices.empty()) {
      words += " -x -a " + shell_quoted(joined(option.choices, " "));
    } else if (option.takes_value) {
      words += " -r";
    }
    out += "complete -c bfclx -n " + shell_quoted(here) + words + " -d " +
           shell_quoted(option.description) + "\n";
  }
  for (const CompletedCommand& inner : command.inside) {
    add_fish(out, inner,
             (seen.empty() ? "" : seen + "; and ") + "__fish_seen_subcommand_from " + inner.name);
  }
}

}  // namespace

std::string bash_completion(const CompletedCommand& program) {
  return "# bash completion of bfclx, from `bfclx completion bash`\n_bfclx() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= "
         "at=1\n" +
         bash_place(program, "help") +
         "\n  case $word in -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;"
         " *) COMPREPLY=($(compgen -f -- \"$word\")) ;; esac\n}\n"
         "complete -o filenames -F _bfclx bfclx\n";
}

std::string zsh_completion(const CompletedCommand& program) {
  // Sourced, it registers itself; in a folder of functions zsh calls it.
  return "#compdef bfclx\n# from `bfclx completion zsh`\n_bfclx() {\n"
         "local curcontext=\"$curcontext\" state line\n" +
         zsh_place(program) +
         "}\nif [ \"$funcstack[1]\" = _bfclx ]; then _bfclx \"$@\"; else compdef _bfclx bfclx; "
         "fi\n";
}

std::string fish_completion(const CompletedCommand& program) {
  std::string out = "# from `bfclx completion fish`\n";
  add_fish(out, program, "");
  return out;
}

}  // namespace bfclx::tools

// What the executable writes for a terminal and for shells: manual page, completion, colours.
#include <set>
#include <sstream>
#include <vector>

#include <doctest/doctest.h>

#include "paths.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

const std::string kPath = "PATH='" LUDEX_BUILD_DIR "':\"$PATH\" ";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The first words of the lines below a heading of --help.
std::vector<std::string> below(const std::string& help, const std::string& heading) {
  std::vector<std::string> words;
  bool on = false;
  for (const std::string& line : lines_of(help)) {
    if (!line.starts_with(' ')) {
      on = line == heading;
    } else if (on && line[2] != ' ') {
      words.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  return words;
}

// "-h,--help" -> "--help"; names of two characters are not looked for.
std::vector<std::string> long_names(const std::string& term) {
  std::vector<std::string> names;
  std::istringstream in(term);
  for (std::string name; std::getline(in, name, ',');)
    if (name.starts_with("--")) names.push_back(name);
  return names;
}

bool installed(const std::string& program) {
  if (run_shell("command -v " + program).exit_code == 0) return true;
  MESSAGE("skipped: no ", program, " here");
  return false;
}

// The lines of `text` from the one that begins with `first` to the next that begins with `next`.
std::string section(const std::string& text, const std::string& first, const std::string& next) {
  std::string part;
  bool on = false;
  for (const std::string& line : lines_of(text)) {
    if (on && line.starts_with(next)) break;
    on = on || line.starts_with(first);
    if (on) part += line + "\n";
  }
  return part;
}

}  // namespace

TEST_CASE("the manual page and every completion have all commands and options that --help has") {
  const std::string man = ludex("man").out;
  const std::string bash = ludex("completion bash").out;
  const std::string zsh = ludex("completion zsh").out;
  const std::string fish = ludex("completion fish").out;
  const auto troff = [](const std::string& name) {
    std::string escaped;
    for (const char c : name) escaped += c == '-' ? "\\-" : std::string(1, c);
    return "\\fB" + escaped + "\\fR";
  };
  const std::string all = ludex("--help").out;
  std::vector<std::string> commands;
  for (const char* group :
       {"Tournaments:", "Games:", "Analysis:", "Engines:", "Results:", "Development:", "Help:"}) {
    const auto more = below(all, group);
    CHECK_FALSE(more.empty());
    commands.insert(commands.end(), more.begin(), more.end());
  }
  CHECK_FALSE(contains(all, "Subcommands:"));
  CHECK_FALSE(contains(all, "former"));
  REQUIRE(commands.size() > 20);
  int options = 0;
  for (const std::string& command : commands) {
    CAPTURE(command);
    const std::string page = section(man, ".SS \\fBludex\\fR " + troff(command), ".S");
    const std::string bash_case = section(bash, "    " + command + ") ", "    ");
    const std::string zsh_case = section(zsh, "        " + command + ") ", "        ;");
    CHECK_FALSE(page.empty());
    CHECK_FALSE(bash_case.empty());
    CHECK_FALSE(zsh_case.empty());
    CHECK(contains(fish, "-n __ludex_at -a " + command + " "));
    const std::string help = ludex(command + " --help").out;
    // What has no known values is named here, so that a new argument without completion is noticed.
    std::string kinds = bash_case.substr(bash_case.find("positionals=("));
    for (const std::string& argument : below(help, "Positionals:")) {
      CAPTURE(argument);
      kinds.erase(0, kinds.find('\'') + 1);
      CHECK(contains(page, "\\fI" + argument + "\\fR"));
      CHECK(kinds.starts_with("nothing") == (argument == "DEPTH" || argument == "NAME"));
      kinds.erase(0, kinds.find('\'') + 1);
    }
    for (const std::string& term : below(help, "Options:")) {
      for (const std::string& name : long_names(term)) {
        CAPTURE(name);
        ++options;
        CHECK((contains(page, troff(name)) || name == "--help"));  // --help goes with every command
        CHECK((contains(bash_case, " " + name) || contains(bash_case, "[" + name + "]=")));
        CHECK((contains(zsh_case, name + "[") || contains(zsh_case, name + "=[")));
        CHECK(contains(section(fish + "\n", "complete -c ludex -n '__ludex_at " + command + "'", "#"),
                       " -l " + name.substr(2) + " "));
      }
    }
  }
  CHECK(options > 100);
}

TEST_CASE("ludex help: of all, of a command, and of none") {
  CHECK(contains(ludex("help").out, "\nTournaments:\n  run "));
  CHECK(ludex("help").out == ludex("help ''").out);
  const auto run = ludex("help run");
  CHECK(run.exit_code == 0);
  const std::string page = ludex("run --help").out;
  CHECK(run.out.substr(0, page.find('\n')) == page.substr(0, page.find('\n')));
  CHECK(contains(run.out, "Usage: ludex run [OPTIONS] FILE.yaml"));
  CHECK(section(run.out, "Options:", "?") == section(page, "Options:", "?"));
  const auto none = ludex("help rnu");
  CHECK(none.exit_code == 2);
  CHECK(none.out.empty());
  CHECK(none.err == "ludex: there is no command 'rnu' (did you mean 'run'?)\n");
}

TEST_CASE("man sets the manual page without a warning") {
  if (!installed("man")) return;
  const TemporaryFolder folder;
  const std::string page = folder.write("ludex.1", ludex("man").out);
  const auto run = run_shell("LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=100 man --warnings -E UTF-8 -l " + page);
  CHECK(run.exit_code == 0);
  CHECK(run.err == "");
  CHECK(contains(run.out, "ludex run FILE.yaml"));
  CHECK(contains(run.out, "--mode inline|shared|dedicated"));
}

TEST_CASE("bash completes commands, options, choices, games and agents") {
  if (!installed("bash")) return;
  const TemporaryFolder folder;
  const std::string script = folder.write("ludex.bash", ludex("completion bash").out);
  // The words as the shell splits them; it breaks at ':' and '='.
  const auto complete = [&](const std::string& words) {
    const std::string asks = folder.write("ask.bash", "source " + script + "\nCOMP_WORDS=(" + words +
                                                          ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_ludex\n"
                                                          "printf '%s ' \"${COMPREPLY[@]}\"\n");
    return run_shell(kPath + "bash --norc " + asks).out;
  };
  CHECK(complete("ludex per") == "perft ");
  CHECK(complete("ludex --plugin-path /tmp per") == "perft ");
  CHECK(complete("ludex run --res") == "--resume ");
  CHECK(complete("ludex run t.yaml --mode ''") == "inline shared dedicated competition ");
  CHECK(complete("ludex run --mode = sh") == "shared ");
  CHECK(complete("ludex perft he") == "hex ");
  CHECK(complete("ludex perft hex : size = 7 ''") == " ");  // a depth
  CHECK(complete("ludex solve hex : size = 7 --agent df-pn-") == "df-pn-plus ");
  CHECK(complete("ludex play hex uct rand") == "random ");
  CHECK(complete("ludex describe rand") == "random ");
  CHECK(complete("ludex new ''") == "agent game ");
  CHECK(complete("ludex help gath") == "gather ");
  CHECK(complete("ludex list ag") == "agents ");
}

TEST_CASE("zsh reads its completion, and gets values as the command line checks them") {
  if (!installed("zsh")) return;
  const TemporaryFolder folder;
  const std::string script = folder.write("_ludex", ludex("completion zsh").out);
  // In place of zsh's own functions, which need a terminal: print what they are given.
  const std::string asks = folder.write("ask.zsh",
                                        "compdef() { }\n"
                                        "_describe() { print -rl -- ${(P)2} }\n"
                                        "_arguments() {\n"
                                        "  if [[ $1 == -C ]]; then state=$next; words=(run); return; fi\n"
                                        "  print -rl -- $@\n"
                                        "}\n"
                                        "compadd() { shift; print -rl -- ${(P)1} }\n"
                                        "source " +
                                            script +
                                            "\nwords=(ludex)\nnext=command; _ludex\n"
                                            "words=(ludex)\nnext=arguments; _ludex\n"
                                            "program=ludex; _ludex_ids games\n");
  const auto run = run_shell(kPath + "zsh -f " + asks);
  CHECK(run.err == "");
  const auto lines = lines_of(run.out);
  const std::set<std::string> seen(lines.begin(), lines.end());
  CHECK(seen.contains("perft:Count the leaves of the game tree at a depth"));
  CHECK(seen.contains(
      "--mode=[Where agents run (instead of the file's `mode`)]:TEXT:(inline shared dedicated competition)"));
  CHECK(seen.contains("1:FILE.yaml:_files -g \"*.y(a|)ml\""));
  CHECK(seen.contains("hex"));
  CHECK_FALSE(seen.contains("uct"));
}

TEST_CASE("fish completes commands, options, choices, games and agents") {
  if (!installed("fish")) return;
  const TemporaryFolder folder;
  const std::string script = folder.write("ludex.fish", ludex("completion fish").out);
  const auto complete = [&](const std::string& line) {
    const std::string asks = folder.write("ask.fish", "source " + script + "\ncomplete -C '" + line + "'\n");
    std::string words;
    for (const std::string& found :
         lines_of(run_shell(kPath + "HOME=" + folder.path().string() + " fish --no-config " + asks).out))
      words += found.substr(0, found.find('\t')) + " ";
    return words;
  };
  CHECK(complete("ludex per") == "perft ");
  CHECK(complete("ludex run --res") == "--resume ");
  CHECK(complete("ludex run --mode sh") == "shared ");
  CHECK(complete("ludex perft he") == "hex ");
  CHECK(complete("ludex perft hex ") == "");  // a depth
  CHECK(complete("ludex solve hex:size=7 --agent df-pn-") == "df-pn-plus ");
  CHECK(complete("ludex play hex uct rand") == "random ");
  CHECK(complete("ludex new ") == "agent game ");
}

TEST_CASE("colours are seen on a terminal only, and not against the environment") {
  const std::string escape = "\033[";
  CHECK_FALSE(contains(ludex("perft nosuchgame 3").err, escape));
  CHECK(contains(ludex("--color always perft nosuchgame 3").err, "\033[1;31mludex:\033[0m "));
  const TemporaryFolder folder;
  const std::string log = folder.write("log.csv", "white,black,result\na,b,1-0\nb,a,0-1\na,b,1/2-1/2\n");
  CHECK(contains(ludex("--color always rate " + log).out, "\033[1m   1  a "));
  CHECK_FALSE(contains(ludex("--color always rate --json " + log).out, escape));
  if (!installed("script")) return;
  const auto on_terminal = [&](const std::string& environment, const std::string& arguments) {
    return run_shell("env -u NO_COLOR " + environment + " script -qec \"'" LUDEX_BUILD_DIR "/ludex' " +
                     arguments + "\" /dev/null")
        .out;
  };
  CHECK(contains(on_terminal("TERM=xterm", "rate " + log), "\033[1m   1  a "));
  CHECK(contains(on_terminal("TERM=xterm", "perft nosuchgame 3"), "\033[1;31mludex:\033[0m "));
  CHECK_FALSE(contains(on_terminal("TERM=xterm NO_COLOR=1", "rate " + log), escape));
  CHECK_FALSE(contains(on_terminal("TERM=dumb", "rate " + log), escape));
  CHECK_FALSE(contains(on_terminal("TERM=xterm", "--color never rate " + log), escape));
}

}  // namespace ludex::tests

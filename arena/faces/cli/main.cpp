#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include <signal.h>
#include <unistd.h>

#include "arena/base/process/limits.hpp"
#include "arena/faces/cli/colour.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/host/contract/check.hpp"
#include "arena/host/plugins/examine.hpp"
#include "arena/host/plugins/probe.hpp"
#include "arena/host/plugins/sandboxed_game.hpp"
#include "arena/run/tournament/rehearsal.hpp"
#include "arena/run/worker/worker_main.hpp"

// Defined by AddressSanitizer in builds that use it.
extern "C" void __lsan_do_leak_check() __attribute__((weak));

namespace {

// Ends the process at once, without destructors and atexit() handlers of untrusted libraries, which could
// hang or change the exit code.
[[noreturn]] void leave(int exit_code) {
  std::fflush(nullptr);
  if (__lsan_do_leak_check != nullptr) __lsan_do_leak_check();
  _exit(exit_code);
}

struct ChildMode {
  std::string_view option;
  int (*run)(const std::string& request);  // returns the exit code
};

constexpr std::array<ChildMode, 5> kChildModes{{
    {"--probe-plugin", ludex::arena::host::probe_in_this_process},
    {"--examine-agent", ludex::arena::host::examine_in_this_process},
    {"--boxed-game", ludex::arena::host::sandboxed_game_in_this_process},
    {"--check-plugin", ludex::arena::host::check_in_this_process},
    {"--rehearse", ludex::arena::run::rehearse_in_this_process},
}};

// Runs the process as a child of another `ludex` if the arguments say so, and then does not return.
void become_child(int argc, char** argv) {
  if (argc < 3) return;
  const std::string_view option = argv[1];
  for (const ChildMode& mode : kChildModes) {
    if (argc == 3 && option == mode.option) leave(mode.run(argv[2]));
  }
  if (argc == 4 && option == "--worker") ludex::arena::run::worker_main(argv[2], std::atoi(argv[3]));
}

}  // namespace

int main(int argc, char** argv) {
  using namespace ludex::arena;
  become_child(argc, argv);

  // With less, the process dies somewhere without a word.
  constexpr std::uint64_t kLeastStackKib = 256;
  if (const std::uint64_t kib = stack_limit_kib(); kib < kLeastStackKib) {
    cli::complain("the stack is limited to " + std::to_string(kib) +
                  " KiB here (ulimit -s), expected at least " + std::to_string(kLeastStackKib) +
                  ": 8192 are usual");
    leave(cli::kInternal);
  }

  // Makes a log at the file-size limit an error to report, not the end of the process.
  signal(SIGXFSZ, SIG_IGN);

  cli::Context context;
  cli::Program app("Ludex: search algorithms against each other, over pluggable games",
                   "ludex " LUDEX_VERSION);
  app.add_option("--plugin-path", context.plugin_path,
                 "Look for plug-ins in these folders first (separated by ':')")
      .type_name("DIR");
  std::string color = "auto";
  app.add_option("--color", color, "Use colours; auto: on a terminal, unless NO_COLOR is set")
      .one_of({"auto", "always", "never"})
      .show_default()
      .each(cli::set_colour_mode);
  app.begin_group("Tournaments");
  cli::add_run(app, context);
  cli::add_tune(app, context);
  cli::add_gather(app, context);
  cli::add_submit(app, context);
  cli::add_status(app, context);
  app.begin_group("Games");
  cli::add_play(app, context);
  cli::add_draw(app, context);
  cli::add_show(app, context);
  cli::add_perft(app, context);
  cli::add_playouts(app, context);
  cli::add_lud(app, context);
  app.begin_group("Analysis");
  cli::add_analyze(app, context);
  cli::add_solve(app, context);
  cli::add_suite(app, context);
  app.begin_group("Engines");
  cli::add_uci(app, context);
  cli::add_ugi(app, context);
  cli::add_gtp(app, context);
  cli::add_api(app, context);
  app.begin_group("Results");
  cli::add_rate(app, context);
  cli::add_match(app, context);
  cli::add_sprt(app, context);
  cli::add_report(app, context);
  cli::add_export(app, context);
  cli::add_verify(app, context);
  cli::add_serve(app, context);
  app.begin_group("Development");
  cli::add_list(app, context);
  cli::add_describe(app, context);
  cli::add_schema(app, context);
  cli::add_new(app, context);
  cli::add_check(app, context);
  cli::add_bench(app, context);
  cli::add_study(app, context);
  cli::add_train(app, context);
  app.begin_group("Help");
  cli::add_completion(app, context);
  cli::add_man(app, context);
  cli::add_help(app, context);
  int exit_code = cli::kInternal;
  try {
    const std::optional<int> exit = app.run(argc, argv);
    exit_code = exit ? *exit : context.exit_code;
  } catch (const Failure& error) {
    cli::complain(error.what());
    exit_code = cli::exit_code_of(error);
  } catch (const std::system_error& error) {  // also from std::filesystem, fmt::print, threads
    cli::complain(error.what());
  } catch (const std::bad_alloc&) {
    cli::complain("out of memory");
  } catch (const std::exception& error) {
    cli::complain(std::string("internal error: ") + error.what() + "\nThis is a bug: please report it.");
  }
  if (!cli::stdout_arrived() && exit_code == cli::kDone) exit_code = cli::kInternal;
  leave(exit_code);
}

#include "games/lud/codegen/library.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/system/find_program.hpp"
#include "core/system/process.hpp"
#include "core/util/hash.hpp"
#include "games/lud/codegen/emitter.hpp"

namespace ludex::games::lud::codegen {

namespace fs = std::filesystem;

namespace {

// Increment it to make all games compile again.
constexpr const char* kFormat = "2";

constexpr std::array kFlags{"-x", "c++", "-std=c++20", "-O2",
#ifdef __AVX2__
                            "-march=x86-64-v3", "-mtune=generic",
#endif
#ifdef __aarch64__
                            "-fsigned-char",  // as on x86-64
#endif
                            "-w", "-fPIC", "-shared", "-fno-exceptions", "-fno-rtti", "-fno-strict-aliasing",
                            "-fno-stack-protector",
                            // Without these the speed of a game varies by 5 % with the place of its code.
                            "-falign-functions=64", "-falign-loops=32", "-fvisibility=hidden"};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The cache folder of Ludex ($XDG_CACHE_HOME/ludex or ~/.cache/ludex); empty if there is none.
fs::path cache_folder() {
  if (const std::string base = environment("XDG_CACHE_HOME"); !base.empty())
    return fs::path(base) / "ludex" / "lud";
  if (const std::string home = environment("HOME"); !home.empty())
    return fs::path(home) / ".cache" / "ludex" / "lud";
  return {};
}

Result<std::string> find_compiler() {
  if (const std::string wish = environment("LUDEX_CXX"); !wish.empty()) {
    std::string found = find_program(wish);
    if (found.empty()) return Error{"LUDEX_CXX: no compiler '" + wish + "'"};
    return found;
  }
  for (const char* name : {"c++", "g++", "clang++"}) {
    if (std::string found = find_program(name); !found.empty()) return found;
  }
  return Error{"no compiler (c++, g++ or clang++) was found in PATH; set LUDEX_CXX to one"};
}

std::string digest(const std::string& text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string name;
  for (const std::uint64_t basis : {std::uint64_t{0xCBF29CE484222325}, std::uint64_t{0x9AE16A3B2F90404F}}) {
    std::uint64_t hash = mix64(fnv1a(text, basis));
    for (int k = 0; k < 16; ++k, hash >>= 4) name += kDigits[hash & 15];
  }
  return name;
}

struct Ended {
  bool well;
  std::string said;
};

// Runs a program and waits for its end.
Result<Ended> run(const std::vector<std::string>& words) {
  const auto failure = [&](int error) { return Error{words[0] + ": " + std::strerror(error)}; };
  int from = -1;
  int output = -1;
  int input = -1;
  if (!open_pipe(input, output)) return failure(errno);
  close(output);  // an empty standard input
  if (!open_pipe(from, output)) return failure(errno);
  const StartedProcess started =
      start_process({words[0], {words.begin() + 1, words.end()}, {}, "", input, output, output});
  close(input);
  close(output);
  Ended ended{false, ""};
  std::array<char, 4096> buffer;
  while (started.pid > 0) {
    const ssize_t n = read(from, buffer.data(), buffer.size());
    if (n > 0) ended.said.append(buffer.data(), static_cast<std::size_t>(n));
    if (n == 0 || (n < 0 && errno != EINTR)) break;
  }
  close(from);
  if (started.pid < 0) return failure(started.error);
  int status = 0;
  while (waitpid(started.pid, &status, 0) < 0) {
    if (errno != EINTR) return failure(errno);
  }
  ended.well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return ended;
}

// Identifies a compiler by its path and version text, so that a new compiler makes games compile again.
// Queried once per process.
Result<std::string> identity_of(const std::string& compiler) {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;
  struct stat info {};
  if (stat(compiler.c_str(), &info) != 0) return Error{compiler + ": " + std::strerror(errno)};
  const std::string key = compiler + " " + std::to_string(info.st_ino) + " " + std::to_string(info.st_size) +
                          " " + std::to_string(info.st_mtim.tv_sec) + "." +
                          std::to_string(info.st_mtim.tv_nsec);
  const std::lock_guard lock(mutex);
  const auto [found, added] = known.try_emplace(key);
  if (added) {
    const auto ended = run({compiler, "--version"});
    if (!ended) {
      known.erase(found);
      return Error{ended.error()};
    }
    found->second = compiler + "\n" + ended->said;
  }
  return found->second;
}

// Compiles to a file of that name atomically: another process sees no library or all of it.
Result<void> compile(const std::string& compiler, const std::string& source, const fs::path& target) {
  static std::atomic<unsigned> next{0};
  const std::string own = target.string() + "." + std::to_string(getpid()) + "-" + std::to_string(next++);
  std::error_code ignored;
  {
    std::ofstream out(own + ".cc", std::ios::binary);
    out << source;
    if (!out.flush()) {
      fs::remove(own + ".cc", ignored);
      return Error{"cannot write " + own + ".cc"};
    }
  }
  std::vector<std::string> words{compiler};
  words.insert(words.end(), kFlags.begin(), kFlags.end());
  words.insert(words.end(), {"-o", own, own + ".cc"});
  const auto compiled = run(words);
  fs::remove(own + ".cc", ignored);
  if (!compiled || !compiled->well) {
    fs::remove(own, ignored);
    if (!compiled) return Error{compiled.error()};
    const std::string& said = compiled->said;
    return Error{compiler + " failed" + (said.empty() ? "" : ": " + said.substr(0, said.find('\n')))};
  }
  fs::rename(own, target, ignored);
  if (ignored) return Error{"cannot write " + target.string() + ": " + ignored.message()};
  return {};
}

// Code is loaded from here: the folder must belong to this user, and nobody else may write to it.
Result<void> make_private(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  struct stat info {};
  if (stat(folder.c_str(), &info) != 0) return Error{"cannot create " + folder.string()};
  if (info.st_uid != geteuid()) return Error{folder.string() + " belongs to another user"};
  if ((info.st_mode & 022) != 0 && chmod(folder.c_str(), 0700) != 0)
    return Error{"other users may write to " + folder.string()};
  return {};
}

// The nodes evaluated during play.
class Evaluated {
 public:
  explicit Evaluated(const Program& program) : p_(program) {}

  void add(const Node* node) {
    if (node == nullptr || node->constant || !seen_.insert(node).second) return;
    for (const Node* kid : node->kids) add(kid);
    // The moves of the pieces.
    if (node->row != nullptr && std::string_view(node->row->text).starts_with("(forEach Piece ") &&
        !node->has(1))
      for (const Component& each : p_.components) add(each.moves);
  }
  void add_game() {
    for (const Phase& phase : p_.phases) {
      add(phase.play);
      for (const Node* rule : phase.ends) add(rule);
    }
    for (const Node* rule : p_.ends) add(rule);
  }
  [[nodiscard]] std::size_t size() const { return seen_.size(); }

 private:
  const Program& p_;
  std::set<const Node*> seen_;
};

}  // namespace

Generated generate(const Program& program) {
  // Generated code derives an owner from the kind of piece, so it cannot have unowned pieces.
  if (!program.interpreted.empty()) return {};
  Emitter emitter(program);
  Generated made;
  made.source = emitter.run();
  made.passes = emitter.passes();
  for (const Node* node : emitter.interpreted())
    if (std::find(made.interpreted.begin(), made.interpreted.end(), node) == made.interpreted.end())
      made.interpreted.push_back(node);
  Evaluated all(program), left(program);
  all.add_game();
  for (const Node* node : made.interpreted) left.add(node);
  made.nodes = all.size();
  made.nodes_interpreted = left.size();
  return made;
}
bool is_mostly_interpreted(const Generated& made) {
  return made.nodes_interpreted * 3 > made.nodes * 2;
}
std::string source_of(const Program& program) {
  return generate(program).source;
}

Result<std::shared_ptr<const Library>> Library::load(const std::string& source, bool may_compile) {
  if (source.empty()) return Error{"only the interpreter plays this game"};
  const fs::path folder = cache_folder();
  if (folder.empty())
    return Error{"there is no folder for compiled games: neither XDG_CACHE_HOME nor HOME is set"};
  const auto compiler = find_compiler();
  if (!compiler) return Error{compiler.error()};
  const auto identity = identity_of(*compiler);
  if (!identity) return Error{identity.error()};
  std::string key = source + kFormat + *identity;
  for (const char* flag : kFlags) key += flag;
  const fs::path file = folder / (digest(key) + ".so");
  if (access(file.c_str(), R_OK) != 0) {
    if (!may_compile) return Error{"this game has not been compiled"};
    if (auto made = make_private(folder); !made) return Error{made.error()};
    if (auto compiled = compile(*compiler, source, file); !compiled) return Error{compiled.error()};
  }
  struct stat info {};
  if (stat(file.c_str(), &info) != 0 || (info.st_uid != geteuid() && info.st_uid != 0) ||
      (info.st_mode & 022) != 0)
    return Error{file.string() + " belongs to another user, or other users may write to it"};
  std::shared_ptr<Library> library(new Library);
  library->handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library->handle_ == nullptr) return Error{std::string("cannot load a compiled game: ") + dlerror()};
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library->handle_, name));
    return function != nullptr;
  };
  const runtime::Sizes* (*sizes)() = nullptr;
  if (!find("ludex_lud_list", library->list) || !find("ludex_lud_play", library->play) ||
      !find("ludex_lud_apply", library->apply) || !find("ludex_lud_playout", library->playout) ||
      !find("ludex_lud_sizes", sizes) || sizes()->packed_move != sizeof(runtime::PackedMove) ||
      sizes()->head != sizeof(Head))
    return Error{file.string() + " is not a compiled game"};
  library->workspace_bytes_ = sizes()->workspace;
  library->moves_at_ = sizes()->moves_at;
  return std::shared_ptr<const Library>(std::move(library));
}

Library::~Library() {
  if (handle_ != nullptr) dlclose(handle_);
}

constinit thread_local Library::Block Library::block_;

void* Library::larger_workspace() const {
  struct Freed {
    Block* block;
    ~Freed() {
      ::operator delete (block->memory, std::align_val_t{64});
      *block = {};
    }
  };
  static thread_local const Freed freed{&block_};
  Block& block = *freed.block;
  ::operator delete (block.memory, std::align_val_t{64});
  block = {};
  block.memory = ::operator new (workspace_bytes_, std::align_val_t{64});
  block.bytes = workspace_bytes_;
  std::memset(block.memory, 0, 64);
  return block.memory;
}

}  // namespace ludex::games::lud::codegen

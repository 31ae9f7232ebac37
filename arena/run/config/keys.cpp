#include "arena/run/config/keys.hpp"

#include <algorithm>
#include <limits>

#include "arena/model/spec.hpp"

namespace ludex::arena::run {
namespace {

using enum KeyType;

constexpr std::uint64_t kAnyInteger = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMaxSteps = 1'000'000'000'000'000;
constexpr std::uint64_t kMaxDepth = 100'000;
constexpr std::uint64_t kMaxMemoryMib = 1U << 20;
constexpr std::uint64_t kMaxProcesses = 4096;
constexpr std::uint64_t kMaxFaults = 1'000'000;
constexpr std::uint64_t kMaxOpeningStart = 1'000'000'000;
constexpr std::uint64_t kMaxControl = 1'000'000;
constexpr std::uint64_t kMostReadable = 256;
constexpr std::uint64_t kMicrosecond = 1000;  // shorter times are clock noise
constexpr std::uint64_t kMillisecond = 1'000'000;
constexpr std::uint64_t kHour = 3'600'000'000'000;
constexpr std::uint64_t kDay = 24 * kHour;
constexpr double kLeastError = 1e-6;

constexpr Key kSpecification[] = {
    {.name = "name", .type = kName, .text = "Name of the tournament", .required = true},
    {.name = "seed",
     .type = kInteger,
     .text = "Seed of everything random; with budgets that count it determines every game",
     .max = kAnyInteger,
     .fallback = "1"},
    {.name = "dice_seed",
     .type = kInteger,
     .text =
         "Seed of the outcomes in games with chance; without it `seed`. A competition must give it, since "
         "agents may guess `seed`",
     .max = kAnyInteger},
    {.name = "games",
     .type = kList,
     .text = "Games; `hex:size=5` is short for `{game: hex, params: {size: 5}}`. A map of games by id is "
             "accepted too",
     .required = true,
     .min = 1,
     .max = kMaxGames,
     .part = &kGameKeys},
    {.name = "agents",
     .type = kList,
     .text =
         "Agents, at least two except for tuning; `uct:c=0.7` is short for `{agent: uct, params: {c: 0.7}}`",
     .required = true,
     .min = 1,
     .max = kMaxAgents,
     .part = &kAgentKeys},
    {.name = "format",
     .type = kMap,
     .text = "The type of tournament; without it a round-robin with 20 games a pair",
     .part = &kFormatKeys},
    {.name = "openings",
     .type = kMap,
     .text = "Start positions of the games",
     .fallback = "none",
     .also = "none",
     .part = &kOpeningsKeys},
    {.name = "adjudication",
     .type = kMap,
     .text = "Rules by which the referee ends a game early",
     .part = &kAdjudicationKeys},
    {.name = "budget",
     .type = kMap,
     .text = "Limits of a move for agents without limits of their own",
     .part = &kBudgetKeys},
    {.name = "concurrency",
     .type = kInteger,
     .text = "Games at once; `auto`: one a core",
     .min = 1,
     .max = kMaxConcurrency,
     .fallback = "auto",
     .also = "auto"},
    {.name = "mode",
     .type = kChoice,
     .text =
         "Processes that agents run in: the host's, one a game, one an agent, or one an agent in a sandbox",
     .choices = "inline|shared|dedicated|competition",
     .fallback = "shared"},
    {.name = "grace",
     .type = kDuration,
     .text = "Time after its budget in which an agent may still answer",
     .min = kMillisecond,
     .max = kHour,
     .fallback = "1s"},
    {.name = "limits", .type = kMap, .text = "Limits of an agent besides its budget", .part = &kLimitsKeys},
    {.name = "record_moves",
     .type = kBoolean,
     .text = "Log times, nodes, depth and value of every move, not only their sums",
     .fallback = "true"},
    {.name = "compress_log",
     .type = kBoolean,
     .text = "Compress the log of a finished run with zstd (`games.jsonl.zst`); every command reads it",
     .fallback = "false"},
    {.name = "reference",
     .type = kDuration,
     .text = "Time of the reference work on the machine that budgets with `scale: true` are meant for; "
             "`run.json` has it as `reference_seconds`",
     .min = kMillisecond,
     .max = kHour},
    {.name = "out",
     .type = kPath,
     .text = "Folder of log and results, relative to the working directory; without it `results/NAME`"},
    {.name = "scratch",
     .type = kPath,
     .text = "Folder of agents' temporary files; without it `ludex-scratch` in the temporary folder"},
    {.name = "strict",
     .type = kBoolean,
     .text = "Refuse files of openings with a line or game that cannot be used, instead of leaving it out",
     .fallback = "false"},
    {.name = "tune", .type = kMap, .text = "Parameters to tune with `ludex tune`", .part = &kTuneKeys},
};

constexpr Key kGame[] = {
    {.name = "game", .type = kText, .text = "Id of the game (`ludex list`)", .required = true},
    {.name = "label",
     .type = kName,
     .text = "Unique name in logs and tables; without it `id` or `id:param=value,...`"},
    {.name = "params",
     .type = kSettings,
     .text = "Parameters (`ludex describe ID`); relative paths start from the folder of the YAML file"},
    {.name = "openings",
     .type = kMap,
     .text = "Its own openings; without them those of the tournament",
     .also = "none",
     .part = &kOpeningsKeys},
    {.name = "trusted",
     .type = kBoolean,
     .text =
         "Whether its code may run in the host; without it only what came with Ludex. Where agents are in "
         "the sandbox, games that are not trusted are too"},
};

constexpr Key kGameFolder[] = {
    {.name = "game", .type = kText, .text = "Id of a game that reads files, as `lud`", .required = true},
    {.name = "folder",
     .type = kPath,
     .text = "Folder of the files, relative to the YAML file; each file is a game, labelled by its name",
     .required = true},
    {.name = "all", .type = kBoolean, .text = "All files of the folder, also of folders in it"},
    {.name = "files", .type = kList, .text = "Some of the files, by name, instead of `all`", .min = 1},
    {.name = "params", .type = kSettings, .text = "Parameters of each game"},
    {.name = "openings",
     .type = kMap,
     .text = "Openings of each game",
     .also = "none",
     .part = &kOpeningsKeys},
};

constexpr Key kAgent[] = {
    {.name = "name", .type = kName, .text = "Unique name; without it `id` or `id:param=value,...`"},
    {.name = "agent", .type = kText, .text = "Id of the agent (`ludex list`)", .required = true},
    {.name = "preset",
     .type = kText,
     .text =
         "Preset of the agent (`ludex describe ID`): values of the parameters that `params` does not give"},
    {.name = "params", .type = kSettings, .text = "Parameters; a value here wins over the preset's"},
    {.name = "budget",
     .type = kMap,
     .text = "Its own limits of a move. With any limit of its own an agent has none of the tournament's; "
             "`memory_mib` and `threads` are taken over one by one",
     .part = &kBudgetKeys},
    {.name = "limits", .type = kMap, .text = "Its own limits besides the budget", .part = &kAgentLimitsKeys},
    {.name = "sweep",
     .type = kSettings,
     .text = "`{budget.KEY: [...]}` or `{params.KEY: [...]}`: an agent for each of 2 to 100 values"},
};

constexpr Key kBudget[] = {
    {.name = "iterations",
     .type = kInteger,
     .text = "Steps of the algorithm: simulations, expansions",
     .min = 1,
     .max = kMaxSteps},
    {.name = "nodes", .type = kInteger, .text = "Positions visited", .min = 1, .max = kMaxSteps},
    {.name = "depth", .type = kInteger, .text = "Plies of iterative deepening", .min = 1, .max = kMaxDepth},
    {.name = "cpu", .type = kDuration, .text = "CPU time of a move", .min = kMicrosecond, .max = kDay},
    {.name = "wall", .type = kDuration, .text = "Elapsed time of a move", .min = kMicrosecond, .max = kDay},
    {.name = "clock",
     .type = kText,
     .text = "A game clock instead of `wall`, `[MOVES/]TIME[+INCREMENT]`: `60s+0.6s`, `40/10min`, "
             "`40/90min+30s:30min+30s` (up to four periods)"},
    {.name = "scale",
     .type = kBoolean,
     .text = "Times are meant for the machine of `reference` and grow with slowness",
     .fallback = "false"},
    {.name = "memory_mib",
     .type = kInteger,
     .text = "MiB for trees and tables; without it the agent's own default",
     .min = 1,
     .max = kMaxMemoryMib},
    {.name = "threads", .type = kInteger, .text = "Threads; without it one", .min = 1, .max = kMaxThreads},
};

constexpr Key kMemory = {.name = "memory_mib",
                         .type = kInteger,
                         .text = "MiB of an agent; `auto`: 90 % of the machine's, shared among all seats",
                         .min = 16,
                         .max = kMaxMemoryMib,
                         .fallback = "auto",
                         .also = "auto"};
constexpr Key kProcesses = {.name = "processes",
                            .type = kInteger,
                            .text = "Processes that an agent may start; enforced in `dedicated` mode",
                            .max = kMaxProcesses,
                            .fallback = "0"};
constexpr Key kSandbox = {
    .name = "sandbox",
    .type = kBoolean,
    .text =
        "`dedicated` mode, for agents of strangers: no network, and a scratch folder is "
        "all they can write",
    .fallback = "false"};
constexpr Key kPonder = {
    .name = "ponder",
    .type = kChoice,
    .text =
        "`dedicated` mode: `frozen`: an agent is stopped while it waits; `allowed`: it may "
        "think in the opponent's time",
    .choices = "frozen|allowed",
    .fallback = "frozen"};
constexpr Key kReadable = {
    .name = "readable",
    .type = kList,
    .text =
        "Further files and folders that agents in the sandbox may read; an agent's list "
        "replaces the tournament's",
    .min = 1,
    .max = kMostReadable};

constexpr Key kLimits[] = {
    kMemory,
    {.name = "move",
     .type = kDuration,
     .text = "Elapsed time of any move: a hanging agent is stopped",
     .min = kMillisecond,
     .max = kDay,
     .fallback = "300s"},
    {.name = "start",
     .type = kDuration,
     .text = "Elapsed time to be created, to prepare for a game, and to note a move",
     .min = kMillisecond,
     .max = kDay,
     .fallback = "60s"},
    {.name = "faults_in_a_row",
     .type = kInteger,
     .text = "Games lost by its own faults after which an agent is withdrawn; 0: never",
     .max = kMaxFaults,
     .fallback = "3"},
    kProcesses,
    kSandbox,
    kPonder,
    kReadable,
};
// Defaults are the tournament's.
constexpr Key without_default(Key key) {
  key.fallback = "";
  return key;
}
constexpr Key kAgentLimits[] = {without_default(kMemory), without_default(kProcesses),
                                without_default(kSandbox), without_default(kPonder), kReadable};

constexpr Key kFormat[] = {
    {.name = "type",
     .type = kChoice,
     .text =
         "`round-robin`: all against all; `gauntlet`: challengers against all others; `swiss`; `knockout`; "
         "`sprt`: a sequential test of two agents",
     .choices = "round-robin|gauntlet|swiss|knockout|sprt",
     .fallback = "round-robin"},
    {.name = "games_per_pair",
     .type = kInteger,
     .text = "round-robin, gauntlet: games of each pair on each game of the list, even; without it 20",
     .min = 2,
     .max = kMaxGamesPerPair},
    {.name = "against",
     .type = kChoice,
     .text = "round-robin, gauntlet: `copies`: games of more than two players have one agent among copies of "
             "another",
     .choices = "others|copies",
     .fallback = "others"},
    {.name = "challengers",
     .type = kList,
     .text = "gauntlet: names of the agents that meet all others; required there",
     .min = 1,
     .max = kMaxAgents},
    {.name = "rounds",
     .type = kInteger,
     .text = "round-robin, gauntlet: openings of each set of agents, instead of `games_per_pair`; required "
             "where a game has more than two players. swiss: rounds; without it as many as a knockout has",
     .min = 1,
     .max = kMaxGamesPerPair / 2},
    {.name = "games",
     .type = kInteger,
     .text = "swiss, knockout: games of a match; without it 2 and 4",
     .min = 1,
     .max = kMaxMatchGames},
    {.name = "max_games",
     .type = kInteger,
     .text =
         "knockout: most games of a match that is level, without it twice `games`; sprt: most games of all "
         "together, without it 10000",
     .min = 2,
     .max = kMaxGamesPerPair},
    {.name = "seeding",
     .type = kChoice,
     .text = "knockout: `file`: as listed, the best first; `random`: drawn from the seed",
     .choices = "file|random"},
    {.name = "elo0",
     .type = kNumber,
     .text = "sprt: the null hypothesis on the Elo of the first agent; required there",
     .least = -kMaxSprtElo,
     .most = kMaxSprtElo},
    {.name = "elo1",
     .type = kNumber,
     .text = "sprt: the other hypothesis, greater than `elo0`; required there",
     .least = -kMaxSprtElo,
     .most = kMaxSprtElo},
    {.name = "alpha",
     .type = kNumber,
     .text = "sprt: probability of accepting `elo1` wrongly; without it 0.05",
     .least = kLeastError,
     .most = 0.499},
    {.name = "beta",
     .type = kNumber,
     .text = "sprt: probability of accepting `elo0` wrongly; without it 0.05",
     .least = kLeastError,
     .most = 0.499},
    {.name = "model",
     .type = kChoice,
     .text = "sprt: unit of `elo0` and `elo1`; without it `normalized`",
     .choices = "normalized|logistic"},
};

constexpr Key kOpenings[] = {
    {.name = "random_plies",
     .type = kInteger,
     .text = "Uniformly random plies that leave the game unfinished",
     .max = kMaxRandomPlies},
    {.name = "all_first_moves",
     .type = kInteger,
     .text = "All openings of this number of plies, each position once, at most 200000; used cyclically",
     .min = 1,
     .max = kMaxFirstMoves},
    {.name = "file",
     .type = kPath,
     .text = "File of openings (PGN, SGF, EPD, FEN, or a line each), relative to the YAML file; used "
             "cyclically"},
    {.name = "plies",
     .type = kInteger,
     .text = "With `file`: most plies of an opening; without it all",
     .min = 1,
     .max = kMaxFilePlies},
    {.name = "order",
     .type = kChoice,
     .text = "With `file` or `all_first_moves`: their order, or a random permutation",
     .choices = "sequential|random"},
    {.name = "start",
     .type = kInteger,
     .text = "With `file` or `all_first_moves`: the first round's opening, from 0",
     .max = kMaxOpeningStart},
    {.name = "seed",
     .type = kInteger,
     .text = "Seed of `random_plies` and of `order: random`; without it the tournament's",
     .max = kAnyInteger},
    {.name = "fingerprint",
     .type = kText,
     .text = "With `file`: 16 hexadecimal digits; an error if the contents have others"},
};

constexpr Key kResign[] = {
    {.name = "movecount",
     .type = kInteger,
     .text = "Moves in a row",
     .min = 1,
     .max = kMaxPlyLimit,
     .fallback = "1"},
    {.name = "score",
     .type = kInteger,
     .text = "Hundredths (centipawns)",
     .required = true,
     .min = 1,
     .max = kMaxAdjudicationScore},
    {.name = "twosided",
     .type = kBoolean,
     .text = "The opponent must have reported +`score` or more as often",
     .fallback = "false"},
};
constexpr Key kDraw[] = {
    {.name = "movenumber",
     .type = kInteger,
     .text = "The earliest move, counted with the opening",
     .max = kMaxPlyLimit,
     .fallback = "0"},
    {.name = "movecount",
     .type = kInteger,
     .text = "Moves in a row of each player",
     .min = 1,
     .max = kMaxPlyLimit,
     .fallback = "1"},
    {.name = "score",
     .type = kInteger,
     .text = "Hundredths (centipawns)",
     .required = true,
     .max = kMaxAdjudicationScore},
};
constexpr Key kOracle[] = {
    {.name = "agent", .type = kText, .text = "Id of an agent that came with Ludex", .required = true},
    {.name = "preset", .type = kText, .text = "Preset of the agent"},
    {.name = "params", .type = kSettings, .text = "Parameters of the agent"},
    {.name = "budget", .type = kMap, .text = "Limits of a question", .required = true, .part = &kBudgetKeys},
    {.name = "every",
     .type = kInteger,
     .text = "Plies between two questions",
     .min = 1,
     .max = kMaxPlyLimit,
     .fallback = "1"},
};

constexpr Key kAdjudication[] = {
    {.name = "plies",
     .type = kInteger,
     .text = "The game ends after this number of plies, opening included",
     .min = 1,
     .max = kMaxPlyLimit},
    {.name = "maxmoves",
     .type = kInteger,
     .text = "The same limit in moves of both players",
     .min = 1,
     .max = kMaxPlyLimit / 2},
    {.name = "result",
     .type = kChoice,
     .text = "Result at this limit: a draw, or a win of the player who moved first or second",
     .choices = "draw|first|second"},
    {.name = "agreed_proof",
     .type = kBoolean,
     .text = "The game ends when both agents, one after the other, report the same proven outcome",
     .fallback = "false"},
    {.name = "resign",
     .type = kMap,
     .text = "An agent loses that reports -`score` or less with `movecount` moves in a row",
     .part = &kResignKeys},
    {.name = "draw",
     .type = kMap,
     .text = "A draw when both report between -`score` and +`score` with `movecount` moves in a row each",
     .part = &kDrawKeys},
    {.name = "oracle",
     .type = kMap,
     .text = "An agent outside of the game whose proof of a position ends it",
     .part = &kOracleKeys},
    {.name = "fault",
     .type = kChoice,
     .text = "Games of more than two players: a fault ends the game, or a random player takes the seat; "
             "without it `end`",
     .choices = "end|random"},
};

constexpr Key kTuned[] = {
    {.name = "type",
     .type = kChoice,
     .text = "Without it the parameter's own; required where the parameter is a text",
     .choices = "real|integer|category"},
    {.name = "range",
     .type = kList,
     .text = "`[low, high]`, within the parameter's own range; required for numbers",
     .min = 2,
     .max = 2},
    {.name = "scale", .type = kChoice, .text = "Steps are differences or factors", .choices = "linear|log"},
    {.name = "values", .type = kList, .text = "Values of a category", .min = 2, .max = kMaxLevels},
    {.name = "default", .type = kText, .text = "Without it the agent's value"},
};
constexpr Key kMethod[] = {
    {.name = "type",
     .type = kChoice,
     .text = "The method",
     .required = true,
     .choices = "clop|spsa|ntbea|external"},
    {.name = "confidence", .type = kNumber, .text = "clop: H; without it 3", .least = 0.1, .most = 100},
    {.name = "recommend",
     .type = kChoice,
     .text = "clop: the recommended point; without it `mean`",
     .choices = "mean|maximum"},
    {.name = "c_end",
     .type = kNumber,
     .text = "spsa: last step, as a share of the range; without it 0.05",
     .least = 1e-4,
     .most = 0.5},
    {.name = "r_end",
     .type = kNumber,
     .text = "spsa: last rate; without it derived from the number of games",
     .most = 1},
    {.name = "exploration", .type = kNumber, .text = "ntbea: k; without it 0.3", .most = 100},
    {.name = "neighbours",
     .type = kInteger,
     .text = "ntbea: neighbours that are weighed; without it 50",
     .min = 1,
     .max = 10'000},
    {.name = "restarts",
     .type = kInteger,
     .text = "ntbea: runs from new points; without it 4",
     .min = 1,
     .max = 100},
    {.name = "levels",
     .type = kInteger,
     .text = "ntbea: values of a number; without it 9",
     .min = 2,
     .max = kMaxLevels},
    {.name = "race",
     .type = kNumber,
     .text = "ntbea: share of the games for the last comparison; without it 0.25",
     .most = 0.9},
    {.name = "command",
     .type = kText,
     .text = "external: the command, which runs in the folder of the YAML file"},
    {.name = "answer",
     .type = kDuration,
     .text = "external: time limit for an answer; without it 60s",
     .min = kMillisecond,
     .max = kDay},
};
constexpr Key kValidation[] = {
    {.name = "games",
     .type = kInteger,
     .text = "Most games of a match",
     .min = 2,
     .max = kMaxGamesPerPair,
     .fallback = "2000"},
    {.name = "times",
     .type = kInteger,
     .text = "Factor of the budget in the second match; 0: no second match",
     .max = 1000,
     .fallback = "4"},
    {.name = "elo0",
     .type = kNumber,
     .text = "Null hypothesis of the sequential test",
     .least = -kMaxSprtElo,
     .most = kMaxSprtElo,
     .fallback = "0"},
    {.name = "elo1",
     .type = kNumber,
     .text = "The other hypothesis",
     .least = -kMaxSprtElo,
     .most = kMaxSprtElo,
     .fallback = "10"},
    {.name = "alpha",
     .type = kNumber,
     .text = "Probability of accepting `elo1` wrongly",
     .least = kLeastError,
     .most = 0.5,
     .fallback = "0.05"},
    {.name = "beta",
     .type = kNumber,
     .text = "Probability of accepting `elo0` wrongly",
     .least = kLeastError,
     .most = 0.5,
     .fallback = "0.05"},
};
constexpr Key kTune[] = {
    {.name = "agent",
     .type = kText,
     .text = "Name of the tuned agent; its `params` are the default to improve on",
     .required = true},
    {.name = "opponents",
     .type = kList,
     .text = "Names of agents, which take turns; `self`: a copy with the defaults, NAME`-default`",
     .min = 1,
     .max = kMaxAgents,
     .fallback = "self",
     .also = "self"},
    {.name = "parameters",
     .type = kNamed,
     .text = "The tuned parameters, 1 to 15: the agent's, or `options.NAME` for a setting inside its text "
             "parameter `options`",
     .required = true,
     .min = 1,
     .max = kMaxTuned,
     .part = &kTunedParameterKeys},
    {.name = "constraints",
     .type = kList,
     .text = "Inequalities, linear in the numbers: `low <= high`, `2*a - b >= 3`",
     .min = 1,
     .max = 100},
    {.name = "method",
     .type = kMap,
     .text = "The method, by name or with its parameters",
     .fallback = "clop",
     .also = "clop|spsa|ntbea",
     .part = &kTuneMethodKeys},
    {.name = "games",
     .type = kInteger,
     .text = "Games, even; with more than two players a multiple of their number; without it 1000",
     .min = 2,
     .max = kMaxTuneGames},
    {.name = "ahead",
     .type = kInteger,
     .text = "Trials requested before the oldest result is reported; at least half of the games at once",
     .min = 1,
     .max = kMaxAhead,
     .fallback = "16"},
    {.name = "control",
     .type = kInteger,
     .text = "Every this number of trials one plays the defaults; 0: never",
     .max = kMaxControl,
     .fallback = "8"},
    {.name = "same",
     .type = kBoolean,
     .text = "Control: the defaults are played whatever is proposed; every verdict should then be `flat`",
     .fallback = "false"},
    {.name = "validation",
     .type = kMap,
     .text = "Matches of the tuned parameters against the defaults; `none`: no match",
     .also = "none",
     .part = &kValidationKeys},
};

}  // namespace

const KeyTable kSpecificationKeys{"specification", "the specification", kSpecification};
const KeyTable kGameKeys{"game", "a game", kGame};
const KeyTable kGameFolderKeys{"games-of-a-folder", "a folder of games", kGameFolder};
const KeyTable kAgentKeys{"agent", "an agent", kAgent};
const KeyTable kBudgetKeys{"budget", "'budget'", kBudget};
const KeyTable kLimitsKeys{"limits", "'limits'", kLimits};
const KeyTable kAgentLimitsKeys{"agent-limits", "an agent's 'limits'", kAgentLimits};
const KeyTable kFormatKeys{"format", "'format'", kFormat};
const KeyTable kOpeningsKeys{"openings", "'openings'", kOpenings};
const KeyTable kAdjudicationKeys{"adjudication", "'adjudication'", kAdjudication};
const KeyTable kResignKeys{"resign", "'resign'", kResign};
const KeyTable kDrawKeys{"draw", "'draw'", kDraw};
const KeyTable kOracleKeys{"oracle", "'oracle'", kOracle};
const KeyTable kTuneKeys{"tune", "'tune'", kTune};
const KeyTable kTunedParameterKeys{"tuned-parameter", "a tuned parameter", kTuned};
const KeyTable kTuneMethodKeys{"tune-method", "'method'", kMethod};
const KeyTable kValidationKeys{"validation", "'validation'", kValidation};

const Key* KeyTable::find(std::string_view name) const noexcept {
  const auto at = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
  return at == keys.end() ? nullptr : &*at;
}

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t bar = std::min(list.find('|'), list.size());
    words.emplace_back(list.substr(0, bar));
    list.remove_prefix(std::min(bar + 1, list.size()));
  }
  return words;
}

}  // namespace ludex::arena::run

// Studies that learn weights from games (plugins/studies/training/training_loop.hpp), as a user runs
// them.
#pragma once

#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"

namespace ludex::tests {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// `study`: its name and settings, which give it 20 games. Two passes over these bring the same weights
// each time, others with another seed. Leaves them in FOLDER/once/weights.inc.
inline void check_training(const std::string& study, const std::string& folder) {
  const auto train = [&](const std::string& out, const std::string& more) {
    const auto run = ludex("study " + study + " --set passes=2" + more + " --out " + folder + "/" + out);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    CHECK(run.out.find("20 games, ") == 0);
    CHECK(contains(run.out, "pass 2 of 2"));
    return read_file(folder + "/" + out + "/weights.inc");
  };
  const std::string once = train("once", "");
  CHECK(train("again", "") == once);
  CHECK(train("seed", " --set seed=2") != once);
  // Steps of size 0 leave what they began with.
  CHECK(train("on", " --set rate=0 --set start=" + folder + "/once/weights.inc") == once);
}

// The same with settings with which it fails and says why.
inline void check_refused(const std::string& study, const std::string& why, const std::string& folder) {
  const auto run = ludex("study " + study + " --out " + folder + "/bad");
  CHECK(run.exit_code != 0);
  CHECK_MESSAGE(contains(run.err, why), run.err);
}

}  // namespace ludex::tests

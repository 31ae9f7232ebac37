// Tests the contract of games on random games, and known facts of this one.

#include "core/contract/plugin_test.hpp"

extern "C" const ludex::PluginEntry LUDEX_PLUGIN_SYMBOL;  // in @file@.cpp

int main() {
  ludex::contract::GameOptions options;
  options.perft = {{1, 3}, {2, 9}, {7, 2187}, {8, 6516}};  // leaves at depth 1, 2, ...
  return ludex::contract::test_game(LUDEX_PLUGIN_SYMBOL, options);
}

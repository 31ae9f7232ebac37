// A search's access to the table of positions.
#pragma once

#include <algorithm>
#include <cstdint>

#include "agents/common/path/identity.hpp"
#include "agents/common/proof-number/proof_table.hpp"
#include "agents/common/proof-number/question.hpp"

namespace ludex::agents::proof_number {

// The table, twins included, as one search sees it.
class TableMemory {
 public:
  TableMemory(ProofTable& table, Identity identity)
      : table_(&table), twins_(identity == Identity::kPositionAndTwins) {}

  bool operator()(Child& child, std::uint64_t path) const noexcept {
    const ProofEntry entry = table_->find(child.key);
    if (twins_ && !(entry.found && entry.value.solved())) {
      const ProofEntry twin = table_->find(child.key ^ path_key(path));
      if (twin.found) {
        child.value = twin.value;
        child.work = std::max(twin.work, 1U);
        // It may depend on any position of the path.
        child.dependence = 0;
        return true;
      }
    }
    if (!entry.found) return false;
    child.value = entry.value;
    child.work = std::max(entry.work, 1U);
    return true;
  }
  void prefetch(const WideKey& key) const noexcept { table_->prefetch(key); }

 private:
  ProofTable* table_;
  bool twins_;
};

// Stores the numbers of a node; those of a solved one that depend on the path, with the path.
inline void remember(ProofTable& table, const WideKey& key, std::uint64_t path, const PnDn& value,
                     std::uint16_t dependence, std::uint64_t work, Move move) noexcept {
  const bool twin = value.solved() && dependence != kAnyPath;
  table.store(twin ? key ^ path_key(path) : key,
              {.found = true,
               .value = value,
               .work = static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 0xFFFFFFFFU)),
               .move = move});
}

}  // namespace ludex::agents::proof_number

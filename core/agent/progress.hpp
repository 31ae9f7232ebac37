// How far a proof search has come, for a line on a terminal (extension ludex.draft.progress/1 of Agent).
#pragma once

namespace ludex {

// Filled by the agent; what it does not know is negative.
struct SearchProgress {
  double proof;       // proof number of the root for the present question; infinite if disproven
  double disproof;    // disproof number
  double nodes;       // since solve() began
  double table_fill;  // share of the table or of the tree's memory in use, 0..1
};

// Asked for through Agent::extension.
class ProgressSource {
 public:
  static constexpr const char* kId = "ludex.draft.progress/1";

  // From any thread, while solve() runs or after it. Never blocks.
  virtual void read(SearchProgress* out) const noexcept = 0;

 protected:
  ~ProgressSource() = default;
};

}  // namespace ludex

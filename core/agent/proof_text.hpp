// ludex.draft.proof-text/1.
#pragma once

#include "core/abi/text.hpp"
#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/from_agent.hpp"
#include "core/util/result.hpp"

namespace ludex {

// An agent that can write out its proofs (extension of Agent).
class ProofText {
 public:
  static constexpr const char* kId = "ludex.draft.proof-text/1";
  // Writes a proof of the answer of the last solve(), as text that the rules alone can check (format:
  // agents/common/proof-number/proof_tree.hpp). kUnsupported and the reason if there is none. May search.
  virtual Status write_proof(const Budget* budget, TextSink& out, TextSink& error) noexcept = 0;

 protected:
  ~ProofText() = default;
};

template <class Author, bool offered>
struct AgentMethods<ProofText, Author, offered> {
  LUDEX_AGENT_METHOD(ProofText, Result<void>, write_proof, (budget, out), const Budget& budget,
                     TextSink& out);
};

template <class T>
class FromAgent<ProofText, T> final : public WithAgent<ProofText, T> {
 public:
  using WithAgent<ProofText, T>::WithAgent;
  Status write_proof(const Budget* budget, TextSink& out, TextSink& error) noexcept override {
    return guarded(error, [&] {
      const Result<void> done = this->agent_.write_proof(*budget, out);
      if (done) return Status::kOk;
      error.write(done.error());
      return Status::kUnsupported;
    });
  }
};

}  // namespace ludex

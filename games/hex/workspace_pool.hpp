// WorkspacePool<T>: working memory for several threads, borrowed and returned without a lock or an
// allocation. Its size limits how many threads work at once, and never affects results.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

namespace ludex::games::hex {

template <class T>
class WorkspacePool {
 public:
  // Maximum number of workspaces.
  static constexpr std::uint32_t kMost = 128;

  WorkspacePool() = default;
  WorkspacePool(const WorkspacePool&) = delete;
  WorkspacePool& operator=(const WorkspacePool&) = delete;
  ~WorkspacePool() {
    for (auto& slot : idle_) delete slot.load();
  }

  // Adds one; false if there are kMost.
  bool add(std::unique_ptr<T> workspace) noexcept {
    if (size_.fetch_add(1) >= kMost) {
      size_.fetch_sub(1);
      return false;
    }
    put(workspace.release());
    return true;
  }
  // Removes one. Waits while all are lent.
  void remove() noexcept {
    delete take();
    size_.fetch_sub(1);
  }

  // A borrowed workspace. Waits while all are lent.
  class Lease {
   public:
    explicit Lease(WorkspacePool& pool) noexcept : pool_(pool), workspace_(pool.take()) {}
    ~Lease() { pool_.put(workspace_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    T& operator*() const noexcept { return *workspace_; }
    T* operator->() const noexcept { return workspace_; }

   private:
    WorkspacePool& pool_;
    T* const workspace_;
  };

 private:
  // Tries slots from the first, so that a single thread gets the same workspace every time, with its cached
  // results.
  T* take() noexcept {
    for (;; std::this_thread::yield()) {
      for (auto& slot : idle_) {
        if (slot.load(std::memory_order_relaxed) == nullptr) continue;
        if (T* const found = slot.exchange(nullptr, std::memory_order_acquire); found != nullptr)
          return found;
      }
    }
  }
  // There are no more workspaces than slots, so some slot is always empty, though it may change.
  void put(T* workspace) noexcept {
    for (;;) {
      for (auto& slot : idle_) {
        T* none = nullptr;
        if (slot.load(std::memory_order_relaxed) == nullptr &&
            slot.compare_exchange_strong(none, workspace, std::memory_order_release,
                                         std::memory_order_relaxed))
          return;
      }
    }
  }

  std::array<std::atomic<T*>, kMost> idle_{};
  std::atomic<std::uint32_t> size_ = 0;
};

}  // namespace ludex::games::hex

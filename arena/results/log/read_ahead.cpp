#include "arena/results/log/read_ahead.hpp"

#include <algorithm>
#include <system_error>

#include "arena/results/log/chain.hpp"
#include "arena/results/log/record_scan.hpp"

namespace ludex::arena::log {

ReadAhead::ReadAhead(LogCursor& cursor, bool digests, bool series)
    : cursor_(cursor), digests_(digests), series_(series) {}

ReadAhead::~ReadAhead() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

// Threads start late: a short log is read before a thread would have begun.
void ReadAhead::start_threads() {
  started_ = true;
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1U, kMostThreads);
  try {
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {  // limited: use those that started
  }
}

ReadAhead::Line* ReadAhead::next() {
  if (holding_ && place_ + 1 < batch(taken_).size) return &batch(taken_).lines[++place_];
  if (!started_ && taken_ == 1) start_threads();
  std::unique_lock lock(mutex_);
  if (holding_) {
    batch(taken_++).read = false;
    holding_ = false;
    changed_.notify_all();
  }
  if (threads_.empty()) {
    if (!fill(batch(taken_))) return nullptr;
    read(batch(taken_));
  } else {
    changed_.wait(lock, [&] { return batch(taken_).read || (at_end_ && taken_ == filled_); });
    if (!batch(taken_).read) return nullptr;
  }
  holding_ = true;
  place_ = 0;
  return batch(taken_).lines.data();
}

void ReadAhead::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stop_ || at_end_ || filled_ < taken_ + kBatches; });
    if (stop_ || at_end_) return;
    Batch& mine = batch(filled_);
    if (!fill(mine)) {
      changed_.notify_all();
      return;
    }
    lock.unlock();
    read(mine);
    lock.lock();
    mine.read = true;
    changed_.notify_all();
  }
}

// Reads the next lines; false if there is none left.
bool ReadAhead::fill(Batch& batch) {
  batch.before = last_;
  batch.size = 0;
  while (batch.size < kLines && !at_end_) {
    if (!cursor_.next()) {
      at_end_ = true;
    } else if (cursor_.torn()) {
      at_end_ = true;
      torn_ = cursor_.torn_line();
    } else {
      Line& line = batch.lines[batch.size++];
      line.number = cursor_.number();
      line.text = last_ = cursor_.line();
    }
  }
  if (batch.size == 0) return false;
  ++filled_;
  return true;
}

void ReadAhead::read(Batch& batch) {
  Chain chain;
  std::string_view before = batch.before;
  for (std::size_t i = 0; i < batch.size; ++i) {
    Line& line = batch.lines[i];
    line.digest.clear();
    if (digests_) {
      // The previous digest is known here only if the previous line states it.
      if (const std::string_view known = split_seal(before).chain; !known.empty())
        line.digest = chain.digest_of(known, split_seal(line.text).body);
      before = line.text;
    }
    line.error.clear();
    if (auto done = read_record(line.text, line.record, line.play, nullptr, series_); !done)
      line.error = done.error();
  }
}

}  // namespace ludex::arena::log

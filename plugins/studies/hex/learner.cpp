#include "plugins/studies/hex/learner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ludex::games::hex {
namespace {

using Net = PolicyValueNet;
constexpr std::size_t kC = Net::kChannels;

float normal(Rng& rng) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += rng.uniform();
  return static_cast<float>(sum);
}
template <class Array>
void fill_normal(Array& numbers, Rng& rng, double deviation) {
  for (float& x : numbers) x = normal(rng) * static_cast<float>(deviation);
}

}  // namespace

std::string Learner::Tally::text() const {
  const double n = std::max(samples, 1.0);
  const double with_shares = std::max(predicted, 1.0);
  std::array<char, 96> line{};
  std::snprintf(line.data(), line.size(), "move %.4f nats, %.1f %% predicted; outcome %.4f, %.1f %%",
                cross_entropy / with_shares, 100 * first / with_shares, square / n, 100 * winner / n);
  return line.data();
}

Learner::Learner(std::uint64_t seed, double value_weight, double search_share)
    : value_weight_(static_cast<float>(value_weight)),
      search_share_(static_cast<float>(search_share)),
      weights_(std::make_unique<Net::Weights>()),
      gradient_(std::make_unique<Net::Weights>()),
      adam_(weights_->numbers().size()),
      transposed_(std::make_unique<std::array<Net::Kernel, Net::kLayers>>()),
      x_(Net::kLayers + 1) {
  Rng rng = Rng::seeded(seed);
  for (auto& color : weights_->stones) {
    for (auto& cell : color) fill_normal(cell, rng, 0.3);
  }
  for (auto& kernel : weights_->deep) {
    for (auto& cell : kernel) {
      for (auto& row : cell) fill_normal(row, rng, 0.03);
    }
  }
  fill_normal(weights_->policy, rng, 0.1);
  for (auto& row : weights_->hidden) {
    for (auto& pool : row) fill_normal(pool, rng, 0.2);
  }
  fill_normal(weights_->value, rng, 0.1);
  transpose();
}

void Learner::look_at(const Sample& sample, bool turned, float search_share) {
  const RecordedGame& game = *sample.game;
  const std::uint32_t mover = sample.ply % 2;
  const std::uint32_t rows = mover == 0 ? game.height : game.width;
  const std::uint32_t columns = mover == 0 ? game.width : game.height;
  frame_ = Net::Frame(rows, columns);
  const auto place = [&](std::uint32_t cell) {
    const std::uint32_t r = cell / game.width;
    const std::uint32_t c = cell % game.width;
    const std::uint32_t index = mover == 0 ? r * columns + c : c * columns + r;
    return turned ? rows * columns - 1 - index : index;
  };
  for (std::uint32_t i = 0; i < sample.ply; ++i) {
    const std::uint32_t index = place(game.plies[i].cell);
    frame_.set(index / columns, index % columns, i % 2 == mover ? 1 : 2);
  }
  const RecordedGame::Ply& ply = game.plies[sample.ply];
  target_.assign(std::size_t{rows} * columns, 0.0F);
  for (const auto& [cell, share] : ply.shares) target_[place(cell)] = share;
  predicted_ = !ply.shares.empty();
  outcome_ = game.winner == mover ? 1.0F : -1.0F;
  if (ply.searched) outcome_ += search_share * (ply.value - outcome_);
}

void Learner::forward(Tally& tally) {
  const std::uint32_t rows = frame_.rows();
  const std::uint32_t columns = frame_.columns();
  const std::uint32_t cells = rows * columns;
  Net::first(*weights_, frame_, x_[0]);
  for (std::size_t layer = 0; layer < Net::kLayers; ++layer) {
    Net::convolve(weights_->deep[layer], weights_->deep_bias[layer], x_[layer], x_[layer + 1]);
    Net::rectify(x_[layer], x_[layer + 1]);
  }
  const Net::Plane& top = x_.back();
  pull_.assign(cells, -1e30F);
  for (std::uint32_t index = 0; index < cells; ++index) {
    const float* const here = top.at(index / columns, index % columns);
    float logit = 0;
    for (std::size_t i = 0; i < kC; ++i) logit += here[i] * weights_->policy[i];
    if (frame_.code(frame_.at(index / columns, index % columns)) != 0) continue;
    pull_[index] = logit;
  }
  const auto best = static_cast<std::size_t>(std::max_element(pull_.begin(), pull_.end()) - pull_.begin());
  const float top_logit = pull_[best];
  float sum = 0;
  for (float& x : pull_) sum += x = std::exp(x - top_logit);
  for (float& x : pull_) x /= sum;
  Net::pool(top, pools_);
  float value = weights_->value_bias[0];
  for (std::size_t h = 0; h < Net::kHidden; ++h) {
    float in = weights_->hidden_bias[h];
    for (std::size_t p = 0; p < Net::kPools; ++p) {
      for (std::size_t i = 0; i < kC; ++i) in += weights_->hidden[h][p][i] * pools_[p][i];
    }
    hidden_[h] = std::max(in, 0.0F);
    value += weights_->value[h] * hidden_[h];
  }
  value_ = std::tanh(value);
  tally.samples += 1;
  if (predicted_) {
    tally.predicted += 1;
    for (std::uint32_t index = 0; index < cells; ++index) {
      if (target_[index] > 0)
        tally.cross_entropy -= static_cast<double>(target_[index]) *
                               std::log(std::max(static_cast<double>(pull_[index]), 1e-12));
    }
    tally.first += target_[best] >= *std::max_element(target_.begin(), target_.end()) ? 1 : 0;
  }
  tally.square += static_cast<double>((value_ - outcome_) * (value_ - outcome_));
  tally.winner += value_ * outcome_ > 0 ? 1 : 0;
}

void Learner::judge(const Sample& sample, Tally& tally) {
  look_at(sample, false, 0);
  forward(tally);
}

void Learner::learn(const Sample& sample, bool turned, Tally& tally) {
  look_at(sample, turned, search_share_);
  forward(tally);
  backward();
  pending_ += 1;
}

void Learner::backward() {
  const std::uint32_t rows = frame_.rows();
  const std::uint32_t columns = frame_.columns();
  const std::uint32_t cells = rows * columns;
  Net::Weights& g = *gradient_;
  // The heads.
  const float d_value = 2 * value_weight_ * (value_ - outcome_) * (1 - value_ * value_);
  Net::Pools d_pools{};
  g.value_bias[0] += d_value;
  for (std::size_t h = 0; h < Net::kHidden; ++h) {
    g.value[h] += d_value * hidden_[h];
    if (hidden_[h] <= 0) continue;
    const float d_hidden = d_value * weights_->value[h];
    g.hidden_bias[h] += d_hidden;
    for (std::size_t p = 0; p < Net::kPools; ++p) {
      for (std::size_t i = 0; i < kC; ++i) {
        g.hidden[h][p][i] += d_hidden * pools_[p][i];
        d_pools[p][i] += d_hidden * weights_->hidden[h][p][i];
      }
    }
  }
  for (std::uint32_t index = 0; index < cells; ++index)
    pull_[index] = predicted_ ? pull_[index] - target_[index] : 0.0F;
  slope_.open(rows, columns);
  masked_.open(rows, columns);
  for (std::uint32_t index = 0; index < cells; ++index) {
    const float* const x = x_.back().at(index / columns, index % columns);
    float* const d = slope_.at(index / columns, index % columns);
    for (std::size_t i = 0; i < kC; ++i) {
      g.policy[i] += pull_[index] * x[i];
      d[i] = pull_[index] * weights_->policy[i] + d_pools[0][i] / static_cast<float>(cells);
    }
  }
  for (std::size_t i = 0; i < kC; ++i) {
    pull_weakest(x_.back(), i, rows, columns, pools_[1][i], d_pools[1][i], false);
    pull_weakest(x_.back(), i, columns, rows, pools_[2][i], d_pools[2][i], true);
  }
  // The layers.
  const Net::Vector none{};
  for (std::size_t layer = Net::kLayers; layer-- > 0;) {
    for (std::uint32_t row = 0; row < rows; ++row) {
      const float* const before = x_[layer].at(row, 0);
      const float* const after = x_[layer + 1].at(row, 0);
      const float* const d = slope_.at(row, 0);
      float* const z = masked_.at(row, 0);
      for (std::size_t i = 0; i < columns * kC; ++i) z[i] = after[i] > before[i] ? d[i] : 0.0F;
      for (std::size_t i = 0; i < columns * kC; ++i) g.deep_bias[layer][i % kC] += z[i];
    }
    Net::add_outer(x_[layer], masked_, g.deep[layer]);
    Net::convolve((*transposed_)[layer], none, masked_, spread_);
    for (std::uint32_t row = 0; row < rows; ++row) {
      float* const d = slope_.at(row, 0);
      const float* const more = spread_.at(row, 0);
      for (std::size_t i = 0; i < columns * kC; ++i) d[i] += more[i];
    }
  }
  const auto steps = Net::far_steps(frame_.stride());
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const float* const x = x_[0].at(row, column);
      const float* const d = slope_.at(row, column);
      Net::Vector z;
      for (std::size_t i = 0; i < kC; ++i) z[i] = x[i] > 0 ? d[i] : 0.0F;
      for (std::size_t i = 0; i < kC; ++i) g.bias[i] += z[i];
      const std::size_t at = frame_.at(row, column);
      for (std::size_t k = 0; k < Net::kFar; ++k) {
        const std::uint8_t code = frame_.code(at + static_cast<std::size_t>(steps[k]));
        if (code != 1 && code != 2) continue;
        for (std::size_t i = 0; i < kC; ++i) g.stones[code - 1U][k][i] += z[i];
      }
    }
  }
}

void Learner::pull_weakest(const Net::Plane& top, std::size_t channel, std::uint32_t lines,
                           std::uint32_t length, float pooled, float slope, bool columns) {
  for (std::uint32_t line = 0; line < lines; ++line) {
    float most = -1e30F;
    float* pulled = nullptr;
    for (std::uint32_t i = 0; i < length; ++i) {
      const std::uint32_t row = columns ? i : line;
      const std::uint32_t column = columns ? line : i;
      const float x = top.at(row, column)[channel];
      if (x <= most) continue;
      most = x;
      pulled = slope_.at(row, column) + channel;
    }
    if (most != pooled) continue;
    *pulled += slope;
    return;
  }
}

void Learner::transpose() {
  for (std::size_t layer = 0; layer < Net::kLayers; ++layer) {
    for (std::size_t k = 0; k < Net::kNear; ++k) {
      for (std::size_t i = 0; i < kC; ++i) {
        for (std::size_t o = 0; o < kC; ++o)
          (*transposed_)[layer][Net::kNear - 1 - k][o][i] = weights_->deep[layer][k][i][o];
      }
    }
  }
}

void Learner::step(double rate, double decay) {
  adam_.step(weights_->numbers(), gradient_->numbers(), std::max(pending_, 1.0), rate, decay);
  pending_ = 0;
  transpose();
}

}  // namespace ludex::games::hex

#include "abut/response/iterate_mixer.h"

#include <algorithm>
#include <cmath>

namespace abut::response {
namespace {

constexpr double kMostGrowth = 1.5;           // of |f|, before what was learnt is dropped
constexpr double kGramRegularisation = 1e-8;  // below it columns of unit length, in floats, count as dependent

// Four entries at a time.
using FourEntries = Eigen::Array4d;
using FourFloats = Eigen::Array4f;

FourEntries read_four(const double* x) {
  return Eigen::Map<const FourEntries>(x);
}
FourEntries read_four(const float* x) {
  return Eigen::Map<const FourFloats>(x).cast<double>();
}
void write_four(const FourEntries& four, double* x) {
  Eigen::Map<FourEntries>{x} = four;
}
// Returns what is left of it in single precision.
FourEntries write_four(const FourEntries& four, float* x) {
  const FourFloats rounded = four.cast<float>();
  Eigen::Map<FourFloats>{x} = rounded;
  return rounded.cast<double>();
}

}  // namespace

void IterateMixer::forget() {
  num_columns_ = next_column_ = 0;
  has_last_ = false;
}

void IterateMixer::restart(std::span<const double> x, std::span<const double> weights) {
  forget();
  num_drops_ = num_plain_left_ = 0;
  length_ = x.size(), num_weighed_ = weights.size();
  x_.assign(x.begin(), x.end()), weights_.assign(weights.begin(), weights.end());
  last_f_.assign(num_weighed_, 0.0), last_g_.assign(length_, 0.0);
  dF_.assign(kMostMixed * num_weighed_, 0.0F), dG_.assign(kMostMixed * length_, 0.0F);
  sums_.resize((length_ + kMixedTogether - 1) / kMixedTogether);
}

// f and g of one block, their changes as the newest column, and what it adds to the sums.
void IterateMixer::learn(std::span<const double> g, std::size_t block) {
  const std::size_t begin = block * kMixedTogether, end = std::min(begin + kMixedTogether, length_);
  const std::size_t end_weighed = std::clamp(num_weighed_, begin, end), slot = static_cast<std::size_t>(slot_);
  FourEntries ff = FourEntries::Zero();
  std::array<FourEntries, kMostMixed> f_dF, df_dF;
  f_dF.fill(ff), df_dF.fill(ff);
  for (std::size_t i = begin; i < end; i += 4) {
    const FourEntries g_i = read_four(&g[i]);
    if (has_last_) write_four(g_i - read_four(&last_g_[i]), &dG_[slot * length_ + i]);
    write_four(g_i, &last_g_[i]);
    if (i >= end_weighed) continue;
    const FourEntries f = g_i - read_four(&x_[i]), weight = read_four(&weights_[i]), weighed = weight * f;
    ff += weighed * f;
    if (has_last_) {
      const FourEntries df = weight * write_four(f - read_four(&last_f_[i]), &dF_[slot * num_weighed_ + i]);
      for (std::size_t k = 0; k < kMostMixed; ++k) {
        const FourEntries column = read_four(&dF_[k * num_weighed_ + i]);
        f_dF[k] += weighed * column, df_dF[k] += df * column;
      }
    }
    write_four(f, &last_f_[i]);
  }
  BlockSums& sums = sums_[block];
  sums.ff = ff.sum();
  for (std::size_t k = 0; k < kMostMixed; ++k) sums.f_dF[k] = f_dF[k].sum(), sums.df_dF[k] = df_dF[k].sum();
}

// Adds up what was learnt. False where it is of no use: f grew, or there is nothing to mix yet.
bool IterateMixer::judge() {
  sum_ = {};
  for (const BlockSums& block : sums_) {
    sum_.ff += block.ff;
    for (std::size_t k = 0; k < kMostMixed; ++k) sum_.f_dF[k] += block.f_dF[k], sum_.df_dF[k] += block.df_dF[k];
  }
  if (num_columns_ > 0 && sum_.ff > kMostGrowth * kMostGrowth * least_) {
    forget();
    num_plain_left_ = ++num_drops_;
  }
  least_ = has_last_ ? std::min(least_, sum_.ff) : sum_.ff;
  if (has_last_) {
    next_column_ = (slot_ + 1) % kMostMixed;
    num_columns_ = std::min(num_columns_ + 1, kMostMixed);
    for (int k = 0; k < num_columns_; ++k) gram_(slot_, k) = gram_(k, slot_) = sum_.df_dF[static_cast<std::size_t>(k)];
  }
  has_last_ = true;
  if (num_plain_left_ > 0) return --num_plain_left_, false;
  return num_columns_ > 0;
}

// c, in columns of unit length, which differ by orders of magnitude as f shrinks. False where there is none.
bool IterateMixer::find_mix() {
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostMixed, kMostMixed>;
  using Few = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostMixed, 1>;
  Few unit(num_columns_), b(num_columns_);
  for (int k = 0; k < num_columns_; ++k) {
    unit(k) = gram_(k, k) > 0 ? 1 / std::sqrt(gram_(k, k)) : 0.0;
    b(k) = unit(k) * sum_.f_dF[static_cast<std::size_t>(k)];
  }
  Small A = unit.asDiagonal() * gram_.topLeftCorner(num_columns_, num_columns_) * unit.asDiagonal();
  A.diagonal().array() += kGramRegularisation;
  mix_.setZero();
  mix_.head(num_columns_) = unit.cwiseProduct(A.ldlt().solve(b));
  if (!mix_.allFinite()) return forget(), false;
  return true;
}

void IterateMixer::mix(std::span<double> g, std::size_t block) {
  const std::size_t begin = block * kMixedTogether, end = std::min(begin + kMixedTogether, length_);
  for (std::size_t i = begin; i < end; i += 4) {
    FourEntries x = read_four(&g[i]);
    for (std::size_t k = 0; k < kMostMixed; ++k)
      x -= mix_(static_cast<Eigen::Index>(k)) * read_four(&dG_[k * length_ + i]);
    write_four(x, &g[i]), write_four(x, &x_[i]);
  }
}

void IterateMixer::update(std::span<double> g, Share share) {
  if (length_ == 0) return;
  slot_ = next_column_;
  share(sums_.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t block = first; block < last; ++block) learn(g, block);
  });
  const bool is_useful = judge() && find_mix();
  if (!is_useful) return void(std::copy(g.begin(), g.end(), x_.begin()));
  share(sums_.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t block = first; block < last; ++block) mix(g, block);
  });
}

void IterateMixer::update(std::span<double> g) {
  update(g, [](std::size_t count, FunctionRef<void(std::size_t, std::size_t)> work) { work(0, count); });
}

}  // namespace abut::response

#include "abut/base/suggest.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace abut {
namespace {

// A word that long is no misspelt name, and comparing it would cost as much as its length.
constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kShortestBeginning = 3;

std::string make_folded(std::string_view word) {
  std::string folded(word);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return folded;
}

std::size_t compute_distance(std::string_view a, std::string_view b) {
  // Rows i - 2, i - 1 and i of the table of distances between the first i letters of a and the first j of b.
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, above[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string find_nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  const std::string folded_word = make_folded(word);
  const std::string* nearest = nullptr;
  const std::string* continued = nullptr;
  std::size_t least = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongestWord) continue;
    const std::string folded = make_folded(candidate);
    const std::size_t distance = compute_distance(folded_word, folded);
    const bool is_near = distance <= (std::max(word.size(), candidate.size()) + 2) / 3;
    if (is_near && (!nearest || distance < least)) {
      nearest = &candidate;
      least = distance;
    }
    const bool is_beginning = word.size() >= kShortestBeginning && folded.starts_with(folded_word);
    if (is_beginning && !continued) continued = &candidate;
  }
  if (nearest) return *nearest;
  return continued ? *continued : std::string{};
}

}  // namespace abut

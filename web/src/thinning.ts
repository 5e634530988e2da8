// Fewer points that look the same: of each stretch of a long series the places of the least and the greatest of every
// curve are kept, and both ends. Column 0 is the abscissa.

export function thin(columns: Float64Array[], most: number): Float64Array[] {
  const length = columns[0].length;
  if (length <= most) return columns;
  const numStretches = Math.floor(most / 2);
  const places = new Set<number>([0, length - 1]);
  for (let s = 0; s < numStretches; ++s) {
    const from = Math.floor((s * length) / numStretches), to = Math.floor(((s + 1) * length) / numStretches);
    for (const column of columns.slice(1)) {
      let low = from, high = from;
      for (let i = from; i < to; ++i) {
        if (column[i] < column[low]) low = i;
        if (column[i] > column[high]) high = i;
      }
      places.add(low).add(high);
    }
  }
  const kept = [...places].sort((a, b) => a - b);
  return columns.map((column) => Float64Array.from(kept, (i) => column[i]));
}

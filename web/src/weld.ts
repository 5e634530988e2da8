// Vertices that are alike in every respect become one, with indices in place of copies: fewer to be moved and lit.
// Linear in the number of vertices; meant for small shapes.

export interface Welded {
  columns: Float32Array[]; // as they came, of fewer vertices
  indices: Uint32Array;
}

// `widths`: how many numbers of each column a vertex has.
export function weld(columns: Float32Array[], widths: number[]): Welded {
  const count = columns[0].length / widths[0];
  const indices = new Uint32Array(count);
  const found = new Map<string, number>();
  const kept: number[] = [];
  for (let v = 0; v < count; ++v) {
    const key = columns.map((column, c) => column.subarray(v * widths[c], (v + 1) * widths[c]).join()).join();
    let index = found.get(key);
    if (index === undefined) {
      index = kept.length;
      found.set(key, index);
      kept.push(v);
    }
    indices[v] = index;
  }
  const take = (column: Float32Array, width: number) => Float32Array.from({ length: kept.length * width }, (_, i) => column[kept[Math.floor(i / width)] * width + (i % width)]);
  return { columns: columns.map((column, c) => take(column, widths[c])), indices };
}

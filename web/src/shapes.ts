// Shapes as they come in a `geometry` packet, and what is drawn of them: triangles with normals, edges with how sharp
// they are. A mesh is drawn flat, face by face, as it is; a round shape as a smooth sphere or capsule about its core.
// Degenerate triangles get the normal (0, 0, 1). Linear in the number of triangles.

import { f64, u32, u8, type Packet, type ShapeInfo, type Triple } from './protocol.ts';

export const kNoFace = 0xffffffff;
// Kinds of edges.
export const kFlatEdge = 2;
export const kBorderEdge = 3;
export const kNonManifoldEdge = 4;

export interface Shape {
  info: ShapeInfo;
  vertices: Float64Array; // of the mesh, or of the core
  triangles: Uint32Array;
  triangleFace: Uint32Array;
  edges: Uint32Array;
  edgeKind: Uint8Array;
  points: Uint32Array;
  positions: Float64Array; // drawn: nine for each triangle
  normals: Float32Array;
  center: Triple; // of a ball that holds everything
  reach: number; // its radius
  box: [Triple, Triple];
}

export function readShapes(packet: Packet, infos: ShapeInfo[]): Shape[] {
  return infos.map((info, s) => {
    const vertices = f64(packet, `${s}/vertices`);
    const triangles = u32(packet, `${s}/triangles`);
    const drawn = info.kind === 'round' ? roundSurface(vertices, info.radius) : flatSurface(vertices, triangles);
    return {
      info,
      vertices,
      triangles,
      triangleFace: u32(packet, `${s}/triangle_face`),
      edges: u32(packet, `${s}/edges`),
      edgeKind: u8(packet, `${s}/edge_kind`),
      points: u32(packet, `${s}/points`),
      ...drawn,
      ...boundsOf(vertices, info.kind === 'round' ? info.radius : 0),
    };
  });
}

export function vertexOf(shape: Shape, index: number): Triple {
  return [shape.vertices[3 * index], shape.vertices[3 * index + 1], shape.vertices[3 * index + 2]];
}

function boundsOf(vertices: Float64Array, radius: number): Pick<Shape, 'center' | 'reach' | 'box'> {
  const low: Triple = [Infinity, Infinity, Infinity];
  const high: Triple = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; ++i) {
    const k = i % 3;
    low[k] = Math.min(low[k], vertices[i] - radius);
    high[k] = Math.max(high[k], vertices[i] + radius);
  }
  if (vertices.length === 0) return { center: [0, 0, 0], reach: 0, box: [[0, 0, 0], [0, 0, 0]] };
  const center: Triple = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  let sq = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    sq = Math.max(sq, (vertices[i] - center[0]) ** 2 + (vertices[i + 1] - center[1]) ** 2 + (vertices[i + 2] - center[2]) ** 2);
  }
  return { center, reach: Math.sqrt(sq) + radius, box: [low, high] };
}

export function normalOf(p: ArrayLike<number>, a: number, b: number, c: number): Triple {
  const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
  const n: Triple = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...n);
  return length > 0 ? [n[0] / length, n[1] / length, n[2] / length] : [0, 0, 1];
}

function flatSurface(vertices: Float64Array, triangles: Uint32Array): Pick<Shape, 'positions' | 'normals'> {
  const positions = new Float64Array(triangles.length * 3);
  const normals = new Float32Array(triangles.length * 3);
  for (let i = 0; i < triangles.length; i += 3) {
    const n = normalOf(vertices, 3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]);
    for (let k = 0; k < 3; ++k) {
      positions.set(vertices.subarray(3 * triangles[i + k], 3 * triangles[i + k] + 3), 3 * (i + k));
      normals.set(n, 3 * (i + k));
    }
  }
  return { positions, normals };
}

// A sphere about a point, or a capsule about a segment: rings from pole to pole of an axis, the equator twice.
function roundSurface(core: Float64Array, radius: number): Pick<Shape, 'positions' | 'normals'> {
  const kRings = 12, kSides = 32;
  const a: Triple = [core[0], core[1], core[2]];
  const b: Triple = core.length >= 6 ? [core[3], core[4], core[5]] : a;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const w: Triple = length > 0 ? [(b[0] - a[0]) / length, (b[1] - a[1]) / length, (b[2] - a[2]) / length] : [0, 0, 1];
  const helper: Triple = Math.abs(w[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const u = unitCross(helper, w), v = unitCross(w, u);
  const rows: { p: Triple; n: Triple }[][] = [];
  for (let i = 0; i <= 2 * kRings + 1; ++i) {
    const isUpper = i > kRings;
    const latitude = (Math.PI / 2) * ((isUpper ? i - 1 : i) / kRings - 1);
    const end = isUpper ? b : a;
    rows.push(
      Array.from({ length: kSides + 1 }, (_, j) => {
        const angle = (2 * Math.PI * (j % kSides)) / kSides;
        const x = Math.cos(latitude) * Math.cos(angle), y = Math.cos(latitude) * Math.sin(angle), z = Math.sin(latitude);
        const n: Triple = [0, 1, 2].map((k) => x * u[k] + y * v[k] + z * w[k]) as Triple;
        return { p: [0, 1, 2].map((k) => end[k] + radius * n[k]) as Triple, n };
      }),
    );
  }
  const positions: number[] = [], normals: number[] = [];
  const add = (...corners: { p: Triple; n: Triple }[]) => {
    for (const corner of corners) {
      positions.push(...corner.p);
      normals.push(...corner.n);
    }
  };
  for (let i = 0; i + 1 < rows.length; ++i) {
    if (i === kRings && length === 0) continue;
    for (let j = 0; j < kSides; ++j) {
      if (i > 0) add(rows[i][j], rows[i][j + 1], rows[i + 1][j + 1]);
      if (i + 2 < rows.length) add(rows[i][j], rows[i + 1][j + 1], rows[i + 1][j]);
    }
  }
  return { positions: Float64Array.from(positions), normals: Float32Array.from(normals) };
}

function unitCross(a: Triple, b: Triple): Triple {
  const c: Triple = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const length = Math.hypot(...c);
  return [c[0] / length, c[1] / length, c[2] / length];
}

export interface DrawnEdges {
  positions: Float32Array; // six an edge
  opacity: Float32Array; // one an edge: soft ones, between faces that nearly continue each other, are faint
}

// Flat edges are not drawn. An edge between faces that turn by less than 20 degrees is soft.
export function drawnEdges(shape: Shape): DrawnEdges {
  const { vertices, triangles, edges, edgeKind } = shape;
  const numVertices = vertices.length / 3;
  const keyOf = (a: number, b: number) => Math.min(a, b) * numVertices + Math.max(a, b);
  const normalsOf = new Map<number, Triple[]>();
  const drawn: number[] = [];
  for (let e = 0; 2 * e < edges.length; ++e) {
    if (edgeKind[e] === kFlatEdge) continue;
    drawn.push(e);
    normalsOf.set(keyOf(edges[2 * e], edges[2 * e + 1]), []);
  }
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; ++k) {
      const list = normalsOf.get(keyOf(triangles[i + k], triangles[i + ((k + 1) % 3)]));
      if (list !== undefined) list.push(normalOf(vertices, 3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]));
    }
  }
  const positions = new Float32Array(drawn.length * 6);
  const opacity = new Float32Array(drawn.length);
  drawn.forEach((e, i) => {
    const a = edges[2 * e], b = edges[2 * e + 1];
    positions.set(vertices.subarray(3 * a, 3 * a + 3), 6 * i);
    positions.set(vertices.subarray(3 * b, 3 * b + 3), 6 * i + 3);
    const [n, m] = normalsOf.get(keyOf(a, b))!;
    const isSoft = m !== undefined && n[0] * m[0] + n[1] * m[1] + n[2] * m[2] > Math.cos((20 * Math.PI) / 180);
    opacity[i] = isSoft ? 0.22 : 0.85;
  });
  return { positions, opacity };
}

// Features of shapes in space: which simplices a vertex, an edge or a face is made of, and which feature a person means
// who points at a triangle near its corner, near its side, or within.

import { toWorld } from './poses.ts';
import type { Triple } from './protocol.ts';
import type { Primitives } from './distance.ts';
import { kNoFace, vertexOf, type Shape } from './shapes.ts';
import type { Feature } from './steps.ts';

// In the body's frame; nothing for a cut or for a number that the shape does not have.
export function simplicesOf(shape: Shape, feature: Feature): Triple[][] {
  const { kind, index } = feature;
  if (kind === 'vertex') return 3 * index + 2 < shape.vertices.length ? [[vertexOf(shape, index)]] : [];
  if (kind === 'edge') {
    if (2 * index + 1 >= shape.edges.length) return [];
    return [[vertexOf(shape, shape.edges[2 * index]), vertexOf(shape, shape.edges[2 * index + 1])]];
  }
  if (kind !== 'face') return [];
  const found: Triple[][] = [];
  shape.triangleFace.forEach((face, i) => {
    if (face === index) found.push([0, 1, 2].map((k) => vertexOf(shape, shape.triangles[3 * i + k])));
  });
  return found;
}

export function toWorldSimplices(simplices: Triple[][], X_WB: Float64Array, body: number): Triple[][] {
  return simplices.map((simplex) => simplex.map((p) => toWorld(X_WB, body, p)));
}

// The whole core of a round shape, with its radius; else the simplices of the feature.
export function primitivesOf(shape: Shape, feature: Feature, X_WB: Float64Array, body: number): Primitives {
  if (shape.info.kind !== 'round') return { simplices: toWorldSimplices(simplicesOf(shape, feature), X_WB, body), radius: 0 };
  const core = shape.edges.length >= 2 ? [[vertexOf(shape, shape.edges[0]), vertexOf(shape, shape.edges[1])]] : [[vertexOf(shape, 0)]];
  return { simplices: toWorldSimplices(core, X_WB, body), radius: shape.info.radius };
}

type Place = { x: number; y: number };

function toSegment(p: Place, a: Place, b: Place): number {
  const ux = b.x - a.x, uy = b.y - a.y;
  const sq = ux * ux + uy * uy;
  const s = sq > 0 ? Math.min(1, Math.max(0, ((p.x - a.x) * ux + (p.y - a.y) * uy) / sq)) : 0;
  return Math.hypot(p.x - a.x - s * ux, p.y - a.y - s * uy);
}

const kVertexPixels = 9;
const kEdgePixels = 6;

// `project`: from the body's frame to pixels. Vertices come before edges, edges before faces.
export function findPointedFeature(shape: Shape, triangle: number, pointer: Place, project: (p_BQ: Triple) => Place): Feature {
  if (shape.info.kind === 'round') return shape.edges.length >= 2 ? { kind: 'edge', index: 0 } : { kind: 'vertex', index: 0 };
  const face = shape.triangleFace[triangle] ?? kNoFace;
  const onFace = face === kNoFace ? [triangle] : [...shape.triangleFace.keys()].filter((i) => shape.triangleFace[i] === face);
  const corners = new Set(onFace.flatMap((i) => [...shape.triangles.subarray(3 * i, 3 * i + 3)]));
  let best: { feature: Feature; pixels: number } | null = null;
  for (const v of corners) {
    const place = project(vertexOf(shape, v));
    const pixels = Math.hypot(place.x - pointer.x, place.y - pointer.y);
    if (pixels <= kVertexPixels && (best === null || pixels < best.pixels)) best = { feature: { kind: 'vertex', index: v }, pixels };
  }
  if (best !== null) return best.feature;
  for (let e = 0; 2 * e < shape.edges.length; ++e) {
    const a = shape.edges[2 * e], b = shape.edges[2 * e + 1];
    if (!corners.has(a) || !corners.has(b)) continue;
    const pixels = toSegment(pointer, project(vertexOf(shape, a)), project(vertexOf(shape, b)));
    if (pixels <= kEdgePixels && (best === null || pixels < best.pixels)) best = { feature: { kind: 'edge', index: e }, pixels };
  }
  return best?.feature ?? { kind: 'face', index: face };
}

export function describeFeature(feature: Feature): string {
  return feature.kind === 'cut' ? 'cut' : `${feature.kind} ${feature.index}`;
}

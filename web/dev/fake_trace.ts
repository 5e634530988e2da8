// A made-up trace, as the keys and packets of a self-contained page: a floor, a pile of boxes, balls and a capsule that
// swing, with contacts that have patches, forces and certificates. For looking at the page without the program, and for
// its tests. Nothing in it obeys mechanics.

import { encodePacket, kEnergyTerms, type NumberArray } from '../src/protocol.ts';
import { kPoseChunk, kSeriesChunk } from '../src/source.ts';

const kBox = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
const kQuads = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
const kEdges = [0, 1, 1, 2, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7, 7, 4, 0, 4, 1, 5, 2, 6, 3, 7];

function boxArrays(s: number, x: number, y: number, z: number): Record<string, NumberArray> {
  return {
    [`${s}/vertices`]: Float64Array.from(kBox.map((v, i) => v * [x, y, z][i % 3])),
    [`${s}/triangles`]: Uint32Array.from(kQuads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
    [`${s}/triangle_face`]: Uint32Array.from(kQuads.flatMap((_, f) => [f, f])),
    [`${s}/edges`]: Uint32Array.from(kEdges),
    [`${s}/edge_kind`]: new Uint8Array(12),
    [`${s}/points`]: new Uint32Array(0),
  };
}

function roundArrays(s: number, core: number[]): Record<string, NumberArray> {
  return {
    [`${s}/vertices`]: Float64Array.from(core),
    [`${s}/triangles`]: new Uint32Array(0),
    [`${s}/triangle_face`]: new Uint32Array(0),
    [`${s}/edges`]: Uint32Array.from(core.length > 3 ? [0, 1] : []),
    [`${s}/edge_kind`]: Uint8Array.from(core.length > 3 ? [5] : []),
    [`${s}/points`]: new Uint32Array(0),
  };
}

export interface FakeTrace {
  packets: Record<string, ArrayBuffer>;
  numSteps: number; // with the start
  numBodies: number;
}

const kH = 0.01;

function poseOf(body: number, step: number, numBoxes: number): number[] {
  if (body === 0) return [0, 0, -0.1, 1, 0, 0, 0];
  const swing = 0.4 * Math.sin(step * 0.03 + body);
  const q = [Math.cos(swing / 2), 0, 0, Math.sin(swing / 2)];
  if (body <= numBoxes) {
    const [column, row] = [(body - 1) % 4, Math.floor((body - 1) / 4)];
    return [(column - 1.5) * 0.3, 0, 0.1 + 0.2 * row, ...(row === 0 ? [1, 0, 0, 0] : q)];
  }
  const lift = Math.abs(Math.sin(step * 0.05 + body));
  return [(body - numBoxes - 1.5) * 0.35, 0.5, 0.12 + 0.5 * lift, ...q];
}

function makeStep(index: number, numBodies: number, numBoxes: number): ArrayBuffer {
  const bodies: number[] = [], features: number[] = [], p: number[] = [], normal: number[] = [], impulse: number[] = [];
  const ids: bigint[] = [], patchFirst = [0], corners: number[] = [];
  for (let body = 1; index > 0 && body <= numBoxes; ++body) {
    const [x, y, z] = poseOf(body, index, numBoxes);
    const below = body <= 4 ? 0 : body - 4;
    for (const [dx, dy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
      corners.push(ids.length);
      ids.push(BigInt(body) * 1000000007n * 4294967296n + BigInt(ids.length));
      bodies.push(body, below);
      features.push((0 << 30) | (dx < 0 ? 0 : 1), ((2 << 30) >>> 0) | 1);
      p.push(x + dx * 0.1, y + dy * 0.1, z - 0.1);
      normal.push(0, 0, 1);
      impulse.push(0.001 * dx, 0.002 * Math.sin(index), 0.01 * (1 + 0.3 * dx * dy));
    }
    patchFirst.push(corners.length);
  }
  const n = ids.length;
  return encodePacket(
    {
      type: 'step', id: 0, index, t: index * kH, outcome: 'finished', rounds: 12, sweeps: 3, substeps: 1, impacts: 0, limited: 0, held: 0,
      asleep: 0, residual: 3.2e-11, error: isSolved(index) ? 2.5e-9 : 0.04, error_rms: 1e-9, error_bodies: [1, 2], is_solved: isSolved(index), least_separation: 1.2345678901234567e-5, path_asked: 0.12, path_lost: 1.5e-9, kinetic_energy: 1.2 + Math.sin(index / 40),
      potential_energy: 9.81 - Math.sin(index / 40), repositioning_energy: 0, dropped_energy: 0, energy_terms: Object.fromEntries(kEnergyTerms.map((name, i) => [name, 1e-3 * (i + 1)])), momentum: [0.1, -0.2, 0.3], angular_momentum: [0.01, 0.02, 0.03],
      hash: '0123456789abcdef', has_contacts: index > 0, has_impulses: index > 0, has_certificates: index > 0,
    },
    {
      V_WBcm: Float64Array.from({ length: 6 * numBodies }, (_, i) => (i < 6 ? 0 : Math.sin(i + index * 0.03))),
      contact_id: BigUint64Array.from(ids), contact_bodies: Uint32Array.from(bodies), contact_features: Uint32Array.from(features),
      contact_p: Float64Array.from(p), contact_normal: Float64Array.from(normal), contact_gap: new Float64Array(n).fill(1.25e-5),
      contact_mu: new Float64Array(n).fill(0.4), contact_impulse: Float64Array.from(impulse),
      contact_impact: Uint8Array.from({ length: n }, (_, i) => (i % 7 === 0 && index % 25 === 0 ? 1 : 0)),
      patch_first: Uint32Array.from(patchFirst), patch_contacts: Uint32Array.from(corners),
      certificate_bodies: Uint32Array.from([1, 0, 2, 1]), certificate_separation: Float64Array.from([1e-5, 2e-3]),
    },
  );
}

// All but some in a row, and one alone.
function isSolved(index: number): boolean {
  return !(index >= 60 && index < 90) && index !== 150;
}

function makeSeries(first: number, count: number): ArrayBuffer {
  const figure = (f: (k: number) => number) => Float64Array.from({ length: count }, (_, i) => f(first + i));
  const number = (f: (k: number) => number) => Uint32Array.from({ length: count }, (_, i) => f(first + i));
  return encodePacket(
    { type: 'series', id: 0, first, count },
    {
      t: figure((k) => k * kH), kinetic_energy: figure((k) => 1.2 + Math.sin(k / 40)), potential_energy: figure((k) => 9.81 - Math.sin(k / 40)),
      momentum: Float64Array.from({ length: 3 * count }, (_, i) => Math.sin((first + i / 3) / 30 + (i % 3))),
      angular_momentum: Float64Array.from({ length: 3 * count }, (_, i) => 0.1 * Math.cos((first + i / 3) / 20 + (i % 3))),
      ...Object.fromEntries(kEnergyTerms.map((name, i) => [name, figure((k) => 1e-3 * (i + 1) * Math.sin(k / 30))])),
      least_separation: figure((k) => 1e-5 * (1.1 + Math.sin(k / 15))), lost_motion: figure(() => 0), residual: figure(() => 1e-11),
      error: figure((k) => (isSolved(k) ? 2.5e-9 : 0.04)), error_rms: figure(() => 1e-9), unsolved: number((k) => (isSolved(k) ? 0 : 1)),
      contacts: number((k) => 30 + 6 * Math.round(Math.sin(k / 25))), impacts: number((k) => (k % 25 === 0 ? 2 : 0)),
      born: number((k) => (k % 40 === 5 ? 3 : 0)), gone: number((k) => (k % 40 === 25 ? 3 : 0)),
      rounds: number(() => 12), substeps: number(() => 1), held: number(() => 0), asleep: number(() => 0),
    },
  );
}

export function makeFakeTrace(numSteps = 400, numBoxes = 8): FakeTrace {
  const shapes = [
    { kind: 'mesh', is_solid: true, is_convex: true, radius: 0 }, { kind: 'mesh', is_solid: true, is_convex: true, radius: 0 },
    { kind: 'round', is_solid: true, is_convex: true, radius: 0.12 }, { kind: 'round', is_solid: true, is_convex: true, radius: 0.08 },
  ];
  const body = (name: string, kind: string, shape: number) => ({ name, kind, shape, mass: kind === 'static' ? null : 1.5, volume: 0.008, p_BBcm: [0, 0, 0], group: '' });
  const bodies = [
    body('floor', 'static', 0),
    ...Array.from({ length: numBoxes }, (_, i) => body(i === 2 ? '<img src=x onerror=alert(1)>' : `box ${i + 1}`, 'dynamic', 1)),
    body('ball', 'dynamic', 2), body('capsule', 'dynamic', 3),
  ];
  const packets: Record<string, ArrayBuffer> = {
    hello: encodePacket({
      type: 'hello', protocol: 1, program: 'abut 0.1.0', mode: 'trace', title: 'made-up.abut', bodies, shapes, h: kH, duration: numSteps * kH, gravity: [0, 0, -9.81],
      law: 'coulomb', laws: ['coulomb', 'frictionless'], num_steps: numSteps - 1, ending: 'whole', outcome: 'finished', note: '', run: 1,
    }),
    geometry: encodePacket({ type: 'geometry', id: 0 }, {
      ...boxArrays(0, 2, 2, 0.1), ...boxArrays(1, 0.1, 0.1, 0.1), ...roundArrays(2, [0, 0, 0]), ...roundArrays(3, [-0.15, 0, 0, 0.15, 0, 0]),
    }),
  };
  for (let first = 0; first < numSteps; first += kPoseChunk) {
    const count = Math.min(kPoseChunk, numSteps - first);
    const steps = Array.from({ length: count }, (_, i) => first + i);
    const poses = encodePacket({ type: 'poses', id: 0, first, count }, {
      t: Float64Array.from(steps, (k) => k * kH), X_WB: Float64Array.from(steps.flatMap((k) => bodies.flatMap((_, b) => poseOf(b, k, numBoxes)))),
    });
    packets[`poses/${first}/${kPoseChunk}`] = poses;
  }
  packets[`series/1/${kSeriesChunk}`] = makeSeries(1, numSteps - 1);
  for (let index = 0; index < numSteps; ++index) packets[`step/${index}`] = makeStep(index, bodies.length, numBoxes);
  return { packets, numSteps, numBodies: bodies.length };
}

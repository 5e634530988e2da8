// All about single steps, fetched when looked at: one request at a time, and when it is answered the next is for the
// step wanted then, whatever was wanted in between. The last sixty-four are kept.

import { f64, u32, u64, u8, type Packet, type StepHead, type Triple } from './protocol.ts';

export type FeatureKind = 'vertex' | 'edge' | 'face' | 'cut';
export interface Feature {
  kind: FeatureKind;
  index: number;
}

const kFeatureKinds: FeatureKind[] = ['vertex', 'edge', 'face', 'cut'];

export function decodeFeature(code: number): Feature {
  return { kind: kFeatureKinds[code >>> 30], index: code & 0x3fffffff };
}

export interface Contact {
  index: number;
  id: bigint;
  bodies: [number, number];
  features: [Feature, Feature];
  p: Triple;
  normal: Triple; // from B towards A
  gap: number;
  mu: number;
  impulse: Triple; // on A over the step
  isImpact: boolean;
}

export interface StepDetails {
  head: StepHead;
  V_WBcm: Float64Array; // six a body: angular velocity, velocity of the centre of mass
  contacts: Contact[];
  patches: number[][]; // corners, as indices of contacts
  certificates: { bodies: [number, number]; separation: number }[];
}

function triple(array: Float64Array, i: number): Triple {
  return 3 * i + 2 < array.length ? [array[3 * i], array[3 * i + 1], array[3 * i + 2]] : [0, 0, 0];
}

export function readStep(packet: Packet): StepDetails {
  const id = u64(packet, 'contact_id'), bodies = u32(packet, 'contact_bodies'), features = u32(packet, 'contact_features');
  const p = f64(packet, 'contact_p'), normal = f64(packet, 'contact_normal'), gap = f64(packet, 'contact_gap');
  const mu = f64(packet, 'contact_mu'), impulse = f64(packet, 'contact_impulse'), impact = u8(packet, 'contact_impact');
  const contacts = Array.from({ length: bodies.length / 2 }, (_, i): Contact => ({
    index: i,
    id: id[i] ?? 0n,
    bodies: [bodies[2 * i], bodies[2 * i + 1]],
    features: [decodeFeature(features[2 * i] ?? 0), decodeFeature(features[2 * i + 1] ?? 0)],
    p: triple(p, i),
    normal: triple(normal, i),
    gap: gap[i] ?? NaN,
    mu: mu[i] ?? NaN,
    impulse: triple(impulse, i),
    isImpact: impact[i] === 1,
  }));
  const first = u32(packet, 'patch_first'), corners = u32(packet, 'patch_contacts');
  const patches = Array.from({ length: Math.max(0, first.length - 1) }, (_, k) => [...corners.subarray(first[k], first[k + 1])]);
  const pairs = u32(packet, 'certificate_bodies'), separation = f64(packet, 'certificate_separation');
  const certificates = Array.from(separation, (value, i) => ({
    bodies: [pairs[2 * i], pairs[2 * i + 1]] as [number, number],
    separation: value,
  }));
  return { head: packet.head as unknown as StepHead, V_WBcm: f64(packet, 'V_WBcm'), contacts, patches, certificates };
}

const kMostKept = 64;

export class Steps {
  private readonly kept = new Map<number, StepDetails>();
  private wanted = -1;
  private asked = -1;
  private generation = 0;
  last: StepDetails | null = null; // that came
  fault = ''; // why the wanted step cannot be shown

  constructor(
    private readonly fetch: (index: number) => Promise<Packet>,
    private readonly onArrival: () => void,
  ) {}

  clear(): void {
    this.kept.clear();
    this.last = null;
    this.generation += 1;
    this.wanted = this.asked = -1;
  }

  find(index: number): StepDetails | null {
    return this.kept.get(index) ?? null;
  }

  want(index: number): void {
    this.wanted = index;
    if (this.asked < 0) this.ask();
  }

  private ask(): void {
    if (this.wanted < 0 || this.kept.has(this.wanted)) return;
    const index = this.wanted;
    const generation = this.generation;
    this.asked = index;
    this.fetch(index).then(
      (packet) => {
        if (generation !== this.generation) return;
        this.fault = '';
        this.keep(index, readStep(packet));
        this.settle(index);
      },
      (error: Error) => {
        if (generation !== this.generation) return;
        this.fault = error.message;
        if (this.wanted === index) this.wanted = -1;
        this.settle(index);
      },
    );
  }

  private keep(index: number, details: StepDetails): void {
    this.kept.set(index, details);
    this.last = details;
    for (const key of this.kept.keys()) {
      if (this.kept.size <= kMostKept) break;
      this.kept.delete(key);
    }
  }

  private settle(index: number): void {
    this.asked = -1;
    this.onArrival();
    if (this.wanted !== index) this.ask();
  }
}

// Reads the packets of docs/viewer-protocol.md: a JSON head and arrays of numbers behind it, which are looked at in
// place. A packet that is not well formed throws PacketError; nothing of it is used then.

export type NumberArray = Uint8Array | Uint32Array | BigUint64Array | Float64Array;

export interface Packet<Head = Record<string, unknown>> {
  type: string;
  id: number | null;
  head: Head;
  arrays: Map<string, NumberArray>;
}

export type BodyKind = 'dynamic' | 'static' | 'kinematic';
export type Mode = 'trace' | 'live' | 'contact' | 'mesh';
export type Triple = [number, number, number];

export interface BodyInfo {
  name: string;
  kind: BodyKind;
  shape: number;
  mass: number | null;
  volume: number | null;
  p_BBcm: Triple;
  group: string | number | null;
}

export interface ShapeInfo {
  kind: 'mesh' | 'pieces' | 'round';
  is_solid: boolean;
  is_convex: boolean;
  radius: number;
}

export interface Hello {
  protocol: number;
  program: string;
  mode: Mode;
  title: string;
  bodies: BodyInfo[];
  shapes: ShapeInfo[];
  h: number;
  duration: number;
  gravity: Triple;
  law: string;
  laws: string[];
  num_steps: number;
  ending: string;
  outcome: string;
  note: string;
  friction?: number;
  run?: number;
  is_running?: boolean;
  reports?: unknown[];
}

// Whether a page that was cut off looks at the same thing again.
export function isSameFile(a: Hello, b: Hello): boolean {
  return a.mode === b.mode && a.title === b.title && a.bodies.length === b.bodies.length && a.shapes.length === b.shapes.length && a.h === b.h;
}

export interface News {
  num_steps: number;
  num_series: number;
  ending: string;
  outcome: string;
  note: string;
  run?: number;
  is_running?: boolean;
  friction?: number;
  gravity?: Triple;
  law?: string;
  ms_a_step?: number | null;
  made?: number | null; // Unix ms when the newest step was computed
  pulled?: number | null;
}

// What changed kinetic and potential energy in a step, J: work and errors as what they add, losses as what they take.
export const kEnergyTerms = [
  'work_forces', 'work_drives', 'loss_impacts', 'loss_friction', 'error_repositioning', 'error_rotation', 'error_curvature', 'loss_held',
  'loss_asleep', 'remainder',
] as const;
export type EnergyTerm = (typeof kEnergyTerms)[number];

export interface StepHead {
  index: number;
  t: number;
  outcome: string;
  rounds: number;
  sweeps: number;
  substeps: number;
  impacts: number;
  limited: number;
  held: number;
  asleep: number;
  residual: number | null;
  error: number | null; // of the worst contact
  error_rms: number | null;
  error_bodies: [number, number] | null; // of the worst contact
  is_solved: boolean;
  least_separation: number | null;
  path_asked: number | null;
  path_lost: number | null;
  kinetic_energy: number | null;
  potential_energy: number | null;
  repositioning_energy: number | null;
  dropped_energy: number | null;
  energy_terms: Record<EnergyTerm, number | null>;
  momentum: Triple;
  angular_momentum: Triple;
  hash: string;
  has_contacts: boolean;
  has_impulses: boolean;
  has_certificates: boolean;
}

export type Request =
  | { type: 'geometry' }
  | { type: 'poses'; first: number; count: number }
  | { type: 'step'; index: number }
  | { type: 'series'; first: number; count: number }
  | { type: 'run' | 'pause' | 'reset' | 'release' }
  | { type: 'advance'; steps: number }
  | { type: 'set'; friction?: number; gravity?: Triple; law?: string }
  | { type: 'pull'; body: number; p_BP: Triple; p_WT: Triple };

export class PacketError extends Error {}

const kMagic = 0x31766261; // "abv1", little-endian
const kBytesOf: Record<string, number> = { u8: 1, u32: 4, u64: 8, f64: 8 };

function viewArray(buffer: ArrayBuffer, kind: string, start: number, count: number): NumberArray {
  switch (kind) {
    case 'u8':
      return new Uint8Array(buffer, start, count);
    case 'u32':
      return new Uint32Array(buffer, start, count);
    case 'u64':
      return new BigUint64Array(buffer, start, count);
    default:
      return new Float64Array(buffer, start, count);
  }
}

function readArrays(buffer: ArrayBuffer, base: number, listed: unknown): Map<string, NumberArray> {
  const arrays = new Map<string, NumberArray>();
  if (listed === undefined) return arrays;
  if (typeof listed !== 'object' || listed === null) throw new PacketError('the list of arrays is no object');
  for (const [name, entry] of Object.entries(listed)) {
    const [kind, offset, count] = Array.isArray(entry) ? entry : [];
    const width = kBytesOf[String(kind)];
    const isWhole = Number.isInteger(offset) && Number.isInteger(count) && offset >= 0 && count >= 0;
    if (width === undefined || !isWhole || offset % 8 !== 0) throw new PacketError(`array ${name} is described wrongly`);
    if (base + offset + width * count > buffer.byteLength) throw new PacketError(`array ${name} is cut short`);
    arrays.set(name, viewArray(buffer, kind, base + offset, count));
  }
  return arrays;
}

export function decodePacket(buffer: ArrayBuffer): Packet {
  if (buffer.byteLength < 8) throw new PacketError('shorter than a packet can be');
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== kMagic) throw new PacketError('no packet of abut');
  const numHead = view.getUint32(4, true);
  if (numHead % 8 !== 0 || 8 + numHead > buffer.byteLength) throw new PacketError('its head is cut short');
  let head: Record<string, unknown>;
  try {
    head = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(buffer, 8, numHead)));
  } catch {
    throw new PacketError('its head is no JSON');
  }
  if (typeof head !== 'object' || head === null || typeof head.type !== 'string') {
    throw new PacketError('its head has no type');
  }
  const id = typeof head.id === 'number' ? head.id : null;
  return { type: head.type, id, head, arrays: readArrays(buffer, 8 + numHead, head.arrays) };
}

// Arrays by name and kind; one that is absent is empty.
export function f64(packet: Packet<unknown>, name: string): Float64Array {
  const array = packet.arrays.get(name);
  return array instanceof Float64Array ? array : new Float64Array(0);
}

export function u32(packet: Packet<unknown>, name: string): Uint32Array {
  const array = packet.arrays.get(name);
  return array instanceof Uint32Array ? array : new Uint32Array(0);
}

export function u8(packet: Packet<unknown>, name: string): Uint8Array {
  const array = packet.arrays.get(name);
  return array instanceof Uint8Array ? array : new Uint8Array(0);
}

export function u64(packet: Packet<unknown>, name: string): BigUint64Array {
  const array = packet.arrays.get(name);
  return array instanceof BigUint64Array ? array : new BigUint64Array(0);
}

// A packet's bytes from its parts, as the program writes them: for tests and for trying the page without the program.
export function encodePacket(head: object, arrays: Record<string, NumberArray> = {}): ArrayBuffer {
  const listed: Record<string, [string, number, number]> = {};
  let numData = 0;
  for (const [name, array] of Object.entries(arrays)) {
    const kind = array instanceof Uint8Array ? 'u8' : array instanceof Uint32Array ? 'u32' : array instanceof BigUint64Array ? 'u64' : 'f64';
    listed[name] = [kind, numData, array.length];
    numData += Math.ceil(array.byteLength / 8) * 8;
  }
  let bytes = new TextEncoder().encode(JSON.stringify({ ...head, arrays: listed }));
  const numHead = Math.ceil(bytes.length / 8) * 8;
  const out = new Uint8Array(8 + numHead + numData).fill(0x20, 8, 8 + numHead);
  new DataView(out.buffer).setUint32(0, kMagic, true);
  new DataView(out.buffer).setUint32(4, numHead, true);
  out.set(bytes, 8);
  for (const [name, array] of Object.entries(arrays)) {
    out.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), 8 + numHead + listed[name][1]);
  }
  return out.buffer;
}

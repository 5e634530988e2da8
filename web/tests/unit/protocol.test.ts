// Packets: what the writer of the document's format makes is read back; whatever is not well formed is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePacket, encodePacket, f64, PacketError, u32, u64, u8 } from '../../src/protocol.ts';

// Written by hand after docs/viewer-protocol.md, not by the encoder.
function packetByHand(head: string, data: number[]): ArrayBuffer {
  const padded = head.padEnd(Math.ceil(head.length / 8) * 8, ' ');
  const bytes = new Uint8Array(8 + padded.length + data.length);
  bytes.set([0x61, 0x62, 0x76, 0x31, padded.length & 255, padded.length >> 8, 0, 0]);
  bytes.set(new TextEncoder().encode(padded), 8);
  bytes.set(data, 8 + padded.length);
  return bytes.buffer;
}

test('A packet written by hand is read with its head and its arrays of each kind', () => {
  const head = '{"type":"poses","id":7,"x":null,"arrays":{"a":["u8",0,3],"b":["u32",8,2],"c":["u64",16,1],"d":["f64",24,1]}}';
  const data = [1, 2, 255, 0, 0, 0, 0, 0, /* b */ 1, 0, 0, 0, 0, 1, 0, 0, /* c = 2^56 + 5 */ 5, 0, 0, 0, 0, 0, 0, 1, /* d = 1.5 */ 0, 0, 0, 0, 0, 0, 0xf8, 0x3f];
  const packet = decodePacket(packetByHand(head, data));
  assert.equal(packet.type, 'poses');
  assert.equal(packet.id, 7);
  assert.equal(packet.head.x, null);
  assert.deepEqual([...u8(packet, 'a')], [1, 2, 255]);
  assert.deepEqual([...u32(packet, 'b')], [1, 256]);
  assert.deepEqual([...u64(packet, 'c')], [2n ** 56n + 5n]);
  assert.deepEqual([...f64(packet, 'd')], [1.5]);
});

test('A packet without a request has no id, and an array that is absent or of another kind is empty', () => {
  const packet = decodePacket(packetByHand('{"type":"news","arrays":{"a":["u8",0,1]}}', [1, 0, 0, 0, 0, 0, 0, 0]));
  assert.equal(packet.id, null);
  assert.equal(f64(packet, 'a').length, 0);
  assert.equal(u64(packet, 'none').length, 0);
});

test('What the encoder writes is read back to the last bit', () => {
  const values = Float64Array.of(0.1, -0, 5e-324, 1.7976931348623157e308, Math.PI);
  const packet = decodePacket(encodePacket({ type: 'x', name: 'größe' }, { a: Uint8Array.of(9), v: values, n: BigUint64Array.of(2n ** 64n - 1n) }));
  assert.equal(packet.head.name, 'größe');
  assert.deepEqual(f64(packet, 'v'), values);
  assert.deepEqual([...u64(packet, 'n')], [2n ** 64n - 1n]);
});

test('What is not well formed is refused, each fault by itself', () => {
  const good = '{"type":"x","arrays":{"a":["f64",0,1]}}';
  const eight = [0, 0, 0, 0, 0, 0, 0, 0];
  decodePacket(packetByHand(good, eight));
  const refused: [string, ArrayBuffer][] = [
    ['too short', new ArrayBuffer(7)],
    ['another magic', new Uint8Array([0x61, 0x62, 0x76, 0x32, 0, 0, 0, 0]).buffer],
    ['head longer than the packet', new Uint8Array([0x61, 0x62, 0x76, 0x31, 8, 0, 0, 0]).buffer],
    ['no JSON', packetByHand('{"type":', [])],
    ['no type', packetByHand('{}', [])],
    ['no object', packetByHand('null', [])],
    ['array cut short by a byte', packetByHand(good, eight.slice(1))],
    ['unknown kind', packetByHand('{"type":"x","arrays":{"a":["f32",0,1]}}', eight)],
    ['offset no multiple of 8', packetByHand('{"type":"x","arrays":{"a":["u8",4,1]}}', eight)],
    ['negative count', packetByHand('{"type":"x","arrays":{"a":["f64",0,-1]}}', eight)],
    ['entry no list', packetByHand('{"type":"x","arrays":{"a":3}}', eight)],
  ];
  for (const [name, bytes] of refused) assert.throws(() => decodePacket(bytes), PacketError, name);
});

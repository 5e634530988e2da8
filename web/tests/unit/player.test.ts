// The player: where it goes by clock and by hand, and where it stops.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kSpeeds, Player } from '../../src/player.ts';

function makePlayer(numSteps = 101, h = 0.01): Player {
  const player = new Player(h, () => {});
  player.setLast(numSteps - 1);
  return player;
}

test('Playing at speed 1 passes as much simulated time as the clock does', () => {
  const player = makePlayer();
  player.play(1);
  player.advance(0.255);
  assert.ok(Math.abs(player.position - 25.5) < 1e-9);
  assert.equal(player.step, 25);
});

test('Each speed is so many times the simulated time, forwards and backwards', () => {
  for (const speed of kSpeeds) {
    const player = makePlayer(10_001);
    player.setSpeed(speed);
    player.moveTo(5000);
    player.play(-1);
    player.advance(0.5);
    assert.ok(Math.abs(player.position - (5000 - 50 * speed)) < 1e-9);
  }
});

// The first frame after the press that began it may have begun before the press: no time has passed then.
test('At the start it plays on when no time has passed', () => {
  const player = makePlayer();
  player.play(1);
  player.advance(0);
  assert.equal(player.isPlaying, true);
  player.advance(0.1);
  assert.ok(Math.abs(player.position - 10) < 1e-9);
});

test('It stops at the end, and playing again begins at the start', () => {
  const player = makePlayer();
  player.play(1);
  player.advance(5);
  assert.equal(player.position, 100);
  assert.equal(player.isPlaying, false);
  player.toggle();
  assert.equal(player.position, 0);
});

test('It stops at the start when playing backwards', () => {
  const player = makePlayer();
  player.moveTo(10);
  player.play(-1);
  player.advance(5);
  assert.equal(player.position, 0);
  assert.equal(player.isPlaying, false);
});

test('Pausing between steps stands at a whole one', () => {
  const player = makePlayer();
  player.play(1);
  player.advance(0.0333);
  player.pause();
  assert.equal(player.position, 3);
  player.play(-1);
  player.advance(0.0055);
  player.pause();
  assert.equal(player.position, 3);
});

test('Stepping goes one whole step and stays within the ends', () => {
  const player = makePlayer(3);
  player.stepBy(-1);
  assert.equal(player.position, 0);
  player.stepBy(1);
  player.stepBy(1);
  player.stepBy(1);
  assert.equal(player.position, 2);
});

test('Following stays at the newest step, and scrubbing ends it', () => {
  const player = makePlayer(5);
  player.follow();
  player.setLast(8);
  assert.equal(player.position, 8);
  player.moveTo(2);
  player.setLast(19);
  assert.equal(player.position, 2);
});

test('After a reset the position is within the steps there are', () => {
  const player = makePlayer(50);
  player.moveTo(40);
  player.setLast(0);
  assert.equal(player.position, 0);
});

test('Where there is no time nothing plays', () => {
  const player = makePlayer(1, 0);
  player.toggle();
  assert.equal(player.isPlaying, false);
});

// How long arrows are: the force that is a fifth of the scene long is round, never less than the largest, and stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitCrowd, fitForce } from '../../src/contacts3d.ts';

test('The force is round and at least the largest, but not twice and a half of it', () => {
  for (const largest of [0.011, 0.7, 1, 1.5, 2, 4.9, 5, 7, 9.81, 123, 8e5]) {
    const unit = fitForce(1e-12, largest);
    const digits = unit / 10 ** Math.floor(Math.log10(unit) + 1e-9);
    assert.ok(unit >= largest * (1 - 1e-9) && unit <= 2.5 * largest, `${unit} for ${largest}`);
    assert.ok([1, 2, 4, 5, 10].some((round) => Math.abs(digits - round) < 1e-9), `${unit} is not round`);
  }
});

test('It stays while the largest fits and is not small beside it, and where nothing acts', () => {
  assert.equal(fitForce(10, 9), 10);
  assert.equal(fitForce(10, 2), 10);
  assert.equal(fitForce(10, 0), 10);
  assert.notEqual(fitForce(10, 11), 10);
  assert.notEqual(fitForce(10, 1), 10);
});

test('Arrows are made for as many as there are, and stay while their number hardly changes', () => {
  assert.equal(fitCrowd(12, 100), 100);
  assert.equal(fitCrowd(100, 140), 100);
  assert.equal(fitCrowd(100, 45), 100);
  assert.equal(fitCrowd(100, 30), 30);
});

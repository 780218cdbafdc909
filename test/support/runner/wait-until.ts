import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS_MAX = 100;

/** Waits until a condition holds; names it on timeout. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, mostMs = 300_000): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    const waited = performance.now() - began;
    assert.ok(waited < mostMs, `waited ${mostMs} ms for: ${what}`);
    // Leaves the CPU to the process under test.
    await wait(Math.min(10 + waited / 20, LOOK_EVERY_MS_MAX));
  }
}

import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS_MAX = 100;

/** Waits until something is so; a test that waits in vain says what for. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, mostMs = 300_000): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    const waited = performance.now() - began;
    assert.ok(waited < mostMs, `waited ${mostMs} ms for: ${what}`);
    // Whoever is waited for needs the processor more.
    await wait(Math.min(10 + waited / 20, LOOK_EVERY_MS_MAX));
  }
}

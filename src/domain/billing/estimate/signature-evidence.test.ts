import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { locales } from '../document/locale.ts';
import { consentOf } from './consent-text.ts';
import { boxOfDrawing, DRAWING_BYTES_MAX, isDrawnSignature } from './signature-evidence.ts';

describe('a drawn signature', () => {
  test('consists of strokes with M, L and C and plain numbers', () => {
    for (const drawing of ['M0 0L10 10', 'M 1.5,2 L3 4 L-5.25 6', 'M0 0C1 2 3 4 5 6L7 8M9 9L10 10'])
      assert.equal(isDrawnSignature(drawing), true, drawing);
  });

  test('rejects other commands, markup, incomplete points and malformed numbers', () => {
    for (const drawing of [
      ...['', 'M0 0', 'L0 0L1 1', 'M0 0A1 1 0 0 0 5 5', 'M0 0L10', 'M0 0C1 2 3 4', 'm0 0l1 1', 'M0 0L1e9 1'],
      ...['M0 0L1 1"/><script>', 'M0 0L1 1 url(https://exemple.fr)', 'M0 0L123456 1', 'M0 0L1 1\n'],
    ])
      assert.equal(isDrawnSignature(drawing), false, drawing);
  });

  test(`is rejected above ${DRAWING_BYTES_MAX} bytes, and parsed quickly at that size`, () => {
    const of = (bytes: number): string => `M0 0${'L1 1'.repeat((bytes - 4) / 4)}`;
    assert.equal(isDrawnSignature(of(DRAWING_BYTES_MAX)), true);
    assert.equal(isDrawnSignature(of(DRAWING_BYTES_MAX + 4)), false);
  });

  test('has the bounding box of its points', () => {
    assert.deepEqual(boxOfDrawing('M10 40L-5 20C1 2 3 4 5 60'), { x: -5, y: 2, width: 15, height: 58 });
  });
});

test('in all seven languages the consent names the number, and distinguishes an order from an estimate', () => {
  for (const language of locales) {
    const [estimate, order] = (['estimate', 'purchase_order'] as const).map((kind) => consentOf(kind, 'X-7', language));
    assert.ok(estimate?.includes('X-7') && order?.includes('X-7'), language);
    assert.notEqual(estimate, order);
  }
  assert.equal(
    consentOf('estimate', 'D-2026-0042', 'fr'),
    'Bon pour accord. J’ai lu le devis D-2026-0042 et ses conditions, et je les accepte.',
  );
});

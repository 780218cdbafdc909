import assert from 'node:assert/strict';
import jsqr from 'jsqr';
import { describe, test } from 'vitest';
import { cents } from '../../domain/money/cents.ts';
import { epcDrawing, epcPayload } from './epc-qr-code.ts';

const bank = { iban: 'FR76 3000 6000 0112 3456 7890 189', bic: 'agrifrpp', holder: 'Léa  Moreau' };

describe('the QR code of a transfer', () => {
  test('1,234.50 EUR for F-2026-0001, line by line', () => {
    assert.deepEqual(epcPayload(bank, cents(123_450), 'F-2026-0001')?.split('\n'), [
      'BCD',
      '002',
      '1',
      'SCT',
      'AGRIFRPP',
      'Léa Moreau',
      'FR7630006000011234567890189',
      'EUR1234.50',
      '',
      '',
      'F-2026-0001',
    ]);
  });

  test('five cents are EUR0.05; zero, negative amounts and a billion have no code', () => {
    assert.match(epcPayload(bank, cents(5), 'F-1') ?? '', /\nEUR0\.05\n/);
    assert.equal(epcPayload(bank, cents(0), 'F-1'), undefined);
    assert.equal(epcPayload(bank, cents(-100), 'F-1'), undefined);
    assert.match(epcPayload(bank, cents(99_999_999_999), 'F-1') ?? '', /\nEUR999999999\.99\n/);
    assert.equal(epcPayload(bank, cents(100_000_000_000), 'F-1'), undefined);
  });

  test('another library reads the written text from the drawing, accents included; another drawing reads differently', () => {
    const payload = epcPayload(bank, cents(123_450), 'F-2026-0001') as string;
    assert.equal(read(epcDrawing(payload)), payload);
    assert.equal(read(epcDrawing('something else')), 'something else');
  });
});

const PIXELS = 4;
const QUIET = 4;

/** Renders the runs of the drawing as pixels with the required quiet zone, and decodes them. */
function read(svg: string): string | null {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const side = (size + 2 * QUIET) * PIXELS;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = (Number(y) + QUIET) * PIXELS; row < (Number(y) + QUIET + 1) * PIXELS; row++)
      for (let column = (Number(x) + QUIET) * PIXELS; column < (Number(x) + QUIET + Number(length)) * PIXELS; column++)
        pixels.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3);
  // The types of jsqr declare an ES module; its file is CommonJS and exports the function itself.
  const decode = jsqr as unknown as { default: typeof jsqr.default } | typeof jsqr.default;
  const found = (typeof decode === 'function' ? decode : decode.default)(pixels, side, side);
  return found && Buffer.from(found.binaryData).toString('utf8');
}

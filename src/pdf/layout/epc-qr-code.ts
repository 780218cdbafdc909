import { encode } from 'uqr';
import type { BankInformation } from '../../domain/account/settings.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { firstCharacters } from '../../domain/text/truncate.ts';

/** The maximum amount of a SEPA transfer code, in cents (EPC069-12). */
const EPC_AMOUNT_MAX_CENTS = 99_999_999_999;
const NAME_MAX = 70;
const REMITTANCE_MAX = 140;

/**
 * The content of the QR code with which a banking app fills in a SEPA transfer (EPC069-12, version
 * 002, UTF-8); undefined if it does not support the amount.
 */
export function epcPayload(bank: BankInformation, amount: Cents, remittance: string): string | undefined {
  if (amount < 1 || amount > EPC_AMOUNT_MAX_CENTS) return undefined;
  const euros = `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    compact(bank.bic),
    firstCharacters(oneLine(bank.holder), NAME_MAX),
    compact(bank.iban),
    `EUR${euros}`,
    '',
    '',
    firstCharacters(oneLine(remittance), REMITTANCE_MAX),
  ].join('\n');
}

/** The code as SVG, one stroke per dark run: one per module would be three times as large. */
export function epcDrawing(payload: string): string {
  const { data, size } = encode(payload, { ecc: 'M', border: 0 });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark && !row[x - 1] ? [`M${x} ${y}h${runFrom(row, x)}v1h-${runFrom(row, x)}z`] : [])),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${runs.join('')}"/></svg>`;
}

function runFrom(row: readonly boolean[], start: number): number {
  const light = row.indexOf(false, start);
  return (light === -1 ? row.length : light) - start;
}

const compact = (text: string): string => text.replace(/\s+/g, '').toUpperCase();
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

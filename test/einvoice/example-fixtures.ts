import type { Said } from '../../src/domain/billing/document/document.ts';
import type { Line } from '../../src/domain/billing/document/lines/line.ts';
import type { CurrencyCode } from '../../src/domain/money/currency.ts';
import type { VatMention } from '../../src/domain/vat/mention-text.ts';
import type { VatCode } from '../../src/domain/vat/vat-code.ts';
import { lineOf } from '../support/documents/create-line.ts';
import { MONDAY } from './example-companies.ts';

// Building blocks of the examples.

export const line = (
  designation: string,
  quantity: number,
  unitPrice: number,
  vatCode: VatCode,
  more: Partial<Line> = {},
): Line => ({ ...lineOf(quantity, unitPrice, vatCode), designation, ...more });

export const days = (quantity: number): Line => line('Conseil', quantity, 60_000, 'FR_2000', { unit: 'day' });
export const exemptDays = (quantity: number): Line => line('Conseil', quantity, 60_000, 'FR_00HT', { unit: 'day' });

export const withMention =
  (vatMention: VatMention) =>
  (usual: Said): Said => ({ ...usual, legals: { ...usual.legals, vatMention } });
export const under = (mention: VatMention) => ({ said: withMention(mention) });

export const at = (code: CurrencyCode, rate: number): Said['currency'] => ({
  code,
  base: 'EUR',
  rate,
  origin: 'USER',
  at: MONDAY,
});

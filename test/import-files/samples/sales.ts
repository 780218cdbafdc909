import { seeded } from '../../support/runner/seeded-random.ts';

/** A customer of invented sales. */
export type SampleCustomer = {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly siren: string;
  readonly address: string;
  readonly zipCode: string;
  readonly city: string;
};

/** A line: rate in basis points, net in cents. */
export type SampleLine = { readonly text: string; readonly rate: number; readonly net: number; readonly vat: number };

/** A document of another program, from which its exports are written. Amounts in cents. */
export type SampleSale = {
  readonly number: string;
  readonly key: string;
  readonly kind: 'invoice' | 'credit_note';
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly customer: SampleCustomer;
  readonly lines: readonly SampleLine[];
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  readonly paid: number;
  readonly paidOn: string;
};

const NAMES = [
  'Menuiserie Kervella',
  'Café des Arts & Fils',
  'L’Œuvre « Bois »',
  'Zoé Lemaire',
  'Ünal; Söhne',
  'Hôtel "du Port"',
];
const CITIES = ['Quimper', 'Lyon', 'Saint-Étienne', 'Le Puy-en-Velay'];
const RATES = [2_000, 1_000, 550, 0];

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');
const dayFrom = (random: (below: number) => number, year: number): string =>
  `${year}-${pad(random(12) + 1)}-${pad(random(28) + 1)}`;

/** Sales of a year; with one rate each if the program states no sums by rate. */
export function salesOf(seed: number, { isOneRate = false, hasCreditNotes = true } = {}): readonly SampleSale[] {
  const { next } = seeded(seed);
  const random = (below: number): number => Math.floor(next() * below);
  return Array.from({ length: 3 + random(8) }, (_, nth): SampleSale => {
    const isCredit = hasCreditNotes && random(6) === 0;
    const rate = RATES[random(RATES.length)] as number;
    const lines = Array.from({ length: 1 + random(4) }, (__, line): SampleLine => {
      const own = isOneRate ? rate : (RATES[random(RATES.length)] as number);
      const net = 1 + random(random(3) === 0 ? 9_000_000 : 200_000);
      return { text: `Prestation ${line + 1}`, rate: own, net, vat: Math.round((net * own) / 10_000) };
    });
    const [net, vat] = [sum(lines.map((line) => line.net)), sum(lines.map((line) => line.vat))];
    const customer = random(NAMES.length);
    const paid = isCredit ? 0 : ([0, net + vat, Math.max(1, Math.floor((net + vat) / 2))][random(3)] ?? 0);
    const issuedOn = dayFrom(random, 2025);
    return {
      number: `${isCredit ? 'AV' : 'FA'}2025-${pad(nth + 1, 4)}`,
      key: `key_${seed}_${nth}`,
      kind: isCredit ? 'credit_note' : 'invoice',
      ...{ issuedOn, dueOn: `2026-${issuedOn.slice(5)}`, paidOn: `2026-${pad(random(12) + 1)}-${pad(random(28) + 1)}` },
      customer: {
        ...{ key: `CU${pad(customer, 4)}`, name: NAMES[customer] as string, email: `compta${customer}@client.example` },
        ...{ siren: '552100554', address: `${customer + 1} rue de la Mer`, zipCode: `290${pad(customer)}` },
        city: CITIES[customer % CITIES.length] as string,
      },
      ...{ lines, net, vat, total: net + vat, paid },
    };
  });
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** Cents as text: 123456 is `1234.56`. */
export const plain = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${pad(Math.abs(cents) % 100)}`;
/** Cents as French programs write them: `1 234,56`. */
export const french = (cents: number): string =>
  plain(cents)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, '\u202f');
/** `2026-03-01` as `01/03/2026`. */
export const frenchDay = (day: string): string => day.split('-').toReversed().join('/');

export type Cell = string | number;
/** Rows as CSV, every cell in quotes where needed. */
export const csvOf = (rows: readonly (readonly Cell[])[], separator = ','): string =>
  rows
    .map((cells) =>
      cells
        .map((cell) => (/["\n;,\t|]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell))
        .join(separator),
    )
    .join('\r\n');

const WINDOWS_1252: Readonly<Record<string, number>> = { '€': 0x80, '’': 0x92, Œ: 0x8c, œ: 0x9c };
/** In the encoding of French Excel. */
export const inWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from([...text.replaceAll('\u202f', '\u00a0')].map((char) => WINDOWS_1252[char] ?? char.charCodeAt(0)));
/** In UTF-16 with its byte order mark. */
export const inUtf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

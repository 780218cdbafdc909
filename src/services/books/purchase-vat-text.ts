import { letters } from '../../csv/match-headers.ts';
import { moved, readNumber } from '../../csv/read-number.ts';
import {
  PURCHASE_VAT_ROWS_MAX,
  type PurchaseVat,
  type PurchaseVatTreatment,
  vatAt,
} from '../../domain/books/purchase-vat.ts';
import type { CellReader } from '../import-export/column.ts';

/** How a file names who owes the VAT; the first name is written. */
const treatmentNames: Readonly<Record<PurchaseVatTreatment, readonly [string, ...string[]]>> = {
  charged: ['facturée', 'charged'],
  domestic_reverse_charge: ['autoliquidée, sous-traitance du bâtiment', 'domestic reverse charge'],
  foreign_services: ['autoliquidée, services de l’étranger', 'foreign services'],
  union_goods: ['autoliquidée, biens de l’Union européenne', 'union goods'],
  foreign_supplies: ['autoliquidée, fournisseur non établi en France', 'foreign supplies'],
};

/**
 * A row of VAT in French: “20 % sur 41,58 = 8,32, facturée”, and what of it is deductible if that
 * is not all.
 */
export const vatText = ({ treatment, rate, net, vat, deductible }: PurchaseVat): string =>
  `${decimal(rate / HUNDRED)} % sur ${euros(net)} = ${euros(vat)}, ${treatmentNames[treatment][0]}${
    deductible === vat ? '' : `, dont ${euros(deductible)} déductible`
  }`;
/** Basis points of a percent, and cents of an euro. */
const HUNDRED = 100;
const decimal = (value: number | string): string => String(value).replace('.', ',');
const euros = (cents: number): string => decimal((cents / HUNDRED).toFixed(2));

/** Characters of a cell with all rows of a purchase. */
const TEXT_MAX = 2_000;

/** Reads the rows that `vatText` writes, separated by semicolons, as the form takes them. */
export const asVatRows: CellReader = (cell) => {
  const parts = cell.length > TEXT_MAX ? [] : cell.split(/[;\r\n]+/).filter((part) => part.trim() !== '');
  const rows = parts.map(rowIn).filter((row) => row !== undefined);
  const isRead = rows.length > 0 && rows.length === parts.length && rows.length <= PURCHASE_VAT_ROWS_MAX;
  return isRead ? { value: rows } : { fault: UNREADABLE };
};

const UNREADABLE = {
  code: 'purchase_vat_unreadable',
  fr: 'Écrivez la TVA par taux comme « 20 % sur 41,58 = 8,32, facturée », et séparez les taux par un point-virgule',
  en: 'Write the VAT by rate as "20 % sur 41,58 = 8,32, facturée", and separate rates by a semicolon',
};

const NUMBER = String.raw`-?\d+(?:[.,]\d{1,2})?`;
const ROW = new RegExp(
  `^(${NUMBER}) ?% (?:sur|on) (${NUMBER})(?: = (${NUMBER}))?(?:, (\\D+?))?(?:, (?:dont|of which) (${NUMBER}) \\p{L}+)?$`,
  'u',
);

const treatments = new Map(
  Object.entries(treatmentNames).flatMap(([treatment, names]) =>
    [treatment, ...names].map((name) => [letters(name), treatment as PurchaseVatTreatment]),
  ),
);

function rowIn(part: string) {
  const [, percent, net, vat, named = 'charged', deductible] = ROW.exec(part.trim().replaceAll(/\s/gu, ' ')) ?? [];
  const treatment = treatments.get(letters(named));
  if (percent === undefined || net === undefined || treatment === undefined) return undefined;
  const row = { treatment, rate: hundredths(percent), net: hundredths(net) };
  const stated = vat === undefined ? undefined : hundredths(vat);
  // What the business owes is computed: another amount would be a mistake of the file.
  if (treatment !== 'charged' && stated !== undefined && stated !== vatAt(row.net, row.rate)) return undefined;
  return {
    ...row,
    ...(stated !== undefined && { vat: stated }),
    ...(deductible !== undefined && { deductible: hundredths(deductible) }),
  };
}

const hundredths = (written: string): number =>
  Number(moved(readNumber(written, { comma: 'decimal' })?.decimal ?? '0', 2));

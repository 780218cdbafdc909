import { asIban, asNumber } from '../parse-fields.ts';

/** Characters of a row that are examined. */
const LOOKED_AT = 300;

/** The IBAN in a cell of a row above the table. */
export const ibanIn = (cell: string): string | undefined =>
  asIban(/\b[A-Z]{2}\d{2}(?: ?[\dA-Z]{1,4}){3,8}/.exec(cell.slice(0, 200))?.[0]);

/**
 * The account or card number in a row between tables, such as `Compte de Dépôt carte n°
 * 12345678901`: a file may hold several tables.
 */
export function accountNamedIn(cells: readonly string[]): string | undefined {
  const text = cells.join(' ').slice(0, LOOKED_AT);
  if (!/compte|carte|livret|account|card|konto|cuenta|conto|rekening/i.test(text)) return undefined;
  const [, number] = NUMBERED.exec(text) ?? [];
  const plain = number?.replace(/[\s.-]/g, '');
  return plain === undefined || plain.length < NUMBER_MIN ? undefined : asNumber(plain);
}
const NUMBER_MIN = 5;
const NUMBERED =
  /(?:[nN][°ºo]\.?|[Nn]um[ée]ro|[Nn]umber|[Nn]r\.?|#)[^\d*X]{0,30}([\dX*]{2,}[\dA-Z*]*(?:[ .-][\dX*]{2,}[\dA-Z*]*){0,8})/;

/**
 * Whether a heading says that the rows below it are pending (true) or booked (false); otherwise
 * undefined.
 */
export function isPendingHeading(cells: readonly string[]): boolean | undefined {
  const [said = '', ...others] = cells.map((cell) => cell.trim()).filter(Boolean);
  if (others.length > 0 || said.length > HEADING_MAX) return undefined;
  if (PENDING_HEADING.test(said)) return true;
  return BOOKED_HEADING.test(said) ? false : undefined;
}
const HEADING_MAX = 100;
const PENDING_HEADING =
  /^(?:liste des )?(?:opérations?|operations?|transactions?|mouvements?|paiements?|umsätze)?\s*(?:bancaires? )?(?:à venir|a venir|en attente|en cours|non comptabilisée?s?|pending|upcoming|scheduled|vorgemerkte?)(?:\s+(?:operations?|transactions?|payments?|umsätze))?\s*:?$/iu;
const BOOKED_HEADING =
  /(?:opérations|operations|transactions|mouvements|umsätze).*(?:comptabilisée?s|passées|effectuées|booked|completed|posted|du compte)|^(?:booked|completed|posted) transactions|gebuchte umsätze/iu;

/** The account named by a cell of a row: its IBAN, or its number or name. */
export function accountIn(cell: string): { readonly iban?: string; readonly number?: string } {
  const iban = asIban(cell);
  const number = asNumber(cell);
  if (iban !== undefined) return { iban };
  return number === undefined ? {} : { number };
}

import type { ReceivedFault } from '../../domain/einvoicing/received-invoice.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';

/** Stops reading an invoice from anywhere; `readInvoice` returns the fault. */
export class InvoiceFault extends Error {
  readonly said: ReceivedFault;
  constructor(said: ReceivedFault) {
    super(`the invoice cannot be read: ${said.fault} ${said.term ?? ''}`);
    this.said = said;
  }
}

/** A value without which a file is not an invoice, by its term of EN 16931. */
export function needed<Value>(value: Value | undefined, term: string): Value {
  if (value === undefined) throw new InvoiceFault({ fault: 'field_missing', term });
  return value;
}

/** Reads amounts of one invoice, and remembers whether one had to be rounded. */
export type AmountReader = {
  /** Whole cents; undefined without text. */
  readonly optional: (text: string | undefined, term: string) => Cents | undefined;
  readonly orZero: (text: string | undefined, term: string) => Cents;
  readonly needed: (text: string | undefined, term: string) => Cents;
  readonly wasRounded: () => boolean;
};

export function amountReader(): AmountReader {
  let isRounded = false;
  const optional = (text: string | undefined, term: string): Cents | undefined => {
    if (text === undefined) return undefined;
    const read = scaled(text, 2);
    if (read === undefined) throw new InvoiceFault({ fault: 'field_unreadable', term });
    isRounded ||= read.isRounded;
    return cents(read.value);
  };
  return {
    optional,
    orZero: (text, term) => optional(text, term) ?? cents(0),
    needed: (text, term) => needed(optional(text, term), term),
    wasRounded: () => isRounded,
  };
}

/** A rate in basis points: `5.5` is 550. */
export function rateIn(text: string | undefined, term: string): number | undefined {
  if (text === undefined) return undefined;
  const read = scaled(text, 2);
  if (read === undefined) throw new InvoiceFault({ fault: 'field_unreadable', term });
  return read.value;
}

/** Digits of a number that is still exact as an integer of hundredths. */
const WHOLE_DIGITS_MAX = 13;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** A decimal as an integer of its last decimals; half a unit is rounded away from zero. */
function scaled(text: string, decimals: number): { value: number; isRounded: boolean } | undefined {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (sign === undefined || whole + fraction === '' || digits.length > WHOLE_DIGITS_MAX) return undefined;
  const kept = Number(`${digits}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  const rest = fraction.slice(decimals);
  const value = kept + (rest !== '' && rest.charCodeAt(0) >= '5'.charCodeAt(0) ? 1 : 0);
  return { value: sign === '-' && value !== 0 ? -value : value, isRounded: /[1-9]/.test(rest) };
}

/** Characters of a quantity or a price. */
const DECIMAL_MAX = 40;

/** A quantity or price as canonical decimal text: no needless zeros, no plus. */
export function decimalIn(text: string | undefined, term: string): string | undefined {
  if (text === undefined) return undefined;
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '' || text.length > DECIMAL_MAX)
    throw new InvoiceFault({ fault: 'field_unreadable', term });
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.replace(/0+$/, '');
  const value = rest === '' ? digits : `${digits}.${rest}`;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

/** A day written `YYYYMMDD` or `YYYY-MM-DD`, with or without a time or zone after it. */
export function dayIn(text: string | undefined, term: string): CivilDay | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[T+Z-]|\d{4,6}$)/.exec(text) ?? [];
  const written = `${year}-${month}-${day}`;
  const date = new Date(`${written}T00:00:00Z`);
  if (
    year === undefined ||
    year === '0000' ||
    Number.isNaN(date.getTime()) ||
    date.toISOString().slice(0, 10) !== written
  )
    throw new InvoiceFault({ fault: 'field_unreadable', term });
  return written;
}

/** The members that have a value. */
export const known = <Members extends object>(members: Members): Known<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Known<Members>;
type Known<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

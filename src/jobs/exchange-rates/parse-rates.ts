import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { PublishedRate } from '../../db/reference-rates.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import { dayInEuroZone } from '../../domain/money/rate-calendar.ts';
import { quotedCurrencies } from '../../domain/money/reference-rates.ts';
import { type CivilDay, isBefore, isCivilDay } from '../../domain/time/civil-day.ts';
import { isTargetDay } from '../../domain/time/target-calendar.ts';

/** The file does not contain reference rates, or not plausible ones: nothing of it is stored. */
export class RatesUnreadable extends Error {}

const GESMES = 'http://www.gesmes.org/xml/2002-08-01';
const EUROFXREF = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';

/**
 * Maximum days, and currencies per day: those of the 90-day file, and twice the existing
 * currencies.
 */
const DAYS_MAX = 100;
const CURRENCIES_MAX = 100;
/** A rate with few enough digits to be represented exactly. */
const RATE = /^(?!0+(\.0+)?$)\d{1,8}(\.\d{1,6})?$/;
const CODE = /^[A-Z]{3}$/;

/**
 * Parses an ECB file of one day or of 90. Currencies not supported for billing are dropped. Throws
 * `RatesUnreadable` if any part is not plausible, so a file is stored completely or not at all.
 * `now` is Unix seconds.
 */
export function parseRates(text: string, now: number): PublishedRate[] {
  const days = daysIn(text);
  if (days.size === 0) throw new RatesUnreadable('the file contains no rates');
  const today = dayInEuroZone(now);
  for (const [day, rates] of days) {
    if (isBefore(today, day)) throw new RatesUnreadable(`the file contains rates of a future day: ${day}`);
    if (rates.size === 0) throw new RatesUnreadable(`the file contains no rates for ${day}`);
  }
  return [...days].flatMap(([day, rates]) =>
    [...rates].flatMap(([currency, rate]) => (isQuoted(currency) ? [{ day, currency, rate }] : [])),
  );
}

const isQuoted = (code: string): code is CurrencyCode => (quotedCurrencies as readonly string[]).includes(code);

/**
 * Days of a file with their rates: an envelope with a cube of dated cubes, each containing rate
 * cubes.
 */
function daysIn(text: string): Map<CivilDay, Map<string, string>> {
  const days = new Map<CivilDay, Map<string, string>>();
  const above: SaxesTagNS[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new RatesUnreadable(`invalid XML: ${error.message}`);
  });
  // Reject document type definitions: entities could expand without limit.
  parser.on('doctype', () => {
    throw new RatesUnreadable('the file contains a document type definition');
  });
  parser.on('opentag', (tag) => {
    if (above.length === 0 && (tag.local !== 'Envelope' || tag.uri !== GESMES))
      throw new RatesUnreadable(`not a file of rates: root element ${tag.name.slice(0, 40)}`);
    above.push(tag);
    if (tag.local === 'Cube' && tag.uri === EUROFXREF) readCube(tag, above, days);
  });
  parser.on('closetag', () => {
    above.pop();
  });
  parser.write(text).close();
  return days;
}

function readCube(cube: SaxesTagNS, above: readonly SaxesTagNS[], days: Map<CivilDay, Map<string, string>>): void {
  const said = (tag: SaxesTagNS | undefined, name: string): string => tag?.attributes[name]?.value ?? '';
  const isNamed = 'currency' in cube.attributes || 'rate' in cube.attributes;
  if ('time' in cube.attributes) {
    const day = said(cube, 'time');
    if (!isCivilDay(day) || !isTargetDay(day) || days.has(day) || days.size === DAYS_MAX)
      throw new RatesUnreadable(`invalid day: ${day.slice(0, 40)}`);
    days.set(day, new Map());
  } else if (isNamed) {
    const rates = days.get(said(above.at(-2), 'time'));
    const [code, rate] = [said(cube, 'currency'), said(cube, 'rate')];
    const isSound = CODE.test(code) && code !== 'EUR' && RATE.test(rate) && !rates?.has(code);
    if (!rates || !isSound || rates.size === CURRENCIES_MAX)
      throw new RatesUnreadable(`invalid rate: ${code.slice(0, 40)} ${rate.slice(0, 40)}`);
    rates.set(code, rate);
  }
}

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { dailyFile, historyFile } from '../../../test/support/stand-ins/rates-files.ts';
import { parseRates, RatesUnreadable } from './parse-rates.ts';

/** Friday 27 February 2026, 17:00 in Paris. */
const FRIDAY_EVENING = Date.UTC(2026, 1, 27, 16) / 1000;
const read = (text: string) => parseRates(text, FRIDAY_EVENING);

const day = '2026-02-27';
const rates = { USD: '1.0856', JPY: '163.42', SGD: '1.4562', ZAR: '19.1234' };
const daily = dailyFile({ day, rates });

test('the daily file, in single quotes: dollars and yen with their digits; unsupported currencies are ignored', () => {
  assert.deepEqual(read(daily), [
    { day, currency: 'USD', rate: '1.0856' },
    { day, currency: 'JPY', rate: '163.42' },
  ]);
});

test('the 90-day file, in double quotes: each day with its own rates', () => {
  const days = [
    { day: '2026-02-27', rates: { USD: '1.0856' } },
    { day: '2026-02-26', rates: { USD: '1.0801', CHF: '0.9412' } },
  ];
  assert.deepEqual(read(historyFile(days)), [
    { day: '2026-02-27', currency: 'USD', rate: '1.0856' },
    { day: '2026-02-26', currency: 'USD', rate: '1.0801' },
    { day: '2026-02-26', currency: 'CHF', rate: '0.9412' },
  ]);
  assert.deepEqual(read(`\uFEFF${daily}`), read(daily), 'a mark of the order of bytes says nothing');
});

const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
const spoilt: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'a page of an error': '<!DOCTYPE html><html><head><title>503</title></head><body>Service unavailable</body></html>',
  'a page that is XML': '<html xmlns="http://www.w3.org/1999/xhtml"><body>Service unavailable</body></html>',
  JSON: '{"rates":{"USD":1.0856}}',
  'a file cut short': daily.slice(0, -40),
  'a file cut within a rate': daily.slice(0, daily.indexOf('163') + 2),
  'a file without rates': daily.replaceAll(/<Cube currency.*\/>/g, ''),
  'a file without a day': daily.replace(` time='${day}'`, ''),
  'another envelope': daily.replaceAll('http://www.gesmes.org/xml/2002-08-01', 'http://other.example'),
  'other cubes': daily.replace('http://www.ecb.int/vocabulary/2002-08-01/eurofxref', 'http://other.example'),
  'a rate of nothing': daily.replace('1.0856', '0'),
  'a rate of 0.0000': daily.replace('1.0856', '0.0000'),
  'a rate below nothing': daily.replace('1.0856', '-1.0856'),
  'no rate': daily.replace('1.0856', ''),
  'a rate in words': daily.replace('1.0856', 'N/A'),
  'a rate with a comma': daily.replace('1.0856', '1,0856'),
  'a rate in powers of ten': daily.replace('1.0856', '1e9'),
  'a rate with more digits than a number holds': daily.replace('1.0856', '1.08561234567890123'),
  'a currency that is none': daily.replace("'USD'", "'usd'"),
  'the euro': daily.replace("'USD'", "'EUR'"),
  'a currency twice': daily.replace("'JPY'", "'USD'"),
  'a day to come': dailyFile({ day: '2026-03-02', rates }),
  'a Saturday': dailyFile({ day: '2026-02-21', rates }),
  'a day without rates: 1 May': dailyFile({ day: '2025-05-01', rates }),
  'a day that is none': dailyFile({ day: '2026-02-30', rates }),
  'a day twice': historyFile([
    { day, rates },
    { day, rates },
  ]),
  'one day without a rate among others': historyFile([
    { day, rates },
    { day: '2026-02-26', rates: {} },
  ]),
  'a document type': daily.replace('?>', '?><!DOCTYPE x>'),
  'a billion laughs': daily.replace('?>', `?><!DOCTYPE x [<!ENTITY l0 "1">${laughs}]>`).replace('1.0856', '&l9;'),
  'an entity of nobody': daily.replace('1.0856', '&rate;'),
  'a file of another machine': daily.replace('?>', '?><!DOCTYPE x [<!ENTITY p SYSTEM "file:///etc/passwd">]>'),
};
for (const [what, text] of Object.entries(spoilt))
  test(`${what}: nothing is stored`, () => {
    assert.notEqual(text, daily, 'what is told apart is not the sound file');
    assert.throws(() => read(text), RatesUnreadable);
  });

test('a 90-day file with 101 days is refused', () => {
  const days: string[] = [];
  for (let at = FRIDAY_EVENING; days.length < 101; at -= 86_400) {
    const weekday = new Date(at * 1000).getUTCDay();
    const text = new Date(at * 1000).toISOString().slice(0, 10);
    const closed = ['2025-12-25', '2025-12-26', '2026-01-01'];
    if (weekday > 0 && weekday < 6 && !closed.includes(text)) days.push(text);
  }
  const file = (some: readonly string[]) => historyFile(some.map((each) => ({ day: each, rates: { USD: '1.1' } })));
  assert.equal(read(file(days.slice(0, 100))).length, 100);
  assert.throws(() => read(file(days)), RatesUnreadable);
});

import assert from 'node:assert/strict';
import { test } from 'vitest';
import { addCivilDays, dayOfSeconds, parseDate, secondsOfDay } from './parse-date.ts';

// A Friday.
const TODAY = '2026-11-20';

test('a day is read as it is typed, in French and in English', () => {
  const said: [string, string][] = [
    ['20/11', '2026-11-20'],
    ['20.11.26', '2026-11-20'],
    ['20-11-2026', '2026-11-20'],
    ['20 11 2026', '2026-11-20'],
    ['2026-11-20', '2026-11-20'],
    ['20 nov', '2026-11-20'],
    ['20 nov.', '2026-11-20'],
    ['vendredi 20 novembre 2026', '2026-11-20'],
    ['1er décembre', '2026-12-01'],
    ['3 août 2027', '2027-08-03'],
    ['3 juil', '2026-07-03'],
    ['Nov 20, 2026', '2026-11-20'],
    ['December 1st', '2026-12-01'],
    ['11/20', '2026-11-20'],
    ['5', '2026-11-05'],
    ['demain', '2026-11-21'],
    ['Aujourd’hui', '2026-11-20'],
    ['hier', '2026-11-19'],
    ['tomorrow', '2026-11-21'],
    ['lundi', '2026-11-23'],
    ['vendredi', '2026-11-27'],
    ['+30', '2026-12-20'],
    ['dans 15 jours', '2026-12-05'],
    ['-2', '2026-11-18'],
  ];
  for (const [typed, day] of said) assert.equal(parseDate(typed, TODAY), day, typed);
});

test('without a year it is the nearest: in December, 5 January is next year; in January, 20 December is last year', () => {
  assert.equal(parseDate('05/01', '2026-12-28'), '2027-01-05');
  assert.equal(parseDate('20/12', '2027-01-04'), '2026-12-20');
  assert.equal(parseDate('29/02', '2027-12-01'), '2028-02-29');
});

test('a day that does not exist is rejected', () => {
  for (const typed of [
    '',
    '31/11',
    '29/02/2027',
    '32',
    '0',
    '13/13',
    '20 ju',
    '20 brumaire',
    'bientôt',
    '20/11/199',
    '+99999',
    'constructor',
  ])
    assert.equal(parseDate(typed, TODAY), undefined, typed);
});

test('the second chosen for a day is on that day in every zone of French accounts', () => {
  const zones = ['Europe/Paris', 'America/Martinique', 'America/Cayenne', 'Indian/Reunion', 'Indian/Mayotte'];
  const far = ['Pacific/Noumea', 'Pacific/Tahiti', 'Pacific/Marquesas', 'Pacific/Wallis', 'America/Miquelon'];
  for (const zone of [...zones, ...far])
    for (const day of ['2026-11-20', '2026-03-29', '2026-10-25', '2028-02-29'])
      assert.equal(dayOfSeconds(secondsOfDay(day), zone), day, `${zone} ${day}`);
  // Negative control: midnight in Greenwich is the previous day in Martinique.
  assert.notEqual(dayOfSeconds(Date.parse('2026-11-20T00:00:00Z') / 1000, 'America/Martinique'), '2026-11-20');
  assert.equal(addCivilDays('2026-12-31', 1), '2027-01-01');
});

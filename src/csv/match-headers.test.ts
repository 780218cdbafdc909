import assert from 'node:assert/strict';
import { test } from 'vitest';
import { letters, matchHeaders } from './match-headers.ts';

const columns = [
  { member: 'unitPrice', names: ['Prix unitaire HT', 'Unit price', 'Prix'] },
  { member: 'designation', names: ['Désignation', 'Nom'] },
];

test('headers are matched in any order, in French, English or by the API name', () => {
  for (const headers of [
    ['Prix unitaire HT', 'Désignation'],
    ['unitPrice', 'designation'],
    ['PRIX UNITAIRE HT (€)', 'DESIGNATION'],
    ['unit_price', ' Nom '],
  ]) {
    const matched = matchHeaders(headers, { columns });
    assert.ok('places' in matched, headers.join());
    assert.deepEqual([matched.places.get('unitPrice'), matched.places.get('designation')], [0, 1]);
  }
});

test('an unknown header is reported, an empty one is ignored', () => {
  const matched = matchHeaders(['Couleur', '', 'Nom'], { columns });
  assert.ok('places' in matched);
  assert.deepEqual([matched.unknown, matched.places.get('designation')], [['Couleur'], 2]);
});

test('two headers for one column are refused', () => {
  assert.deepEqual(matchHeaders(['Nom', 'Désignation'], { columns }), { namedTwice: 'Désignation' });
});

test('a header of 60,000 unclosed brackets is read in less than 0.3 s of processor time', () => {
  const began = process.cpuUsage();
  assert.equal(letters('('.repeat(60_000)), '');
  // Scanning bracket by bracket took 1.5 s and blocked all other requests.
  const { user } = process.cpuUsage(began);
  assert.ok(user < 300_000, `${user} µs`);
  assert.equal(letters('Prix unitaire HT (€) (net)'), 'prixunitaireht');
});

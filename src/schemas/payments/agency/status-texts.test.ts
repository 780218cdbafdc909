import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  agencyStatuses,
  isFinal,
  registrationErrors,
  requestErrors,
  statusOfCode,
} from '../../../domain/payments/agency/request-status.ts';
import { textOfRequestStatus } from './status-texts.ts';

const every = [...agencyStatuses, ...requestErrors, ...registrationErrors];

test('each of the 61 statuses and errors has a title, a meaning and a remedy, in French and English', () => {
  assert.equal(new Set(every).size, 61);
  for (const status of every) {
    const { name, means, remedy } = textOfRequestStatus(status);
    for (const text of [name, means, remedy])
      for (const said of [text.fr, text.en]) {
        assert.match(said, /^\p{Lu}/u, String(status));
        assert.doesNotMatch(said, /ERR|undefined/, String(status));
      }
    // Remedies are whole sentences; titles are short enough for a list.
    assert.match(`${means.fr} ${remedy.fr} ${means.en} ${remedy.en}`, /\.$/);
    assert.ok(name.fr.length <= 40 && name.en.length <= 40, `${status}: ${name.fr}, ${name.en}`);
  }
});

test('no two statuses have the same title', () => {
  for (const language of ['fr', 'en'] as const) {
    const names = every.map((status) => textOfRequestStatus(status).name[language]);
    assert.deepEqual(
      names.filter((name, place) => names.indexOf(name) !== place),
      [],
    );
  }
});

test('a request is final once the customer refused it or Urssaf paid, canceled or refused it', () => {
  assert.deepEqual(
    every.filter((status) => !isFinal(status)),
    [0, '10', '20', '30', '50', '60'],
  );
});

test('an unknown API code is ERREUR_INCONNUE, and so is 0', () => {
  assert.deepEqual(['10', '120', 'ERR_CMPT_BLOQUE', 'ERR_APPEL_BACB', '270', '0', '', 'toString'].map(statusOfCode), [
    '10',
    '120',
    'ERR_CMPT_BLOQUE',
    'ERREUR_INCONNUE',
    'ERREUR_INCONNUE',
    'ERREUR_INCONNUE',
    'ERREUR_INCONNUE',
    'ERREUR_INCONNUE',
  ]);
});

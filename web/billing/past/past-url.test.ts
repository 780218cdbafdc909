import assert from 'node:assert/strict';
import { test } from 'vitest';
import { addressOf } from '../../home/list-links.ts';
import { readImportSearch, readPastSearch } from './past-url.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

test('an address keeps the import it names, and nothing that is no ID', () => {
  assert.deepEqual(readImportSearch({ reprise: ID }), { reprise: ID });
  assert.deepEqual(readImportSearch({ reprise: 'x' }), {});
});

test('a figure of home leads to its past documents: due from 1 to 30 January 2026, unpaid', () => {
  const list = { path: '/v2/past-documents', member: 'remainingToPay' } as const;
  const query = { unpaid: true, dueFrom: '2026-01-01', dueTo: '2026-01-30' };
  const { to, search } = addressOf({ ...list, query });
  assert.equal(to, '/documents-repris');
  assert.deepEqual(search, { 'echu-du': '2026-01-01', 'echu-au': '2026-01-30', vue: 'a-encaisser' });
  assert.deepEqual(readPastSearch(search), search);
});

test('turnover collected from past documents in 2026 keeps its days and says so in the address', () => {
  const query = { from: '2026-01-01', to: '2026-12-31', booked: 'collected' };
  const { search } = addressOf({ path: '/v2/past-documents', member: 'turnover', query });
  assert.deepEqual(readPastSearch(search), { du: '2026-01-01', au: '2026-12-31', somme: 'encaisse' });
  assert.deepEqual(readPastSearch({ du: 'hier', somme: 'rien', vue: 'x' }), {});
});

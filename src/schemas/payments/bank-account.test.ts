import assert from 'node:assert/strict';
import { test } from 'vitest';
import { bankInformation } from './bank-account.ts';

test('an IBAN and a BIC are returned in electronic format', () => {
  const said = { iban: 'fr76 3000 6000 0112 3456 7890 189', bic: 'agri frpp', holder: 'Zoé Martin' };
  assert.deepEqual(bankInformation.parse(said), {
    iban: 'FR7630006000011234567890189',
    bic: 'AGRIFRPP',
    holder: 'Zoé Martin',
  });
});

test('a BIC is optional in SEPA: omitted or empty, it is empty', () => {
  const said = { iban: 'FR7630006000011234567890189', holder: 'Zoé Martin' };
  assert.deepEqual(bankInformation.parse(said), { ...said, bic: '' });
  assert.deepEqual(bankInformation.parse({ ...said, bic: '' }), { ...said, bic: '' });
});

test('an IBAN with a wrong check digit and a BIC of 7 letters are refused, each by its own fault', () => {
  const result = bankInformation.safeParse({ iban: 'FR7630006000011234567890188', bic: 'AGRIFRP', holder: 'Z' });
  assert.deepEqual(
    result.error?.issues.map((issue) => [issue.path.join('.'), issue.code === 'custom' && issue.params?.code]),
    [
      ['bic', 'bic_invalid'],
      ['iban', 'iban_invalid'],
    ],
  );
});

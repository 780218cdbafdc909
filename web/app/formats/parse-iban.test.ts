import { deepEqual } from 'node:assert/strict';
import { test } from 'vitest';
import { parseIban } from './parse-iban.ts';

test('an IBAN is checked as it is typed: how many characters are missing, whether it is valid', () => {
  deepEqual(parseIban(''), { is: 'empty' });
  deepEqual(parseIban('F'), { is: 'short', left: 1 });
  deepEqual(parseIban('FR76 3000 6000 0112'), { is: 'short', left: 11 });
  deepEqual(parseIban('fr76 3000 6000 0112 3456 7890 189'), { is: 'right' });
  // Two digits swapped, one digit too many, a country without IBAN, no country.
  deepEqual(parseIban('FR76 3000 6000 0112 3456 7890 198'), { is: 'wrong' });
  deepEqual(parseIban('FR76 3000 6000 0112 3456 7890 1890'), { is: 'wrong' });
  deepEqual(parseIban('US12 3456'), { is: 'wrong' });
  deepEqual(parseIban('30006000011234567890189'), { is: 'wrong' });
  deepEqual(parseIban('DE89 3704 0044 0532 0130 00'), { is: 'right' });
});

import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'vitest';
import { addressOf, parseAddress } from './parse-address.ts';

test('an address read and saved unchanged keeps its second line and its state', () => {
  const boston = {
    address: '1 Beacon Street',
    complement: 'Suite 4',
    zipCode: 'MA 02108',
    city: 'Boston',
    state: 'Massachusetts',
    country: 'US',
  } as const;
  deepEqual(addressOf(parseAddress(boston)), boston);
});

test('a second line alone is an address', () => {
  equal(addressOf({ ...parseAddress(undefined), complement: 'BP 12' })?.complement, 'BP 12');
});

test('a country alone is not an address', () => {
  equal(addressOf({ ...parseAddress(undefined), address: ' ', country: 'BE' }), undefined);
});

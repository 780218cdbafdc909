import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isAllowedByName, mayReach } from './public-address.ts';

test('public addresses are allowed in every notation', () => {
  for (const address of ['8.8.8.8', '93.184.215.14', '2001:4860:4860::8888', '2606:4700::1111', '::ffff:8.8.8.8'])
    assert.ok(mayReach(address, []), address);
});

test('invalid addresses are refused', () => {
  for (const text of ['', 'example.com', 'localhost', '8.8.8.8/24', '1.2.3.4.5'])
    assert.ok(!mayReach(text, ['0.0.0.0/0']), text);
});

test('an explicitly allowed network is reachable, other private ones are not', () => {
  const opened = ['10.1.0.0/16', 'fd00:1::/32'];
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00:1::5']) assert.ok(mayReach(address, opened), address);
  for (const address of ['10.2.0.1', '127.0.0.1', 'fd00:2::5']) assert.ok(!mayReach(address, opened), address);
  assert.ok(isAllowedByName('10.1.2.3', opened));
  assert.ok(!isAllowedByName('8.8.8.8', opened), 'a public address is not in an allowed network');
});

test('allowing a NAT64 or 6to4 prefix allows public addresses behind it, not private ones', () => {
  const nat64 = ['64:ff9b::/96'];
  assert.ok(mayReach('64:ff9b::8.8.8.8', nat64));
  for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254'])
    assert.ok(!mayReach(`64:ff9b::${inside}`, nat64), inside);
  assert.ok(mayReach('64:ff9b::10.0.0.1', [...nat64, '10.0.0.0/8']), 'allowed if the private network is allowed too');
  assert.ok(!mayReach('2002:7f00:1::', ['2002::/16']));
  assert.ok(mayReach('2002:808:808::', ['2002::/16']));
});

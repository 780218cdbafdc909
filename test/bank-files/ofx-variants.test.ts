import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readBankFile } from '../../src/bank-files/read-bank-file.ts';

const ofx = (inside: string, currency = 'EUR', balance = '10.00') =>
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKTRANLIST>${inside}</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const statementOf = async (content: string) => {
  const found = await readBankFile(Buffer.from(content), { columnsOf: () => undefined });
  assert.ok('statements' in found, JSON.stringify(found));
  const [first] = found.statements;
  assert.ok(first);
  return first;
};

test('proprietary elements without end tags are not part of the preceding member', async () => {
  const line =
    '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261005<XBANKCODE>77<TRNAMT>5.00<FITID>1<CATEG>A<NAME>VIR CLIENT<CLEARING>X9<MEMO>F-2026-0001</STMTTRN>';
  const { lines } = await statementOf(ofx(line));
  assert.deepEqual(lines, [{ bookedOn: '2026-10-05', amount: 500, label: 'VIR CLIENT F-2026-0001', bankId: 'ofx:1' }]);
});

test('text that looks like a tag stays text after a space', async () => {
  const { lines } = await statementOf(
    ofx('<STMTTRN><DTPOSTED>20261005<TRNAMT>5.00<NAME>DUPONT <SARL> ET <B> FILS</STMTTRN>'),
  );
  assert.equal(lines[0]?.label, 'DUPONT <SARL> ET <B> FILS');
});

test('a statement without a currency has the currency of its lines, else the euro', async () => {
  const line = '<STMTTRN><DTPOSTED>20261005<TRNAMT>5.00<CURRENCY><CURRATE>1<CURSYM>USD</CURRENCY><NAME>X</STMTTRN>';
  assert.equal((await statementOf(ofx(line, ''))).currency, 'USD');
  assert.equal((await statementOf(ofx(line.replace('USD', 'EUR'), ''))).currency, 'EUR');
  assert.equal((await statementOf(ofx('', ''))).currency, 'EUR');
});

test('a balance with more than two decimals is rounded, and an unreadable one is ignored', async () => {
  assert.equal((await statementOf(ofx('', 'EUR', '1234.56789'))).closing, 123_457);
  assert.equal((await statementOf(ofx('', 'EUR', 'n/a'))).closing, undefined);
});

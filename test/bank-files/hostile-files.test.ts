import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readBankFile } from '../../src/bank-files/read-bank-file.ts';
import { BANK_LINES_MAX } from '../../src/domain/payments/bank/statement.ts';

const columns = { date: 1, label: [2], amount: 3, dateOrder: 'dmy' } as const;
const read = (content: string | Uint8Array) =>
  readBankFile(typeof content === 'string' ? Buffer.from(content) : content, { columnsOf: () => columns });
const faultOf = async (content: string | Uint8Array): Promise<unknown> => {
  const became = await read(content);
  if ('fault' in became) return became.fault === 'field' ? [became.row, became.field, became.rule] : became.fault;
  return 'tooLong' in became ? ['tooLong', became.of, became.tooLong] : 'read';
};

const ofx = (inside: string) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>${inside}</BANKTRANLIST></STMTRS></OFX>`;
const ENTRY = '<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-01-05</Dt></BookgDt></Ntry>';
const camt = (inside: string, before = '') =>
  `<?xml version="1.0"?>${before}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></Acct>${inside}</Stmt></BkToCstmrStmt></Document>`;
const line = (amount: string, day = '20260105') => `<STMTTRN><DTPOSTED>${day}<TRNAMT>${amount}<NAME>X</STMTTRN>`;

test('files no bank writes are refused with the reason', async () => {
  const laughs = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const reached = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>';
  const refused: readonly (readonly [said: string, content: string | Uint8Array, why: unknown])[] = [
    ['laughs', camt('&b;', laughs), 'document_type'],
    ['a file of the machine', camt('&f;', reached), 'document_type'],
    ['an entity nobody defined', camt('&f;'), 'broken_xml'],
    ['depth', camt('<a>'.repeat(100_000)), 'too_deep'],
    ['no end tags', camt(ENTRY).replace(/<\/Ntry>.*/, ''), 'cut_short'],
    ['half an OFX file', ofx(line('1.00')).slice(0, -10), 'cut_short'],
    ['another message', camt(ENTRY).replace('camt.053', 'camt.086'), 'unknown_format'],
    ['a notification', camt(ENTRY).replace('camt.053', 'camt.054'), 'camt054'],
    ['a web page', '<html><body>Connectez-vous</body></html>', 'web_page'],
    ['NUL', Buffer.from('Date;Libell\0;Montant\n'), 'nul'],
    ['an archive', Buffer.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0]), 'archive'],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 8, 0]), 'archive'],
    [
      'an OpenDocument',
      Buffer.from('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      'open_document',
    ],
    ['a broken workbook', Buffer.from('PK\x03\x04xl/workbook.xml'), 'broken_excel'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'old_excel'],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'pdf'],
    ['QIF', '!Type:Bank\nD05/01/2026\n', 'qif'],
    ['MT940', ':20:STARTUMS\n:25:30006/1\n', 'mt940'],
    ['MT940 in its envelope', '{1:F01BNPAFRPPXXX}{4:\n:20:1\n', 'mt940'],
    [
      'CFONB 120',
      `0130006    00001EUR2 12345678901  050126${' '.repeat(80)}\n`.replace('30006    00001', '30006    00001'),
      'cfonb',
    ],
    ['nothing', '', 'empty'],
    ['blanks', ' \n\t\n', 'empty'],
    ['a quote that never closes', 'Date;Libellé;Montant\n05/01/2026;"x;1\n', 'quote'],
    ['a letter', 'Madame, Monsieur,\n\nvoici mon relevé.\n', 'columns'],
    ['no statement', 'OFXHEADER:100\n<OFX></OFX>', 'no_statement'],
  ];
  for (const [said, content, why] of refused) assert.deepEqual(await faultOf(content), why, said);
});

test('an impossible row is reported with row number, field and rule', async () => {
  const row = (cells: string) => `Date;Libellé;Montant\n05/01/2026;A;1,00\n${cells}\n`;
  const refused: readonly (readonly [content: string, why: unknown])[] = [
    [ofx(`\n${line('9'.repeat(30))}`), [4, 'amount', 'too_large']],
    [ofx(`\n${line('9'.repeat(1_000_000))}`), [4, 'amount', 'unreadable']],
    [ofx(`\n${line('1e9')}`), [4, 'amount', 'unreadable']],
    [ofx(`\n${line('1.005')}`), [4, 'amount', 'unreadable']],
    [ofx(`\n${line('1.00', '20260230')}`), [4, 'date', 'unreadable']],
    [ofx('\n<STMTTRN><TRNAMT>1.00</STMTTRN>'), [4, 'date', 'missing']],
    [ofx('\n<STMTTRN><DTPOSTED>20260105</STMTTRN>'), [4, 'amount', 'missing']],
    [
      ofx(`\n${line('1.00').replace('<NAME>', '<CURRENCY><CURSYM>USD</CURRENCY><NAME>')}`),
      [4, 'currency', 'other_currency'],
    ],
    [camt(`\n${ENTRY.replace('CRDT', 'IN')}`), [2, 'direction', 'unreadable']],
    [camt(`\n${ENTRY.replace('1.00', '-1.00')}`), [2, 'amount', 'unreadable']],
    [camt(`\n${ENTRY}\n${ENTRY.replace('EUR', 'USD')}`), [3, 'currency', 'other_currency']],
    [camt(ENTRY).replace(/<Acct>.*<\/Acct>/, ''), [1, 'account', 'missing']],
    [row('31/02/2026;B;1,00'), [3, 'date', 'unreadable']],
    [row('05/01/2026;B;un euro'), [3, 'amount', 'unreadable']],
    ['Date;Montant\n05/01/2026;1,00\n', [1, 'column', 'missing']],
  ];
  for (const [content, why] of refused) assert.deepEqual(await faultOf(content), why, content.slice(0, 200));
});

test('valid rows are read beside invalid ones; one row above the limit is refused', async () => {
  const lines = (count: number) => `Date;Libellé;Montant\n${'05/01/2026;A;1,00\n'.repeat(count)}`;
  assert.equal(await faultOf(ofx(line('1.00'))), 'read');
  assert.equal(await faultOf(camt(ENTRY)), 'read');
  assert.deepEqual(await faultOf(lines(BANK_LINES_MAX + 1)), ['tooLong', 'lines', BANK_LINES_MAX]);
});

test('megabytes of repeated file starts are read once, not once per start', async () => {
  const MANY = 400_000;
  for (const [said, content] of [
    ['brackets', ofx('<'.repeat(MANY))],
    ['open tags', ofx('<STMTRS'.repeat(MANY / 8))],
    ['unknown tags', ofx('<X>'.repeat(MANY / 4))],
    ['ends', ofx('</STMTTRN>'.repeat(MANY / 10))],
    ['entities', ofx(`<STMTTRN><NAME>${'&amp'.repeat(MANY / 4)}</STMTTRN>`)],
    ['blanks', ofx(`${' '.repeat(MANY)}<X>${' '.repeat(MANY)}`)],
    ['separators', `${';'.repeat(90)}\n`.repeat(MANY / 91)],
    ['quotes', '"'.repeat(MANY)],
    ['pending transactions', ofx('<STMTTRNP>\n'.repeat(MANY / 4))],
    ['headers whose accents were lost', `Date;Libellé;Montant\n${`${'ab\u201ac;'.repeat(90)}\n`.repeat(MANY / 450)}`],
    ['headers again and again', 'Date;Libellé;Montant\n'.repeat(MANY / 21)],
    ['attributes', camt(`<a ${'b="" '.repeat(5)}/>`.repeat(MANY / 40))],
    ['comments', camt('<!-- -->'.repeat(MANY / 8))],
    ['one word', `Date;Libellé;Montant\n05/01/2026;${'é '.repeat(MANY / 4)};1,00\n`],
  ] as const) {
    const began = process.cpuUsage();
    await read(content);
    const { user } = process.cpuUsage(began);
    // With a quadratic reader each would take minutes.
    assert.ok(user < 20_000_000, `${said}: ${user} µs`);
  }
});

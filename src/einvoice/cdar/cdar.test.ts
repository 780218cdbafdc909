import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { statusExample as messageOf } from '../../../test/einvoice/example-statuses.ts';
import { holdsAsync } from '../../../test/support/runner/property-runs.ts';
import { cents } from '../../domain/money/cents.ts';
import { cdarOf } from './cdar.ts';
import type { CdarMessage } from './cdar-message.ts';
import { cdarProblems } from './check-cdar.ts';
import { readCdar } from './read-cdar.ts';
import { figureTypes, isStatusCode, type StatusCode, statusCodes } from './status-code.ts';

const codes = Object.keys(statusCodes).filter(isStatusCode);
const seller = { scheme: '0002', value: '732829320' };

describe('a status of an invoice as CDAR', () => {
  for (const code of codes)
    test(`${code} ${statusCodes[code].name} breaks no rule, and reads back as it was written`, async () => {
      const message = messageOf(code);
      assert.deepEqual(cdarProblems(message), []);
      assert.deepEqual(await readCdar(cdarOf(message)), message);
    });

  test('150 random messages read back equal to what was written', async () => {
    const text = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'aé&<>"\'0_-/ç€') });
    const figure = fc.record(
      {
        type: fc.constantFrom(...figureTypes),
        amount: fc.integer({ min: -99_999_999, max: 99_999_999 }).map(cents),
        currency: fc.constantFrom('EUR', 'CHF', 'JPY'),
        on: fc.constantFrom('2027-01-31', '2028-02-29'),
        percent: fc.constantFrom(0, 210, 550, 1000, 2000),
      },
      { noNullPrototype: true },
    );
    const detail = fc.record(
      {
        reason: text,
        reasonText: text,
        note: text,
        figures: fc.array(figure, { maxLength: 4 }),
      },
      { noNullPrototype: true },
    );
    const random = fc.record(
      {
        code: fc.constantFrom(...codes),
        writtenAt: fc.integer({ min: 1_700_000_000, max: 2_000_000_000 }),
        number: text,
        details: fc.array(detail, { maxLength: 4 }),
      },
      { noNullPrototype: true },
    );
    await holdsAsync(random, 150, async ({ code, writtenAt, number, details }) => {
      const base = messageOf(code);
      const numbered = details.map((each, place) => ({ ...each, sequence: place + 1 }));
      const message = { ...base, writtenAt, invoice: { ...base.invoice, number }, details: numbered };
      const read = (await readCdar(cdarOf(message))) as CdarMessage;
      // The hour that occurs twice in autumn is read as its first.
      assert.ok(writtenAt === read.writtenAt || writtenAt - read.writtenAt === 3600);
      assert.deepEqual({ ...read, writtenAt }, message);
    });
  });

  test('an unknown status 299 with the unknown reason NOUVEAU is read, not refused', async () => {
    const text = cdarOf({
      ...messageOf('207'),
      status: '299',
      details: [{ reason: 'NOUVEAU', sequence: 1, figures: [] }],
    });
    const read = (await readCdar(text)) as CdarMessage;
    assert.equal(read.status, '299');
    assert.equal(read.details[0]?.reason, 'NOUVEAU');
  });

  const wrong: readonly (readonly [what: string, rule: string, change: Partial<CdarMessage>, of?: StatusCode])[] = [
    ['no id', 'BR-FR-CDV-03', { id: '' }],
    ['another guideline', 'BR-FR-CDV-02', { guideline: 'urn:other' }],
    ['an unknown framework', 'BR-FR-CDV-CL-01', { process: 'B2B' }],
    ['a phase 24', 'BR-FR-CDV-09', { phase: '24' }],
    ['a platform as the issuer of an approval', 'BR-FR-CDV-CL-03', { issuer: { role: 'WK', id: seller } }],
    ['an issuer without SIREN', 'BR-FR-CDV-07', { issuer: { role: 'BY' } }],
    ['a recipient without address', 'BR-FR-CDV-08', { recipients: [{ role: 'SE', id: seller }] }],
    ['no recipient', 'BR-FR-CDV-CL-04', { recipients: [] }],
    ['a sender who is the State', 'BR-FR-CDV-CL-02', { senderRole: 'DFH' }],
    ['an invoice of type 325', 'BR-FR-04', { invoice: { ...messageOf('205').invoice, type: '325' } }],
    ['no day of the invoice', 'BR-FR-CDV-11', { invoice: { number: 'F1', sellerId: seller } }],
    ['no seller', 'BR-FR-CDV-13', { invoice: { number: 'F1', issuedOn: '2027-08-22' } }],
    ['a condition of the other phase', 'BR-FR-CDV-CL-05', { condition: '10' }],
    ['received without amount', 'BR-FR-CDV-14', { details: [] }, '212'],
    ['a refusal without reason', 'BR-FR-CDV-15', { details: [] }, '210'],
    ['a detail without sequence', 'BR-FR-CDV-16', { details: [{ figures: [] }] }],
    [
      'a reason of other statuses',
      'BR-FR-CDV-CL-09',
      { details: [{ reason: 'LIVR_INCOMP', sequence: 1, figures: [] }] },
      '210',
    ],
    ['an unknown request', 'BR-FR-CDV-CL-10', { details: [{ action: 'UNKNOWN', sequence: 1, figures: [] }] }],
    ['an unknown figure', 'BR-FR-CDV-CL-11', { details: [{ sequence: 1, figures: [{ type: 'UNKNOWN' }] }] }],
  ];
  for (const [what, rule, change, code = '205'] of wrong)
    test(`${what} breaks ${rule}`, () => {
      assert.deepEqual(
        cdarProblems({ ...messageOf(code), ...change } as CdarMessage).map((each) => each.rule),
        [rule],
      );
    });

  test('a public buyer on Chorus Pro may refuse for LIVR_INCOMP', () => {
    const message = { ...messageOf('210'), details: [{ reason: 'LIVR_INCOMP', sequence: 1, figures: [] }] };
    assert.equal(cdarProblems(message).length, 1);
    assert.deepEqual(cdarProblems({ ...message, senderId: { scheme: '0238', value: '9999' } }), []);
  });

  test('a text that is no CDAR says why', async () => {
    const faults: readonly (readonly [string, string])[] = [
      ['not XML', 'broken_xml'],
      ['<a>', 'cut_short'],
      ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'document_type'],
      ['<Invoice/>', 'not_a_cdar'],
      [cdarOf(messageOf('205')).replace(/<ram:ProcessConditionCode>.*\n/, ''), 'incomplete'],
      ['<a>'.repeat(100), 'too_deep'],
      [`<a>${'<b/>'.repeat(20_000)}</a>`, 'too_large'],
      [' '.repeat(1_000_001), 'too_large'],
    ];
    for (const [text, fault] of faults)
      assert.equal(((await readCdar(text)) as { fault: string }).fault, fault, text.slice(0, 30));
  });

  test('a time of summer 14:30 in Paris is written as 143000 and read as the same instant', async () => {
    const at = Date.parse('2027-07-01T12:30:00Z') / 1000;
    const text = cdarOf({ ...messageOf('205'), statusAt: at });
    assert.match(text, /20270701143000/);
    assert.equal(((await readCdar(text)) as CdarMessage).statusAt, at);
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { cents } from '../../src/domain/money/cents.ts';
import { cdarOf } from '../../src/einvoice/cdar/cdar.ts';
import type { CdarDetail, CdarMessage } from '../../src/einvoice/cdar/cdar-message.ts';
import { cdarProblems } from '../../src/einvoice/cdar/check-cdar.ts';
import { isStatusCode, statusRow } from '../../src/einvoice/cdar/status-code.ts';
import { trialCompanies } from '../../src/trial-platform/companies.ts';
import { trialHere } from './trial-client.ts';
import { BUYER, SELLER, TOWN } from './trial-invoice.ts';

type Here = ReturnType<typeof trialHere>;

const siren = (value: string) => ({ scheme: '0002', value });
const address = (value: string) => ({ scheme: '0225', value });

/** A status that one of the two companies says about the invoice F2027-001. */
function said(status: string, by: string, change: Partial<CdarMessage> = {}, details: CdarDetail[] = []): CdarMessage {
  const other = by === SELLER ? BUYER : SELLER;
  const { reasons, needsReason } = isStatusCode(status) ? statusRow(status) : {};
  const detail = needsReason ? [{ reason: reasons?.[0] as string, sequence: 1, figures: [] }] : [];
  return {
    id: `${status}-${by}`,
    process: 'REGULATED',
    writtenAt: 1_820_000_000,
    senderRole: by === SELLER ? 'SE' : 'BY',
    issuer: { role: by === SELLER ? 'SE' : 'BY', id: siren(by) },
    recipients: [{ role: by === SELLER ? 'BY' : 'SE', id: siren(other), address: address(other) }],
    phase: '23',
    statusAt: 1_820_000_000,
    invoice: { number: 'F2027-001', type: '380', issuedOn: '2027-09-06', sellerId: siren(SELLER) },
    status,
    details: details.length > 0 ? details : detail,
    ...change,
  };
}

const received = (amount: number, percent: number): CdarDetail[] => [
  { sequence: 1, figures: [{ type: 'MEN', amount: cents(amount), currency: 'EUR', percent }] },
];

/** Deposits a status; answers its acknowledgement as one text. */
async function say(here: Here, as: string, message: CdarMessage): Promise<string> {
  const { json } = await here.deposit({ as, syntax: 'CDAR', file: cdarOf(message) });
  here.pass(2);
  const { status, details = [] } = (await here.metadata(json.flowId, as)).acknowledgement;
  return [status, ...details.map(({ item, reasonCode }: any) => `${item} ${reasonCode}`)].join(' ');
}

/** A platform whose buyer waits, with the invoice F2027-001 delivered. */
async function delivered(): Promise<Here & { flowId: string }> {
  const here = trialHere();
  await here.trial('PUT', `companies/${BUYER}`, { behaviour: { action: 'wait' } });
  const flowId = await here.invoice();
  here.pass(60);
  return { ...here, flowId };
}

describe('the life cycle of an invoice on the trial platform', () => {
  test('statuses 200, 201, 202, 203 come by the clock, the invoice reaches the buyer, and is approved after ten seconds', async () => {
    const here = trialHere();
    await here.invoice();
    assert.deepEqual(await here.codes(), []);
    const seen: string[] = [];
    for (const seconds of [1, 1, 1, 1, 5, 1]) {
      here.pass(seconds);
      seen.push((await here.codes()).join(' '));
    }
    assert.deepEqual(seen, [
      ...['200', '200 201', '200 201 202', '200 201 202 203', '200 201 202 203', '200 201 202 203 205'],
    ]);
    const { results } = await here.search({ flowType: ['SupplierInvoice'] }, { as: BUYER });
    assert.equal(results.length, 1);
    assert.equal(results[0].flowDirection, 'In');
  });

  test('a clock that jumps a year gives the same statuses, in the same order, and none twice', async () => {
    const here = trialHere();
    for (const number of ['F1', 'F2', 'F3']) await here.invoice({ number });
    here.pass(365 * 86_400);
    here.tokens.clear();
    const all = await here.statuses();
    for (const number of ['F1', 'F2', 'F3'])
      assert.deepEqual(
        all.filter(({ invoice }) => invoice.number === number).map(({ status }) => status),
        ['200', '201', '202', '203', '205'],
      );
    assert.equal(all.length, 15);
  });

  test('every status of the platform and of its buyers breaks no rule', async () => {
    const here = await delivered();
    for (const action of ['take_over', 'approve', 'approve_partly', 'dispute', 'suspend', 'refuse', 'pay', 'reject']) {
      const { status } = await here.trial('POST', `invoices/${here.flowId}/act`, { action });
      assert.equal(status, 200, action);
    }
    const statuses = await here.statuses();
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['200', '201', '202', '203', '204', '205', '206', '207', '208', '210', '211', '213'],
    );
    for (const message of statuses) assert.deepEqual(cdarProblems(message), [], message.status);
    const paid = statuses.find(({ status }) => status === '211')?.details[0]?.figures[0];
    assert.deepEqual([paid?.type, paid?.amount], ['MPA', 120_000]);
  });

  test('a buyer told to refuse for TX_TVA_ERR refuses, with the reason and the words', async () => {
    const here = trialHere();
    const behaviour = { action: 'refuse', reason: 'TX_TVA_ERR', message: 'Le taux est de 10 %.', afterSeconds: 6 };
    assert.equal((await here.trial('PUT', `companies/${BUYER}`, { behaviour })).status, 200);
    await here.invoice();
    here.pass(6);
    const last = (await here.statuses()).at(-1);
    assert.deepEqual(
      [last?.status, last?.details[0]?.reason, last?.details[0]?.note],
      [...['210', 'TX_TVA_ERR', 'Le taux est de 10 %.']],
    );
    // The State hears of a refusal, not of an approval.
    assert.ok(last?.recipients.some(({ role, id }) => role === 'DFH' && id?.value === '0000'));
  });

  test('an order is refused for an unknown invoice, action or reason, and before the acknowledgement', async () => {
    const here = trialHere();
    const flowId = await here.invoice();
    const act = async (body: unknown, id = flowId) => (await here.trial('POST', `invoices/${id}/act`, body)).status;
    assert.equal(await act({ action: 'approve' }), 422);
    here.pass(5);
    assert.equal(await act({ action: 'approve' }, 'none'), 404);
    assert.equal(await act({ action: 'like' }), 400);
    assert.equal(await act({ action: 'refuse', reason: 'LIVR_INCOMP' }), 400);
    assert.equal(await act({ action: 'refuse', reason: 'NON_CONFORME' }), 200);
    const { invoices } = (await here.trial('GET', 'invoices')).json;
    assert.equal(invoices[0].statuses.at(-1).reason, 'NON_CONFORME');
  });

  test('a buyer who has said something does not approve by default', async () => {
    const here = trialHere();
    await here.invoice();
    here.pass(5);
    assert.equal(await say(here, BUYER, said('207', BUYER)), 'Ok');
    here.pass(60);
    assert.deepEqual(await here.codes(), ['200', '201', '202', '203', '207']);
  });

  test('statuses 204 to 211 of the buyer reach the seller unchanged, 209, 212 and 220 of the seller the buyer', async () => {
    const here = await delivered();
    const codes = ['204', '205', '206', '207', '208', '210', '211'];
    for (const code of codes) assert.equal(await say(here, BUYER, said(code, BUYER)), 'Ok', code);
    assert.deepEqual((await here.codes()).slice(4), codes);
    const ofSeller = [said('209', SELLER), said('212', SELLER, {}, received(120_000, 2_000)), said('220', SELLER)];
    for (const message of ofSeller) assert.equal(await say(here, SELLER, message), 'Ok', message.status);
    const told = await here.statuses(BUYER, 'SupplierInvoiceLC');
    assert.deepEqual(
      told.map(({ status }) => status),
      ['209', '212', '220'],
    );
    assert.deepEqual(told[1]?.details, received(120_000, 2_000));
    const { results } = await here.search({ flowDirection: ['Out'], flowType: ['SupplierInvoiceLC'] }, { as: BUYER });
    assert.equal(results.length, 7);
  });

  test('a status that is wrong gets Error with its reason, and does not reach the other side', async () => {
    const here = await delivered();
    const wrong: readonly (readonly [string, CdarMessage, string])[] = [
      [SELLER, said('205', SELLER), 'MDT-105 InvoiceLCStatusError'],
      [BUYER, said('212', BUYER, {}, received(120_000, 2_000)), 'MDT-105 InvoiceLCStatusError'],
      [BUYER, said('299', BUYER), 'MDT-105 InvoiceLCInvalidStatus'],
      [BUYER, said('210', BUYER, { details: [] }), 'MDT-113 InvoiceLCRuleError'],
      [SELLER, said('212', SELLER), 'MDT-207 InvoiceLCRuleError'],
      [SELLER, said('212', SELLER, {}, received(120_001, 2_000)), 'MDT-215 InvoiceLCAmountError'],
      [SELLER, said('212', SELLER, {}, received(120_000, 1_000)), 'MDT-224 InvoiceLCAmountError'],
      [
        BUYER,
        said('205', BUYER, { invoice: { ...said('205', BUYER).invoice, number: 'F0' } }),
        'MDT-87 InvoiceLCRuleError',
      ],
    ];
    for (const [as, message, expected] of wrong) assert.equal(await say(here, as, message), `Error ${expected}`);
    assert.equal((await here.codes()).length, 4);
    assert.deepEqual(await here.codes(BUYER, 'SupplierInvoiceLC'), []);
    // A partial payment and its reversal are right.
    assert.equal(await say(here, SELLER, said('212', SELLER, {}, received(60_000, 2_000))), 'Ok');
    assert.equal(await say(here, SELLER, said('212', SELLER, {}, received(-60_000, 2_000))), 'Ok');
  });

  test('a third company says nothing about an invoice that is not its own', async () => {
    const [seller, buyer, town] = trialCompanies((clientId) => `secret of ${clientId}`);
    assert.ok(seller && buyer && town);
    const client = { clientId: `trial-${TOWN}`, clientSecret: `secret of trial-${TOWN}` };
    const here = trialHere({ companies: [seller, buyer, { ...town, client }] });
    await here.invoice();
    here.pass(5);
    assert.equal(await say(here, TOWN, said('205', TOWN)), 'Error MDT-87 InvoiceLCAccessDenied');
    assert.equal((await here.search({ flowDirection: ['In'] }, { as: TOWN })).results.length, 0);
  });

  const routes: readonly (readonly [string, Parameters<Here['invoice']>[0], string, string?])[] = [
    ['a buyer who is not in the directory', { buyer: '732829320' }, '200', 'NON_TRANSMISE'],
    ['an unknown address of a known buyer', { address: `${BUYER}_VENTES` }, '200 213', 'REJ_ADR'],
    ['an address with a suffix', { address: `${BUYER}_COMPTA` }, '200 201 202 203 205'],
    ['a public buyer at its SIREN', { buyer: TOWN }, '200 213', 'REJ_ADR'],
    ['a public buyer without service', { buyer: TOWN, address: `${TOWN}_30000000700017` }, '200 213', 'REJ_CONT_B2G'],
    [
      'a public buyer without order',
      { buyer: TOWN, address: `${TOWN}_30000000700017_CULTURE` },
      '200 213',
      'REJ_CONT_B2G',
    ],
    [
      'a public buyer with all it demands',
      { buyer: TOWN, address: `${TOWN}_30000000700017_CULTURE`, order: 'EJ-12' },
      '200 201 202 203 205 211',
    ],
    ['a consumer', { treatment: 'B2C' }, '200'],
    ['a sale abroad', { treatment: 'B2BINT' }, '200'],
    ['a document outside the reform', { treatment: 'OUTOFSCOPE' }, '200'],
  ];
  for (const [what, made, codes, reason] of routes)
    test(`an invoice to ${what} gets ${codes}${reason ? ` with ${reason}` : ''}`, async () => {
      const here = trialHere();
      await here.invoice(made);
      here.pass(60);
      await here.codes();
      here.pass(60);
      const statuses = await here.statuses();
      assert.equal(statuses.map(({ status }) => status).join(' '), codes);
      if (reason) assert.equal(statuses.at(-1)?.details[0]?.reason, reason);
      for (const message of statuses) assert.deepEqual(cdarProblems(message), []);
    });

  test('the processing rule B2B that a sender states goes before the note OUTOFSCOPE of the document', async () => {
    const here = trialHere();
    await here.invoice({ treatment: 'OUTOFSCOPE' }, { processingRule: 'B2B' });
    here.pass(60);
    assert.deepEqual(await here.codes(), ['200', '201', '202', '203', '205']);
  });

  test('a trial company bills another one on demand: the invoice is received like any other', async () => {
    const here = trialHere();
    const bill = (body: object) => here.trial('POST', 'supplier-invoices', body);
    const { status, json } = await bill({ to: SELLER });
    assert.deepEqual([status, json.seller, json.buyer, json.number], [201, BUYER, SELLER, 'ESSAI-2027-0001']);
    assert.equal((await bill({ to: SELLER, netCents: 333 })).json.number, 'ESSAI-2027-0002');
    here.pass(60);
    const { results } = await here.search({ flowType: ['SupplierInvoice'] });
    assert.equal(results.length, 2);
    assert.equal((await bill({ to: '732829320' })).status, 400);
    assert.equal((await bill({ to: SELLER, from: '732829320' })).status, 400);
  });
});

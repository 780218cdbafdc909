import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';
import { readPlatform } from '../../jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../jobs/einvoicing/send-document.ts';

// The trial platform inside the service, as a person in test mode uses it.

const MINUTE = 60;
const FILL = sql`
  insert into billing.trial_flow (account_id, id, owner, position, content)
  select $1, 'filler-' || n, '100000009', n, '{}' from generate_series(1, 5000) n`;
const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };
const UNKNOWN = { name: 'Café du Port', siret: '40000000600017' };

let service: TestService;
let live: Books;
let books: Books;
let life: Lived;
beforeAll(async () => {
  service = await testService();
  live = booksOf(service);
  books = booksOf(service, service.test);
  await live.company();
  life = lived(service, [sendToPlatform, readPlatform]);
  // CII instead of Factur-X: these tests do not need the PDF.
  await live.done('connect-platform', undefined, { preset: 'trial', syntax: 'CII' });
});
afterAll(() => service.close());

const later = (seconds: number) => life.until(service.clock.now + seconds);
const invoiceTo = async (customer: object = LUMEN) =>
  books.finalized(books.invoice(await books.organization(customer)));
/** An invoice that the trial platform has delivered to its customer. */
async function delivered(): Promise<string> {
  const { id } = await invoiceTo();
  await books.done('send-to-platform', id);
  await later(MINUTE);
  return id;
}
const seen = async (id: string) => {
  const { stage, statuses, trialActions } = await books.done('get-transmission', id);
  return { stage, codes: statuses.map(({ code }: any) => code), trialActions };
};

test('connect-platform, test-platform-connection: the trial platform needs no key, and belongs to test mode', async () => {
  const { connections, presets } = await live.done('list-platform-connections');
  assert.deepEqual(
    connections.map(({ preset, name, test, sends, receives }: any) => ({ preset, name, test, sends, receives })),
    [{ preset: 'trial', name: 'Plateforme d’essai', test: true, sends: true, receives: true }],
  );
  assert.deepEqual(
    presets.find(({ preset }: any) => preset === 'trial'),
    { preset: 'trial', name: 'Plateforme d’essai', test: true },
  );
  const [{ id }] = connections;
  assert.equal((await live.done('test-platform-connection', id)).failure, undefined);
  assert.equal(await books.refusal('connect-platform', undefined, { preset: 'trial' }), 'live_key_needed');
});

test('get-trial-platform: two companies and a town hall are invented, the own company has the SIREN of the settings', async () => {
  const { isConnected, companies } = await books.done('get-trial-platform');
  assert.equal(isConnected, true);
  assert.deepEqual(
    companies.map(({ siren, isPublic, isOwn }: any) => ({ siren, isPublic, isOwn })),
    [
      { siren: '100000009', isPublic: false, isOwn: false },
      { siren: '200000008', isPublic: false, isOwn: false },
      { siren: '300000007', isPublic: true, isOwn: false },
      { siren: '732829320', isPublic: false, isOwn: true },
    ],
  );
  assert.equal((await live.done('get-trial-platform')).isConnected, false);
});

test('get-trial-platform: an account without a SIRET has the SIREN 400000006 there', async () => {
  const other = booksOf(service, (await service.newAccount('Nouvelle')).live);
  const { companies } = await other.done('get-trial-platform');
  assert.equal(companies.find(({ isOwn }: any) => isOwn).siren, '400000006');
});

test('act-as-trial-buyer: delivered, then taken over, disputed, approved and paid, one status each', async () => {
  const id = await delivered();
  const before = await seen(id);
  assert.deepEqual(before.codes, [200, 201, 202, 203]);
  assert.ok(before.trialActions.includes('refuse'));
  for (const action of ['take_over', 'dispute', 'approve']) {
    await books.done('act-as-trial-buyer', id, { action });
    await later(10);
  }
  assert.deepEqual(await seen(id), {
    ...{ stage: 'approved', codes: [200, 201, 202, 203, 204, 207, 205], trialActions: ['pay'] },
  });
  assert.equal(await books.refusal('act-as-trial-buyer', id, { action: 'refuse' }), 'trial_action_impossible');
  await books.done('act-as-trial-buyer', id, { action: 'pay' });
  await later(10);
  const paid = await seen(id);
  assert.deepEqual([paid.stage, paid.trialActions], ['payment_sent', []]);
});

test('act-as-trial-buyer: a refusal comes with its reason and its words, and is repaired by a credit note and a new invoice', async () => {
  const id = await delivered();
  const said = { action: 'refuse', reason: 'TX_TVA_ERR', message: 'Le taux devrait être de 10 %' };
  await books.done('act-as-trial-buyer', id, said);
  await later(10);
  const { stage, statuses } = await books.done('get-transmission', id);
  assert.equal(stage, 'refused');
  assert.deepEqual(statuses.at(-1).reasons, [{ code: 'TX_TVA_ERR', text: 'Le taux devrait être de 10 %' }]);
  assert.equal(await books.refusal('act-as-trial-buyer', id, { action: 'approve' }), 'trial_action_impossible');
  const credit = await books.finalized(books.done('create-asset', id));
  assert.equal((await books.done('get-transmission', credit.id)).notSentReason, 'corrects_failed_invoice');
  const repaired = await delivered();
  await books.done('act-as-trial-buyer', repaired, { action: 'approve' });
  await later(10);
  assert.equal((await seen(repaired)).stage, 'approved');
});

test('act-as-trial-buyer: a reason of another status is refused with the reasons that fit', async () => {
  const id = await delivered();
  const wrong = { action: 'suspend', reason: 'TX_TVA_ERR' };
  assert.equal(await books.refusal('act-as-trial-buyer', id, wrong), 'trial_reason_unknown');
  assert.equal(await books.refusal('act-as-trial-buyer', id, { action: 'vanish' }), 'input_invalid');
  await later(10);
  assert.equal((await seen(id)).stage, 'made_available');
});

test('a customer who is not in the directory gets nothing: deposited, and no one to speak for', async () => {
  const { id } = await invoiceTo(UNKNOWN);
  await books.done('send-to-platform', id);
  await later(MINUTE);
  assert.deepEqual(await seen(id), { stage: 'deposited', codes: [200], trialActions: [] });
  const { statuses } = await books.done('get-transmission', id);
  assert.equal(statuses[0].reasons[0].code, 'NON_TRANSMISE');
  assert.equal(await books.refusal('act-as-trial-buyer', id, { action: 'pay' }), 'not_at_trial_platform');
});

test('receive-trial-invoice: 1,200 € arrive from an invented supplier among the received invoices, once each', async () => {
  const first = await books.done('receive-trial-invoice');
  const second = await books.done('receive-trial-invoice');
  assert.notEqual(first.number, second.number);
  await later(10);
  const { docs } = await books.done('list-supplier-invoices');
  assert.deepEqual(docs.map(({ number }: any) => number).toSorted(), [first.number, second.number]);
  assert.deepEqual(
    docs.map(({ supplier, amountWithTax }: any) => [supplier.name, amountWithTax]),
    [
      ['Atelier Lumen SAS', 120_000],
      ['Atelier Lumen SAS', 120_000],
    ],
  );
  assert.deepEqual((await live.done('list-supplier-invoices')).docs, []);
});

test('an invoice of a supplier that arrives is mailed to the owner, three at once in one mail, none if switched off', async () => {
  await live.company({ email: 'zoe@example.org' });
  const mails = async () => (await books.ask('get-mailbox', { query: { limit: 50 } })).json.docs;
  const subjects = async () =>
    (await mails()).map(({ subject }: any) => subject).filter((each: string) => /fournisseur/.test(each));
  await later(10 * MINUTE);
  const before = (await subjects()).length;
  const receive = async (count: number) => {
    for (let n = 0; n < count; n += 1) await books.done('receive-trial-invoice', undefined, {});
    await later(10 * MINUTE);
    return (await subjects()).slice(0, (await subjects()).length - before);
  };
  assert.deepEqual(await receive(1), ['Une facture d’un fournisseur est arrivée']);
  assert.deepEqual((await receive(3))[0], '3 factures de fournisseurs sont arrivées');
  await live.company({ supplierInvoicesByMail: false });
  assert.equal((await receive(1)).length, 2);
  await live.company({ supplierInvoicesByMail: true });
});

test('live mode has no trial platform: act-as-trial-buyer and receive-trial-invoice are refused', async () => {
  const { id } = await live.finalized(live.invoice(await live.organization(LUMEN)));
  assert.equal(await live.refusal('send-to-platform', id), 'platform_not_connected');
  assert.equal(await live.refusal('act-as-trial-buyer', id, { action: 'pay' }), 'trial_platform_not_connected');
  assert.equal(await live.refusal('receive-trial-invoice'), 'trial_platform_not_connected');
});

test('another account: its trial platform has none of this, and act-as-trial-buyer does not find the document', async () => {
  const id = await delivered();
  const account = await service.newAccount('Autre');
  const [other, trials] = [booksOf(service, account.live), booksOf(service, account.test)];
  await other.done('connect-platform', undefined, { preset: 'trial' });
  assert.equal(await trials.refusal('act-as-trial-buyer', id, { action: 'pay' }), 'document_not_found');
  await later(MINUTE);
  assert.deepEqual((await trials.done('list-supplier-invoices')).docs, []);
});

test('trial_platform_full: after 5,000 flows a customer says nothing more, until connect-platform empties it', async () => {
  const id = await delivered();
  await inTransaction(service.services.pool, service.test, async (tx) => {
    tx.write(FILL, [tx.accountId]);
    return { commit: true, answer: undefined };
  });
  assert.equal(await books.refusal('act-as-trial-buyer', id, { action: 'approve' }), 'trial_platform_full');
  assert.equal(await books.refusal('receive-trial-invoice'), 'trial_platform_full');
  await live.done('connect-platform', undefined, { preset: 'trial' });
  assert.equal(await books.refusal('act-as-trial-buyer', id, { action: 'approve' }), 'not_at_trial_platform');
  await books.done('receive-trial-invoice');
});

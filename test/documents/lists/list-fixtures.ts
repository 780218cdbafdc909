import assert from 'node:assert/strict';
import { booksOf, operationNamed, TRAINING } from '../../support/documents/example-books.ts';
import { MONDAY, testService } from '../../support/service/in-process-service.ts';

const DAY = 86_400;

/** An account with every kind of document a list can find, and functions to query its lists. */
export async function listedDocuments() {
  const service = await testService();
  const books = booksOf(service);
  /** The documents by the names the tests use. */
  const ids: Record<string, string> = {};
  await books.company();
  const lea = await books.contact();
  const bakery = await books.organization();
  const noted = async (name: string, made: Promise<{ id: string }>) => {
    ids[name] = (await made).id;
  };
  await noted('forBakery', books.invoice(bakery));
  const person = { firstname: 'Paul', lastname: 'Œuvrard', defaultContact: true };
  const paul = (await books.done('create-organization-contact', bakery, person)).id;
  await noted('forPaul', books.invoice(bakery, { title: 'Étude de marché' }));

  const old = await books.invoice(lea);
  const dated = { emittedAt: MONDAY - 60 * DAY, paymentDelay: 'thirty_days' };
  await books.done('update-invoice-timeline', old.id, dated);
  await noted('late', books.finalized(old));
  const settled = await books.invoice(lea);
  await books.done('update-invoice-timeline', settled.id, dated);
  await books.finalized(settled);
  await noted('paid', books.pay('invoice', settled.id, 120000));
  const undone = await books.invoice(lea);
  await books.done('update-invoice-timeline', undone.id, dated);
  await books.finalized(undone);
  await noted('canceled', books.done('cancel-invoice', undone.id));

  await noted('purchase', books.estimate(lea, { estimateType: 'purchase_order', lines: [TRAINING] }));
  await noted('signed', books.signedEstimate(lea));
  await noted('advance', books.done('create-advance', ids.signed));
  const reminded = await books.invoice(lea);
  const reminder = { inCopy: false, frequency: 'on_due_date', numberOfRemindersToSend: 1, active: true };
  const bill = { reminder, isOnlinePaymentActivated: true };
  await noted('reminded', books.done('update-invoice-general-informations', reminded.id, bill));
  await noted('archived', books.done('archive-billing', (await books.invoice(lea)).id));
  const tests = booksOf(service, service.test);
  await noted('test', tests.invoice(await tests.contact()));
  const named = { billingCustomerId: lea, references: [{ number: 'F-2019-0815', date: MONDAY }] };
  await noted('free', books.done('create-free-asset', undefined, named));
  const list = async (query: object = {}, caller = service.live) => {
    const answer = await service.call(operationNamed('get-billings'), {
      caller,
      query: query as Record<string, unknown>,
    });
    assert.equal(answer.refused, undefined, JSON.stringify(answer));
    return answer.json;
  };
  const idsOf = async (query: object): Promise<string[]> =>
    (await list(query)).docs.map(({ id }: { id: string }) => id);
  /** The names of the documents in a list; a credit note from a cancellation has none. */
  const found = async (query: object, caller = service.live): Promise<string[]> => {
    const byId = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    const { docs, totalDocs } = await list({ limit: 100, ...query }, caller);
    assert.equal(totalDocs, docs.length);
    return docs.map(({ id }: { id: string }) => byId.get(id) ?? 'unnamed').sort();
  };
  return { service, books, ids, lea, bakery, paul, list, idsOf, found };
}

export type ListedDocuments = Awaited<ReturnType<typeof listedDocuments>>;

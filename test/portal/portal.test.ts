import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import { operationsByLink } from '../../src/api/portal/index.ts';
import { inTransaction, sql } from '../../src/db/transaction.ts';
import { guessLimit } from '../../src/http/limits/guess-limit.ts';
import { processLimits } from '../../src/limits/process-limits.ts';
import { runCustomerOperation } from '../../src/pipeline/run-customer-operation.ts';
import type { Caller } from '../../src/services/caller.ts';
import { readLinkText } from '../../src/services/portal/customer-link.ts';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

// A customer requests and opens their portal by mail: over real HTTPS, without an account or a
// script.

let service: ServiceOverHttps;
let books: Books;
beforeAll(async () => {
  service = await serviceOverHttps();
  service.services.environment.mail = { from: 'factures@example.org' };
  books = booksOf(service);
  await books.company({ commercialName: 'Atelier Martin', email: 'zoe@example.org' });
});
afterAll(() => service.close());

const pathOf = (url: string): string => new URL(url).pathname;
const page = (path: string) => service.ask(path, { key: undefined });
const linkOf = async (id: string, at = books): Promise<string> => pathOf((await at.done('link-billing', id)).url);
const contextOf = (guesses = guessLimit()) => ({
  ...service.services,
  ...({ language: 'en', network: '192.0.2.7', userAgent: '', looks: true, guesses } as const),
});

/** Portal links mailed by an account to an address, in order. */
async function mailed(to: string, whose: Caller = service.live): Promise<{ text: string; paths: string[] }[]> {
  const rows = await inTransaction(service.services.pool, whose, async (tx) => ({
    commit: false,
    answer: await tx.read(sql`select content from billing.mail where account_id = $1 order by id`, [tx.accountId]),
  }));
  return rows
    .map(({ content }) => JSON.parse(content))
    .filter(({ recipients }) => recipients[0].address === to)
    .map(({ text }) => ({ text, paths: [...text.matchAll(/\/c\/[\w-]{86}/g)].map(([path]) => path) }));
}
/** Mails of an address after the after-response work is done. */
async function asked(path: string, email: string, whose?: Caller) {
  const answer = await runCustomerOperation(operationsByLink.askForPortal, contextOf(), {
    ...{ link: path.slice('/c/'.length), form: { email }, language: 'en' },
  });
  assert.ok('behind' in answer, JSON.stringify(answer));
  await answer.behind();
  return mailed(email, whose);
}
let people = 0;
/** A customer with a unique address. */
async function customer(said: object = {}, at = books) {
  const address = `client-${people++}@example.org`;
  return { address, id: await at.contact({ emails: [address], ...said }) };
}
/** A customer with a finalized invoice of 1,200.00 and their portal. */
async function withPortal(at = books, whose: Caller = service.live) {
  const { address, id } = await customer({}, at);
  const invoice = await at.finalized(at.invoice(id));
  const [mail] = await asked(await linkOf(invoice.id, at), address, whose);
  return { address, id, invoice, portal: mail?.paths[0] as string };
}
const documentsOn = (text: string): string[] =>
  [...new Set([...text.matchAll(/\/document\/([0-9a-f-]{36})/g)].map(([, id]) => id as string))].sort();

test('from one document link a customer requests the portal link by mail, in their language, valid one day', async () => {
  const { address, id } = await customer({ language: 'de' });
  const path = await linkOf((await books.finalized(books.invoice(id))).id);
  assert.ok((await page(path)).text.includes(`href="${path}/portal`));
  assert.match((await page(`${path}/portal?locale=fr`)).text, /<form method="post"/);
  const [mail] = await asked(path, address);
  assert.match(mail?.text ?? '', /Dokumente bei Atelier Martin/);
  const portal = mail?.paths[0] as string;
  const opened = await page(portal);
  assert.equal(opened.status, 200);
  assert.match(opened.text, /<html lang="de">/);
  assert.match(opened.text, /1\.200,00/);
  assert.doesNotMatch(opened.text, /<script|https?:\/\/|@import/);
  const today = service.clock.now;
  service.clock.now = today + 86_400 - 1;
  assert.equal((await page(portal)).status, 200, 'until its last second');
  service.clock.now = today + 86_400;
  const ended = await page(portal);
  service.clock.now = today;
  assert.equal(ended.status, 404);
  assert.equal(ended.text, (await page(`/c/${'A'.repeat(86)}`)).text, 'as a link that never was');
});

test('1,200.00 paid and then credited is owed to the customer: on the invoice, the credit note and the portal', async () => {
  const { invoice, portal } = await withPortal();
  await books.pay('invoice', invoice.id, 120_000);
  const note = await books.finalized(books.done('create-asset', invoice.id));
  const text = async (path: string) => (await page(`${path}?locale=fr`)).text.replace(/[\u00a0\u202f]/g, ' ');
  const [ofInvoice, ofNote] = [await linkOf(invoice.id), await linkOf(note.id)];
  const paid = await text(ofInvoice);
  assert.match(paid, /À vous rembourser<\/p>\s*<p class="figure">1 200,00 €/);
  // 1,200.00 − 1,200.00 − 1,200.00: the lines below the total sum to the balance.
  assert.match(paid, /<dt class="total">À vous rembourser<\/dt><dd class="total">1 200,00 €/);
  assert.doesNotMatch(paid, /Rien à payer/);
  assert.match(await text(ofNote), /À vous rembourser : 1 200,00 €/);
  assert.match(await text(portal), /À vous rembourser : 1 200,00 €/);
  await books.done('refund-asset', note.id, { refundAt: service.clock.now });
  const after = await text(ofInvoice);
  assert.match(after, /Rien à payer/);
  assert.match(after, /<dt>Remboursement<\/dt><dd>1 200,00 €/);
  assert.match(await text(ofNote), /Remboursé le/);
  assert.doesNotMatch(await text(portal), /À vous rembourser/);
});

test('an unknown address gets the same answer as a customer’s, before any lookup', async () => {
  const { address, id } = await customer();
  const path = await linkOf((await books.finalized(books.invoice(id))).id);
  const ask = (email: string) =>
    service.ask(`${path}/portal`, {
      ...{ key: undefined, method: 'POST', body: new URLSearchParams({ email }).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const [stranger, known] = [await ask('personne@example.org'), await ask(address)];
  const shape = ({ status, text, headers }: typeof known) => [status, text, headers.location];
  assert.deepEqual(shape(stranger), shape(known));
  assert.equal(known.status, 303);
  assert.match((await page(String(known.headers.location))).text, /role="status"/);
  assert.equal((await ask('pas une adresse')).status, 422);
  while ((await mailed(address)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(await mailed('personne@example.org'), []);
});

test('a customer gets at most three links per hour; a fourth works an hour later', async () => {
  const { address, id } = await customer();
  const path = await linkOf((await books.finalized(books.invoice(id))).id);
  const counts = [];
  for (let times = 0; times < 4; times++) counts.push((await asked(path, address)).length);
  assert.deepEqual(counts, [1, 2, 3, 3]);
  service.clock.now += 3_601;
  assert.equal((await asked(path, address)).length, 4);
});

test('the portal lists amounts due first, then offers, then the rest by year; each opens by its counted link', async () => {
  const { address, id } = await customer();
  const first = await books.invoice(id, {
    lines: [{ ...TRAINING, unitPrice: 20_000 }],
    paymentDelay: { type: 'upon_receipt' },
  });
  const bankInformation = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' };
  await books.done('update-billing-bank-information', first.id, { bankInformation });
  const late = await books.finalized(first);
  service.clock.now += 40 * 86_400;
  const paid = await books.finalized(books.invoice(id));
  await books.pay('invoice', paid.id, 120_000);
  const offer = await books.finalized(books.estimate(id));
  const draft = await books.invoice(id);
  const due = await books.finalized(books.invoice(id));
  const [mail] = await asked(await linkOf(paid.id), address);
  const portal = mail?.paths[0] as string;
  const { text } = await page(`${portal}?locale=fr`);
  const places = [late, due, offer, paid].map((document) => text.lastIndexOf(`/document/${document.id}`));
  assert.ok(
    places.every((place, at) => place > (places[at - 1] ?? 0)),
    `in this order: ${places.join(', ')}`,
  );
  assert.ok(!text.includes(draft.id), 'drafts are nobody’s but their author’s');
  assert.match(text, /1\s440,00/, '240.00 late and 1,200.00 due');
  assert.match(text, /dont 240,00\s€ en retard/);
  const copied = [...text.matchAll(/class="copy">([^<]*)</g)].map(([, value = '']) => value.replace(/\s/g, ' '));
  const [, iban, , reference, amount] = copied;
  assert.deepEqual([iban, reference, amount], [bankInformation.iban, late.number, '240,00 €'], 'the next to pay');
  assert.match(text, /<figure class="code"/);
  const led = await page(`${portal}/document/${paid.id}`);
  assert.equal(led.status, 303);
  assert.equal(led.headers.location, await linkOf(paid.id), 'the link there is');
  assert.equal((await page(String(led.headers.location))).status, 200);
  const year = new Date(service.clock.now * 1_000).getUTCFullYear();
  for (const [asked, status] of [
    [year, 200],
    [year - 1, 200],
    [year - 2, 404],
    [year + 1, 404],
  ] as const)
    assert.equal((await page(`${portal}/statement/${asked}`)).status, status, String(asked));
  assert.equal((await page(`${portal}/statement/${year}`)).headers['content-type'], 'application/pdf');
  await books.pay('invoice', late.id, 24_000);
  assert.doesNotMatch((await page(portal)).text, /class="copy"|<script/, 'the next bill names no bank');
});

test('a contact sees their own documents, their organization sees them too, and another contact does not', async () => {
  const organizationId = await books.organization({ emails: ['compta-portail@example.org'] });
  const person = async (firstname: string) => {
    const emails = [`${firstname.toLowerCase()}-portail@example.org`];
    const said = { firstname, lastname: 'Brun', emails };
    return { emails, ...(await books.done('create-organization-contact', organizationId, said)) };
  };
  const [anna, bert] = [await person('Anna'), await person('Bert')];
  const [hers, whole] = [
    await books.finalized(books.invoice(anna.id)),
    await books.finalized(books.invoice(organizationId)),
  ];
  const path = await linkOf(hers.id);
  const seen = async (address: string) => {
    const [mail] = await asked(path, address);
    return documentsOn((await page(mail?.paths[0] as string)).text);
  };
  assert.deepEqual(await seen('anna-portail@example.org'), [hers.id]);
  assert.deepEqual(await seen('bert-portail@example.org'), []);
  assert.deepEqual(await seen('compta-portail@example.org'), [hers.id, whole.id].sort());
  assert.ok(bert.id);
});

test('a customer opens only their own documents, never by ID those of another customer, account or mode', async () => {
  const [mine, neighbour] = [await withPortal(), await withPortal()];
  const other = await service.newAccount('Bruno');
  const theirs = booksOf(service, other.live);
  await theirs.company();
  const foreign = await withPortal(theirs, other.live);
  const testBooks = booksOf(service, service.test);
  const tried = await withPortal(testBooks, service.test);
  const all = [mine, neighbour, foreign, tried];
  for (const from of all)
    for (const { invoice } of all) {
      const own = invoice.id === from.invoice.id;
      const opened = await page(`${from.portal}/document/${invoice.id}`);
      assert.equal(opened.status, own ? 303 : 404);
      assert.equal((await page(from.portal)).text.includes(invoice.id), own);
    }
  // A live document link never sends the portal of test documents or of another account.
  const path = await linkOf(mine.invoice.id);
  assert.equal((await asked(path, tried.address, service.test)).length, 1);
  assert.equal((await asked(path, foreign.address)).length, 0);
  assert.equal((await asked(path, mine.address)).length, 2);
});

test('a page has 40 documents and weighs less than 60 kB; the next page has the rest', async () => {
  const { id, invoice, portal } = await withPortal();
  const ids = [invoice.id];
  for (let more = 0; more < 41; more++) ids.push((await books.finalized(books.invoice(id))).id);
  const pages = [];
  for (const at of ['1', '2', '3', 'x']) {
    const { status, text } = await page(`${portal}?page=${at}`);
    assert.equal(status, 200);
    assert.ok(Buffer.byteLength(text) < 60_000, `${Buffer.byteLength(text)} bytes`);
    pages.push(documentsOn(text));
  }
  const [first = [], second = [], third, other] = pages;
  assert.deepEqual([first.length, second.length, third, other], [40, 2, [], first]);
  assert.deepEqual([...first, ...second].sort(), ids.sort());
});

test('a program reads a customer’s documents only with their portal secret; other secrets get the same refusal', async () => {
  const { id, invoice } = await withPortal();
  const { token } = invoice.customer;
  assert.match(token, /^[\w-]{43}$/);
  const read = (said: Record<string, string>) =>
    service.ask(`/v2/customer-portal/payments?${new URLSearchParams(said).toString()}`, { key: undefined });
  const told = await read({ id, token });
  assert.equal(told.status, 200, told.text);
  assert.deepEqual(told.json.customer, { name: 'Léa Moreau', firstname: 'Léa', lastname: 'Moreau' });
  assert.deepEqual(
    told.json.billings.map(({ id, amount, billingType, billingState }: Record<string, unknown>) => [
      id,
      amount,
      billingType,
      billingState,
    ]),
    [[invoice.id, 120_000, 'invoice', 'finalized']],
  );
  assert.equal(told.json.company.commercialName, 'Atelier Martin');
  const other = await withPortal();
  const wrong = [
    { id: other.id, token },
    { id, token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` },
    { id, token: 'x' },
    { id: '019a0000-0000-7000-8000-000000000000', token },
    { id: 'nobody', token },
  ];
  const { instance: _, requestId: __, ...usual } = (await read({ id, token: '' })).json;
  assert.equal(usual.code, 'portal.link_not_found');
  for (const said of wrong) {
    const { instance: _, requestId: __, ...no } = (await read(said)).json;
    assert.deepEqual(no, usual, JSON.stringify(said));
  }
  let last = 0;
  for (let guess = 0; guess < 40 && last !== 429; guess++)
    last = (await read({ id, token: randomBytes(32).toString('base64url') })).status;
  assert.equal(last, 429);
});

/** Number of guesses; 1,000,000 in the long form. */
const GUESSED_LINKS = Number(process.env.GUESSED_LINKS ?? 20_000);

test('thousands of guessed customer links open nothing and cause no query; guessing is rate limited', async () => {
  const { portal } = await withPortal();
  const real = Buffer.from(portal.slice('/c/'.length), 'base64url');
  const { portalTokens } = service.services.environment;
  assert.ok(readLinkText(portalTokens, real.toString('base64url')), 'control: the real one is read');
  let opened = 0;
  for (let guess = 0; guess < GUESSED_LINKS; guess++) {
    // Knowing account and link is not enough: only the service can create the secret.
    const text = Buffer.concat([real.subarray(0, 32), randomBytes(32)]).toString('base64url');
    if (readLinkText(portalTokens, text)) opened++;
  }
  console.log(`${GUESSED_LINKS} guessed, ${opened} opened`);
  assert.equal(opened, 0);
  const statuses: number[] = [];
  // A slow machine refills some attempts meanwhile.
  while (!statuses.includes(429)) {
    const text = Buffer.concat([real.subarray(0, 32), randomBytes(32)]).toString('base64url');
    statuses.push((await page(`/c/${text}`)).status);
  }
  assert.deepEqual(new Set(statuses), new Set([404, 429]));
  assert.equal((await page(portal)).status, 200, 'whoever holds one does not wait');
});

test('revoked, expired and unrelated links take the same time and get the same answer', async () => {
  const { invoice, portal } = await withPortal();
  const document = await linkOf(invoice.id);
  const asks = async (path: string, now = service.clock.now): Promise<[string, number]> => {
    let connections = 0;
    const { pool } = service.services;
    const counted = new Proxy(pool, {
      get: (target, name) => {
        if (name === 'connect') connections++;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const context = { ...contextOf(), pool: counted, now: () => now };
    const said = { link: path.slice('/c/'.length), form: { year: '2026' }, language: 'en' } as const;
    const answer = await runCustomerOperation(operationsByLink.downloadStatementOfPortal, context, said);
    return ['refused' in answer ? answer.refused : 'opened', connections];
  };
  const ended = await asks(portal, service.clock.now + 86_400);
  const forAnother = await asks(document);
  await books.done('revoke-billing-link', invoice.id);
  const takenBack = await asks(document);
  assert.deepEqual([ended, forAnother, takenBack], Array(3).fill(['customer_link_not_found', 1]));
  assert.deepEqual(await asks(`/c/${'A'.repeat(86)}`), ['customer_link_not_found', 0], 'a guess is not even looked up');
  assert.equal((await asks(portal))[0], 'opened', 'control');
});

test('one network can request six mails per hour for any address; the answer is unchanged, other networks are not limited', async () => {
  const { perNetworkMax } = processLimits.portalAsks;
  const customers = [];
  for (let many = 0; many < perNetworkMax + 2; many++) customers.push(await customer());
  const path = await linkOf((await books.finalized(books.invoice(customers[0]?.id as string))).id);
  const statuses = [];
  for (const { address } of customers.slice(0, -1)) {
    const sent = await service.ask(`${path}/portal`, {
      ...{ key: undefined, method: 'POST', body: new URLSearchParams({ email: address }).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    statuses.push([sent.status, sent.headers.location]);
  }
  assert.equal(new Set(statuses.map(String)).size, 1, 'nobody is told that it was one too many');
  // Requests of other tests in this file count too: the last request is always one too many.
  const [last, another] = customers.slice(-2).map(({ address }) => address) as [string, string];
  assert.equal((await asked(path, another)).length, 1, 'the control: asked past the limit, the mail goes out');
  assert.deepEqual(await mailed(last), []);
});

import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { operationsByLink } from '../../src/api/portal/index.ts';
import { guessLimit } from '../../src/http/limits/guess-limit.ts';
import { runCustomerOperation } from '../../src/pipeline/run-customer-operation.ts';
import { type Books, booksOf, headersOf, TRAINING } from '../support/documents/example-books.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

// A customer opens a document link over real HTTPS, without a key.

let service: ServiceOverHttps;
let books: Books;
beforeAll(async () => {
  service = await serviceOverHttps();
  books = booksOf(service);
});
afterAll(() => service.close());

const pathOf = (url: string): string => new URL(url).pathname;
const opened = (path: string) => service.ask(path, { key: undefined });
/** A finalized invoice of 1,200.00 with tax, and the path of its customer page. */
async function linked() {
  const invoice = await books.finalized(await books.invoice(await books.contact()));
  const link = await books.done('link-billing', invoice.id);
  return { invoice, link, path: pathOf(link.url) };
}
/**
 * Maximum milliseconds until the event feed contains the activity: it waits for open transactions
 * of the cluster.
 */
const FEED_MS = 30_000;
/** Feed events about document visits, once there are enough or time is up. */
async function settledViews(id: string, count: number): Promise<readonly unknown[]> {
  for (const until = Date.now() + FEED_MS; ; await wait(20)) {
    const { docs } = await books.done('list-events');
    const views = docs.filter(({ event, billing }: { event: { type: string }; billing?: { id: string } }) => {
      return event.type === 'invoice.viewed' && billing?.id === id;
    });
    if (views.length >= count || Date.now() > until) return views;
  }
}
const linksOf = async (id: string) => (await books.done('list-billing-links', id)).links;

test('the link shows the invoice, amount due first, and downloads its PDF and Factur-X', async () => {
  const { invoice, path } = await linked();
  const page = await opened(path);
  assert.equal(page.status, 200);
  assert.match(page.text, /1\s200,00/);
  assert.ok(page.text.includes(invoice.number));
  assert.ok(page.text.indexOf('class="figure"') < page.text.indexOf('class="paper"'));
  assert.ok(Buffer.byteLength(page.text) < 60_000, 'a page weighs no more than 60 kB');
  assert.doesNotMatch(page.text, /<script|https?:\/\/|@import/);
  assert.equal(page.headers['set-cookie'], undefined);
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
  assert.match((await opened(`${path}?locale=de`)).text, /<html lang="de">/);
  for (const file of ['pdf', 'facturx']) {
    const answered = await opened(`${path}/${file}`);
    assert.deepEqual([answered.status, answered.headers['content-type']], [200, 'application/pdf'], file);
  }
});

test('the link stays the same until revoked; it shows payments, and visits are counted', async () => {
  const { invoice, link, path } = await linked();
  await opened(path);
  await service.ask(path, { key: undefined, headers: { 'sec-purpose': 'prefetch' } });
  await opened(path);
  const [{ views, firstViewedAt }] = await linksOf(invoice.id);
  assert.deepEqual([views, firstViewedAt], [2, service.clock.now], 'what is fetched ahead is nobody who looks');
  assert.equal((await books.done('link-billing', invoice.id)).url, link.url);

  const payments = [{ amount: 20_000, receivedAt: service.clock.now, method: 'TRANSFER' }];
  await books.done('mark-paid', invoice.id, { payments });
  assert.match((await opened(path)).text, /1\s000,00/, 'what is left of 1,200.00 once 200.00 are paid');

  await books.done('revoke-billing-link', invoice.id);
  assert.equal(await books.refusal('revoke-billing-link', invoice.id), 'customer_link_not_found');
  assert.equal((await opened(path)).status, 404);
  const next = await books.done('link-billing', invoice.id);
  assert.notEqual(next.url, link.url);
  assert.equal((await opened(pathOf(next.url))).status, 200);
  assert.equal((await opened(path)).status, 404);
});

test('each customer visit creates one event in feed, webhooks and activity; owner and bot visits do not', async () => {
  const { invoice, path } = await linked();
  const etag = async () => headersOf(await books.ask('get-invoice', { path: { id: invoice.id } })).etag;
  const before = await etag();
  const told = async () => {
    const { docs } = await books.done('get-billing-activity', invoice.id);
    const opened = docs.filter(({ type }: { type: string }) => type === 'viewed');
    const events = await settledViews(invoice.id, opened.length);
    assert.equal(opened.length, events.length, 'each event is in the activity too');
    return opened.map(({ at, actor }: { at: number; actor: { kind: string } }) => [at, actor.kind]);
  };
  await service.ask(path, { key: undefined, method: 'HEAD' });
  await service.ask(path, { key: undefined, headers: { 'sec-purpose': 'prefetch' } });
  assert.deepEqual(await told(), [], 'a scanner of mails is nobody who looks');
  const at = service.clock.now;
  await Promise.all([opened(path), opened(path)]);
  await opened(path);
  assert.deepEqual(await told(), [[at, 'customer']], 'two at once and one behind them are one visit');
  service.clock.now += 3_599;
  await opened(path);
  assert.equal((await told()).length, 1, 'he comes back within the hour');
  service.clock.now += 3_600;
  await opened(path);
  assert.deepEqual(await told(), [
    [service.clock.now, 'customer'],
    [at, 'customer'],
  ]);
  const [{ views }] = await linksOf(invoice.id);
  assert.equal(views, 5, 'each is counted');
  assert.equal(await etag(), before, 'nothing moved on the document');
  service.clock.now += 3_600;
  const { accountId } = service.live;
  const looking = { ...service.services, language: 'en', network: '192.0.2.8', userAgent: '', looks: true } as const;
  const begins = async (ownAccounts?: readonly string[]) => {
    const context = { ...looking, guesses: guessLimit(), ownAccounts };
    const seen = await runCustomerOperation(operationsByLink.seeDocument, context, {
      ...{ link: path.slice('/c/'.length), form: {}, language: 'en' },
    });
    return 'tell' in seen;
  };
  assert.deepEqual([await begins([accountId]), await begins(['another']), await begins()], [false, true, true]);
});

test('revoked, expired, foreign and unknown links get the same page', async () => {
  const { invoice, link, path } = await linked();
  const letter = path.at(-2) === 'A' ? 'B' : 'A';
  const never = await opened(`${path.slice(0, -2)}${letter}${path.at(-1)}`);
  assert.equal(never.status, 404);
  const today = service.clock.now;
  service.clock.now = link.endsAt;
  assert.equal((await opened(path)).text, never.text);
  service.clock.now = link.endsAt - 1;
  assert.equal((await opened(path)).status, 200, 'it opens until its last second');
  service.clock.now = today;
  // The same link under another account’s name.
  const another = await service.newAccount('Bruno');
  const bytes = Buffer.from(path.slice('/c/'.length), 'base64url');
  bytes.write(another.accountId.replaceAll('-', ''), 0, 'hex');
  assert.equal((await opened(`/c/${bytes.toString('base64url')}`)).text, never.text);
  await books.done('revoke-billing-link', invoice.id);
  assert.equal((await opened(path)).text, never.text);
});

test('drafts have no link, and keys without customers:read do not see links', async () => {
  const draft = await books.invoice(await books.contact());
  assert.equal(await books.refusal('link-billing', draft.id), 'not_yet_finalized');
  const { invoice } = await linked();
  const reader = { ...service.live, scopes: ['billing:read', 'billing:write'] as const };
  const { links } = await booksOf(service, reader).done('list-billing-links', invoice.id);
  assert.deepEqual(
    links.map(({ url }: { url: string | null }) => url),
    [null],
  );
});

test('link guesses from one IP address are rate limited; valid links from there still work', async () => {
  const { path } = await linked();
  // A slow machine refills some attempts meanwhile.
  const answers: number[] = [];
  while (!answers.includes(429)) answers.push((await opened(`/c/${'A'.repeat(86)}`)).status);
  assert.deepEqual(new Set(answers), new Set([404, 429]));
  assert.equal((await opened(path)).status, 200);
});

test('the page shows the sections of an invoice in the reader’s language, and headings are never markup', async () => {
  const lines = [{ ...TRAINING, section: 'Murs <b>' }, TRAINING];
  const invoice = await books.finalized(await books.invoice(await books.contact(), { lines }));
  const path = pathOf((await books.done('link-billing', invoice.id)).url);
  const { text } = await opened(path);
  assert.match(
    text,
    /<tr class="section"><th scope="rowgroup" colspan="\d">Murs &lt;b&gt;<\/th><\/tr>\s*<tr><td class="main"/,
  );
  assert.match(
    text,
    /Sous-total Murs &lt;b&gt;<\/td><td class="num last">1\s000,00<\/td><\/tr>\s*<tr><td class="main"/,
  );
  assert.equal(text.split('Murs').length, 3);
  assert.match((await opened(`${path}?locale=de`)).text, /Zwischensumme Murs/);
});

test('a guess gets “not found”, and later a rate limit with the time to wait', async () => {
  const guesses = guessLimit();
  const context = {
    ...service.services,
    language: 'en',
    network: '192.0.2.7',
    userAgent: '',
    looks: true,
    guesses,
  } as const;
  const asked = { link: 'A'.repeat(86), form: {}, language: 'en' } as const;
  const guess = async () => runCustomerOperation(operationsByLink.seeDocument, context, asked);
  const codes: string[] = [];
  while (!codes.includes('links_slowed')) codes.push(((await guess()) as { refused: string }).refused);
  assert.deepEqual(new Set(codes), new Set(['customer_link_not_found', 'links_slowed']));
});

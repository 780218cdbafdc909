import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { billedAccount, type Ids, idsFor } from '../support/documents/billed-account.ts';
import { described } from '../support/openapi/check-responses.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

let service: ServiceOverHttps;
let ids: Ids;
beforeAll(async () => {
  service = await serviceOverHttps();
  ids = await billedAccount(service);
});
afterAll(() => service.close());

const STRICT = { prefer: 'handling=strict' };
const ENGLISH = { 'accept-language': 'en' };
/** Path and message of refused unknown members. */
const strangers = ({ json }: { json: any }): [string, string][] =>
  (json?.errors ?? [])
    .filter(({ code }: any) => code === 'unrecognized_keys')
    .map(({ pointer, constraints }: any) => [pointer, constraints.unrecognized_keys]);
const customer = () => ids.contact[0] as string;

test('Prefer: handling=strict refuses unknown members at any depth, by name and with the nearest known name', async () => {
  const line = { designation: 'Conseil', unitPrice: 60_000, quantity: 1, vatCode: 'FR_2000' };
  const body = {
    lines: [line, { ...line, unit_price: 5, discount: { mode: 'AMOUNT', amount: 0, ammount: 1 } }],
    tilte: 'A',
  };
  const path = `/v2/billing/invoice/${customer()}`;
  const strict = await service.ask(path, { method: 'POST', body, headers: { ...STRICT, ...ENGLISH } });
  assert.equal(strict.status, 400);
  assert.equal(strict.json.code, 'request.invalid');
  assert.equal(strict.headers['preference-applied'], 'handling=strict');
  assert.deepEqual(strangers(strict), [
    ['/lines/1/discount/ammount', '"ammount" is not a known field; did you mean "amount"?'],
    ['/lines/1/unit_price', '"unit_price" is not a known field; did you mean "unitPrice"?'],
    ['/tilte', '"tilte" is not a known field; did you mean "title"?'],
  ]);
  // Otherwise they are ignored, as older clients expect.
  const lenient = await service.ask(path, { method: 'POST', body });
  assert.equal(lenient.status, 201);
  assert.equal(lenient.headers['preference-applied'], undefined);
  // A fully known request is executed and confirmed as handled strictly.
  const known = await service.ask(path, { method: 'POST', body: { lines: [line], title: 'A' }, headers: STRICT });
  assert.deepEqual([known.status, known.headers['preference-applied']], [201, 'handling=strict']);
});

test('strict handling also refuses unknown query parameters; names with brackets count as without', async () => {
  const told = await service.ask('/v2/billings?state[]=draft&serach=x', { headers: { ...STRICT, ...ENGLISH } });
  assert.deepEqual(strangers(told), [['/serach', '"serach" is not a known field; did you mean "search"?']]);
  assert.equal((await service.ask('/v2/billings?state[]=draft&search=x', { headers: STRICT })).status, 200);
  assert.equal((await service.ask('/v2/billings?serach=x')).status, 200);
});

test('a create request with only unknown members is refused; beside known members they are ignored', async () => {
  const invoices = async () => (await service.ask('/v2/billings?type=invoice')).json.totalDocs;
  const before = await invoices();
  const path = `/v2/billing/invoice/${customer()}`;
  const refused = await service.ask(path, { method: 'POST', body: { linees: [], tittle: 'A' }, headers: ENGLISH });
  assert.equal(refused.status, 400);
  assert.deepEqual(strangers(refused), [
    ['/linees', '"linees" is not a known field; did you mean "lines"?'],
    ['/tittle', '"tittle" is not a known field; did you mean "title"?'],
  ]);
  assert.equal(await invoices(), before);
  assert.equal((await service.ask(path, { method: 'POST', body: { linees: [], title: 'A' } })).status, 201);
  // An empty body has nothing to ignore.
  assert.equal((await service.ask(path, { method: 'POST', body: {} })).status, 201);
  assert.equal(await invoices(), before + 2);
});

test('PATCH /v2/company ignores nothing silently: an unknown member is refused and nothing changes', async () => {
  const change = (body: object) => service.ask('/v2/company', { method: 'PATCH', body, headers: ENGLISH });
  const refused = await change({ name: 'Autre nom', siren: '732829320', defaults: { paymentDelais: 'seven_days' } });
  assert.equal(refused.status, 400);
  assert.deepEqual(strangers(refused), [
    ['/defaults/paymentDelais', '"paymentDelais" is not a known field; did you mean "paymentDelay"?'],
    ['/siren', '"siren" is not a known field; did you mean "siret"?'],
  ]);
  const { settings } = (await service.ask('/v2/company/me')).json;
  assert.notEqual(settings.name, 'Autre nom');
  // The response format is also the request format.
  assert.equal((await change(settings)).status, 200);
});

test('the logo setting is accepted under the name of any service, and no other name is', async () => {
  const [invoice] = ids.invoice;
  const { displaySettings } = (await service.ask(`/v2/billing/${invoice}`)).json;
  const set = (more: object) =>
    service.ask(`/v2/billing/${invoice}/display-settings`, {
      method: 'PATCH',
      body: { ...displaySettings, ...more },
      headers: STRICT,
    });
  assert.deepEqual(strangers(await set({ displayServiceLogo: false })), []);
  assert.deepEqual(
    strangers(await set({ displayPhone: true })).map(([pointer]) => pointer),
    ['/displayPhone'],
  );
});

test('a tool refuses unknown parameters; nested ones only with strict handling', async () => {
  const call = (said: object, headers = {}) =>
    service.ask('/v2/tools/create-invoice', { method: 'POST', body: said, headers: { ...ENGLISH, ...headers } });
  const line = { designation: 'Conseil', unitPrice: 60_000, quantity: 1, vatCode: 'FR_2000', discont: 1 };
  const said = { customerId: customer(), lines: [line] };
  assert.deepEqual(strangers(await call({ ...said, tittle: 'A' })), [
    ['/tittle', '"tittle" is not a known field; did you mean "title"?'],
  ]);
  assert.equal((await call(said)).status, 200);
  const strict = await call(said, STRICT);
  assert.deepEqual(strangers(strict), [
    ['/lines/0/discont', '"discont" is not a known field; did you mean "discount"?'],
  ]);
  assert.deepEqual(strict.json.error.parameters[0].name, 'lines.0.discont');
  assert.equal(strict.headers['preference-applied'], 'handling=strict');
});

test('every HTTP operation honors the preference: unknown members are refused with it and ignored without', async () => {
  let asked = 0;
  for (const { method, template } of described) {
    if (template.startsWith('/health') || template.startsWith('/v2/tools/')) continue;
    const path = template.replace(/\{\w+\}/g, () => idsFor(method, template, ids)[0] as string);
    const said = method === 'GET' ? { path: `${path}?nobodyKnows=1` } : { path, method, body: { nobodyKnows: 1 } };
    const told = async (headers: Record<string, string>) =>
      strangers(await service.ask(said.path, { ...said, headers }));
    const about = `${method} ${template}`;
    assert.deepEqual(
      (await told(STRICT)).map(([pointer]) => pointer),
      ['/nobodyKnows'],
      about,
    );
    asked += 1;
    if (method !== 'GET') continue;
    assert.deepEqual(await told({}), [], about);
  }
  assert.ok(asked > 150, `${asked} operations`);
});

test('of 900 unknown members 100 are listed, and the request costs a few milliseconds', async () => {
  const body = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`${'paymentmethod'.repeat(3)}${n}`, n]));
  const before = process.cpuUsage();
  const told = await service.ask('/v2/company', { method: 'PATCH', body, headers: STRICT });
  const { user } = process.cpuUsage(before);
  assert.equal(told.json.errors.length, 101);
  assert.equal(told.json.errors.at(-1).code, 'more_faults');
  assert.ok(user < 1_000_000, `${user} µs`);
});

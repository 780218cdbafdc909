import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { billedAccount, type Ids, idsFor, remember } from '../support/documents/billed-account.ts';
import { checkResponse, described, description } from '../support/openapi/check-responses.ts';
import { valueOf } from '../support/openapi/random-value.ts';
import { type Chance, seeded, seedOf } from '../support/runner/seeded-random.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { agencyBeside } from '../support/stand-ins/agency-in-memory.ts';

// Random requests from openapi.json. VALID_REQUESTS=20000 runs more; VALID_SEED=… repeats a run.

const REQUESTS = Number(process.env.VALID_REQUESTS ?? 200);
/** The limit of extra requests until enough were valid. */
const REQUESTS_MAX = 10 * REQUESTS;
const seed = seedOf('VALID_SEED');

/** Members outside the description are refused. */
const STRICT = { prefer: 'handling=strict' };

let service: ServiceOverHttps;
let ids: Ids;
beforeAll(async () => {
  service = await serviceOverHttps();
  agencyBeside(service);
  ids = await billedAccount(service);
});
afterAll(() => service.close());

test(`${REQUESTS} generated valid requests are answered as described, and no member is unknown`, async () => {
  const chance = seeded(seed);
  const done = new Set<string>();
  let succeeded = 0;
  const inTurn = chance.shuffled(described);
  let sent = 0;
  const isEnough = () => succeeded > sent * 0.3 && done.size > described.length * 0.5;
  for (; sent < REQUESTS || (!isEnough() && sent < REQUESTS_MAX); sent++) {
    const about = inTurn[sent % inTurn.length] as (typeof described)[number];
    const request = drawn(about, chance);
    const answer = await service.ask(request.path, { method: about.method, body: request.body, headers: STRICT });
    const told = `request ${sent} of VALID_SEED=${seed}: ${about.method} ${request.path} ${JSON.stringify(request.body)}`;
    // A platform or payment provider outside can be out of reach: that is a described answer.
    const isOutside = answer.status === 503 && /"code":"[a-z_]+\.(?:provider_)?unreachable"/.test(answer.text);
    assert.ok(answer.status < 500 || isOutside, `${told}\n${answer.text}\n${service.logged.join('')}`);
    try {
      checkResponse(about.method, request.path, answer);
    } catch (error) {
      throw new Error(told, { cause: error });
    }
    // Options are known beside a raw file only; with JSON they are unknown parameters.
    const types = Object.keys(about.operation.requestBody?.content ?? {});
    if (types.every((type) => type === 'application/json'))
      assert.ok(!answer.text.includes('unrecognized_keys'), `${told}\n${answer.text}`);
    if (answer.status >= 300) continue;
    succeeded += 1;
    done.add(`${about.method} ${about.template}`);
    remember(about.template, answer.json, ids);
  }
  assert.ok(succeeded > sent * 0.3, `only ${succeeded} of ${sent} succeeded (VALID_SEED=${seed})`);
  assert.ok(done.size > described.length * 0.5, `only ${done.size} of ${described.length} addresses answered well`);
  assert.deepEqual(service.logged, []);
});

/** A path with existing IDs and a query and body valid by the description. */
function drawn({ method, template, operation }: (typeof described)[number], chance: Chance) {
  const given = { components: description.components.schemas, named: (name: string) => sensible(name, chance) };
  const path = template.replace(/\{\w+\}/g, () => chance.pick(idsFor(method, template, ids)));
  const query = (operation.parameters ?? [])
    .filter((parameter: any) => parameter.in === 'query' && chance.chance(20))
    .flatMap(({ name, schema }: any) =>
      [valueOf(schema, chance, given)].flat().map((value) => `${name}=${encodeURIComponent(String(value))}`),
    );
  const schema = operation.requestBody?.content['application/json'].schema;
  const body = method === 'GET' ? undefined : schema ? whole(valueOf(schema, chance, given)) : {};
  return { path: query.length > 0 ? `${path}?${query.join('&')}` : path, body };
}

/** Not in the schema: a line without a catalog product needs designation and price. */
function whole(body: unknown): unknown {
  const { lines } = (body ?? {}) as { lines?: unknown };
  for (const line of Array.isArray(lines) ? lines : []) {
    if ('quantity' in line) Object.assign(line, { designation: 'Conseil', unitPrice: 12_000, ...line });
  }
  return body;
}

/** Members with formats their schema does not state. */
function sensible(name: string, chance: Chance): unknown {
  if (/^(billingCustomerId|customerId)$/.test(name)) return chance.pick(ids.contact);
  if (name === 'contactId') return chance.pick(ids.contact);
  if (name === 'categoryId') return chance.pick(ids.category);
  if (name === 'opportunityId') return chance.pick([...ids.project, null]);
  if (name === 'billingId') return chance.pick(ids.invoice);
  if (name === 'country') return chance.pick(['FR', 'BE', 'US']);
  if (name === 'quantity') return chance.pick([1, 2, 0.5, -1]);
  if (name === 'vatCode') return chance.pick(['FR_2000', 'FR_550', 'FR_00HT']);
  return undefined;
}

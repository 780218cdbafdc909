import assert from 'node:assert/strict';
import tls from 'node:tls';
import { afterAll, beforeAll, test } from 'vitest';
import { billedAccount, type Ids, idsFor, remember } from '../support/documents/billed-account.ts';
import { checkProblem, checkResponse, described, description } from '../support/openapi/check-responses.ts';
import { malformations, type Spoilt } from '../support/openapi/malformations.ts';
import { valueOf } from '../support/openapi/random-value.ts';
import { type Chance, seeded, seedOf } from '../support/runner/seeded-random.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { agencyBeside } from '../support/stand-ins/agency-in-memory.ts';

// Valid requests with one defect each. MALFORMED_REQUESTS=100000 runs more; MALFORMED_SEED=…
// repeats a run.

const REQUESTS = Number(process.env.MALFORMED_REQUESTS ?? 1_200);
const AT_ONCE = 4;
const WAYS = Object.keys(malformations);
/** Times an operation that refused nothing is tried again, in each way. */
const TURNS_MORE = 10 * WAYS.length;
const seed = seedOf('MALFORMED_SEED');

let service: ServiceOverHttps;
let ids: Ids;
beforeAll(async () => {
  service = await serviceOverHttps();
  agencyBeside(service);
  ids = await billedAccount(service);
});
afterAll(() => service.close());

test(`${REQUESTS} malformed requests over all operations: no 500, no reset, every refusal is problem JSON`, async () => {
  const seen = {
    asked: 0,
    problems: 0,
    named: 0,
    ways: new Set<string>(),
    addresses: new Set<string>(),
    codes: new Set<string>(),
  };
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < REQUESTS + described.length * TURNS_MORE) {
      const at = next++;
      // Each request has its own seed and can be repeated alone: MALFORMED_SEED=<seed> and its
      // index.
      const chance = seeded(seed + at);
      const about = described[at % described.length] as (typeof described)[number];
      const address = `${about.method} ${about.template}`;
      if (at >= REQUESTS && seen.addresses.has(address)) continue;
      seen.asked += 1;
      // Ways rotate per operation, from a random first one.
      const turn = Math.floor(at / described.length);
      const way = WAYS[(seed + (at % described.length) + turn) % WAYS.length] as string;
      const request = malformations[way]?.(sound(about, chance), chance) as Spoilt;
      const told = `request ${at} of MALFORMED_SEED=${seed}, ${way}: ${request.method} ${request.path.slice(0, 300)} ${briefly(request)}`;
      const answer = await service.ask(request.path, request).catch((error) => {
        throw new Error(`${told}: no answer`, { cause: error });
      });
      assert.ok(answer.status < 500, `${told}\n${answer.text}\n${service.logged.join('')}`);
      if (request.method === 'HEAD') continue;
      if (answer.status < 400) {
        remember(about.template, answer.json, ids);
        continue;
      }
      seen.problems += 1;
      seen.ways.add(way);
      seen.addresses.add(address);
      try {
        // Paths outside all operations have no description.
        if (answer.json?.code === 'request.route_not_found') checkProblem(answer, told);
        else checkResponse(request.method, request.path, answer);
        if (answer.json.code === 'request.invalid') checkNamed(answer.json.errors);
      } catch (error) {
        throw new Error(`${told}\n${answer.status} ${answer.text}`, { cause: error });
      }
      seen.codes.add(answer.json.code);
      if (answer.json.code === 'request.invalid') seen.named += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  assert.ok(
    seen.problems > seen.asked * 0.5,
    `only ${seen.problems} of ${seen.asked} were refused (MALFORMED_SEED=${seed})`,
  );
  assert.ok(seen.named > seen.asked * 0.1, `only ${seen.named} named what is at fault`);
  assert.equal(seen.ways.size, WAYS.length, 'a way that spoils nothing');
  assert.deepEqual(
    described.map(({ method, template }) => `${method} ${template}`).filter((address) => !seen.addresses.has(address)),
    [],
    `operations that took everything (MALFORMED_SEED=${seed})`,
  );
  assert.ok(seen.codes.size >= 15, `only these refusals: ${[...seen.codes].join(' ')}`);
  assert.deepEqual(service.logged, []);
});

const briefly = ({ body, headers }: Spoilt): string => {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : (JSON.stringify(body) ?? '');
  return `${text.slice(0, 300)} ${JSON.stringify(headers ?? {}).slice(0, 200)}`;
};

/** Every error of an unreadable request names its part and path. */
function checkNamed(errors: { in: string; property: string; pointer: string; constraints: object }[]): void {
  assert.ok(errors.length > 0, 'nothing is named');
  for (const { in: part, property, pointer, constraints } of errors) {
    assert.match(part, /^(path|query|body)$/);
    assert.ok(Object.values(constraints).every((text) => typeof text === 'string' && text.length > 3));
    // Only a body that is no object has no member name; a member name can be empty.
    assert.ok(property === '' ? ['', '/'].includes(pointer) : pointer !== '');
    assert.ok(pointer === '' || pointer.startsWith('/'));
  }
}

function sound({ method, template, operation }: (typeof described)[number], chance: Chance): Spoilt {
  const given = { components: description.components.schemas };
  const path = template.replace(/\{\w+\}/g, () => chance.pick(idsFor(method, template, ids)));
  const schema = operation.requestBody?.content['application/json'].schema;
  return { method, path, ...(method === 'GET' ? {} : { body: schema ? valueOf(schema, chance, given) : {} }) };
}

const RAW = [
  'GET /v2/billings HTTP/1.1\r\nConnection: close\r\n\r\n',
  'GET /v2/billings HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
  'POST /v2/billing/asset HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
  'POST /v2/billing/asset HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST /v2/billing/asset HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
  'POST /v2/billing/asset HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n',
  'GET /v2/billings HTTP/1.1\r\nHost: x\r\nX-Bad: a\0b\r\n\r\n',
  'GET /v2/billings HTTP/1.1\r\nHost : x\r\n\r\n',
  'GET /v2/billings HTTP/3.7\r\nHost: x\r\n\r\n',
  'GET /v2/billings HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
  'GET /v2/billings HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
  'GET /v2/bill ings HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET  HTTP/1.1\r\nHost: x\r\n\r\n',
  'G\u00e9T / HTTP/1.1\r\nHost: x\r\n\r\n',
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'get / HTTP/1.1\r\nHost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://[::1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET /v2/billings\r\n\r\n',
  '\r\n\r\n\r\nNONSENSE\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

test(`${RAW.length} requests that are not valid HTTP get a problem response, and the connection closes`, async () => {
  for (const request of RAW) {
    const told = JSON.stringify(request.slice(0, 100));
    const text = await answerTo(request);
    const [head = '', rest = ''] = text.split('\r\n\r\n', 2);
    assert.match(head, /^HTTP\/1\.1 4\d\d /, `${told}: ${text}`);
    assert.match(head, /content-type: application\/problem\+json/i, `${told}: ${text}`);
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    );
    // The rest of the connection got its own response.
    const body = Buffer.from(rest).subarray(0, Number(headers['content-length'])).toString();
    checkProblem({ status: Number(head.slice(9, 12)), headers, text: body, json: JSON.parse(body) }, told);
  }
});

/** The response of the TLS port to these bytes until it closes. */
function answerTo(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = tls.connect({ host: '127.0.0.1', port: service.port(), ca: service.certificate.cert }, () =>
      socket.write(bytes, 'latin1'),
    );
    socket.setTimeout(5_000, () => reject(new Error(`no end of the answer to ${JSON.stringify(bytes)}: ${text}`)));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

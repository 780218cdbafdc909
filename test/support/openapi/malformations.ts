import type { Chance } from '../runner/seeded-random.ts';
import type { Ask } from '../service/http-client.ts';

/** A request to be malformed. */
export type Spoilt = { path: string; method: string } & Pick<Ask, 'headers' | 'body'> & { key?: string };

/**
 * Ways to malform a request. Some leave it valid: then any response except a server error is
 * accepted.
 */
export const malformations: Readonly<Record<string, (sound: Spoilt, chance: Chance) => Spoilt>> = {
  'a member of another type': (sound, chance) => withMember(sound, chance, () => chance.pick(WRONG_VALUES)),
  'a text that cannot be kept': (sound, chance) => withMember(sound, chance, () => chance.pick(WRONG_TEXTS)),
  'a number out of every range': (sound, chance) => raw(sound, withNumber(sound, chance)),
  'a member left out': (sound, chance) => withMember(sound, chance, () => undefined),
  'no object at all': (sound, chance) =>
    raw(sound, chance.pick(['[]', 'null', '"x"', '12', 'true', '[{}]', '{']) as string),
  'nested ten thousand deep': (sound, chance) =>
    raw(
      sound,
      chance.pick(['['.repeat(10_000), '{"a":'.repeat(10_000), `{"lines":${'['.repeat(10_000)}${']'.repeat(10_000)}}`]),
    ),
  'a body of 1.1 MB': (sound) => raw(sound, `{"title":"${'x'.repeat(1_100_000)}"}`),
  'a member twice': (sound) => raw(sound, twice(sound)),
  'bytes that are no text': (sound, chance) =>
    raw(sound, chance.pick([Buffer.from([0xff, 0xfe, 0x7b]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d])])),
  'another content type': (sound, chance) => ({
    ...sound,
    body: JSON.stringify(sound.body ?? {}),
    headers: { 'content-type': chance.pick(CONTENT_TYPES) },
  }),
  'members of every object': (sound, chance) =>
    raw(sound, `{${JSON.stringify(chance.pick(PROTOTYPE_NAMES))}:${chance.pick(['{"x":1}', 'null', '[]', '1'])}}`),
  'an id that cannot be': (sound, chance) => ({
    ...sound,
    path: sound.path.replace(UUID, () => chance.pick(BAD_IDS)),
  }),
  'a trick in the address': (sound, chance) => ({ ...sound, path: chance.pick(PATH_TRICKS)(sound.path) }),
  'a strange question': (sound, chance) => ({
    ...sound,
    path: `${sound.path}?${Array.from({ length: chance.int(1, 3) }, () => chance.pick(QUERIES)).join('&')}`,
  }),
  'a strange header': (sound, chance) => ({ ...sound, headers: { ...sound.headers, ...chance.pick(HEADERS) } }),
  'another method': (sound, chance) => ({
    ...sound,
    method: chance.pick(['PUT', 'DELETE', 'PATCH', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND', 'HEAD']),
  }),
  'no key, or none of ours': (sound, chance) => ({ ...sound, key: chance.pick(KEYS) }),
};

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

const raw = (sound: Spoilt, body: string | Buffer): Spoilt => ({ ...sound, body });

const WRONG_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e21,
  2 ** 53,
  '',
  'x',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  '__proto__',
  [1, 'x', {}],
  { mode: 'AMOUNT' },
  { mode: 'PERCENTAGE', amount: 10_001 },
  'DRAFT',
  99,
  -0.00001,
  [{}],
  253_402_300_800,
];
const WRONG_TEXTS = [
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e',
  ' ',
  '\n',
  '\u0000',
  'x'.repeat(60_000),
  '%00',
  "'; drop table billing.document; --",
  '\ufeff',
];
const NUMBERS = [
  '1e400',
  '-1e400',
  '-0',
  '9007199254740993',
  '1e-400',
  '0.1e1',
  '123456789012345678901234567890',
  '0.00001',
  '1E21',
  '-9223372036854775809',
];
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonx',
  'nonsense',
  'application/json;;',
  'text/html',
  'application/merge-patch+json',
];
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', 'a'.repeat(5_000)];
const BAD_IDS = [
  'x',
  '0',
  'null',
  'undefined',
  'NaN',
  '%20',
  '%00',
  '%ff',
  '%ed%a0%80',
  '..',
  '%2e%2e',
  '%2e%2e%2f',
  '%2F',
  'a%2Fb',
  '%5c',
  '*',
  '-1',
  '1e400',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01890A5D-AC96-774B-BCCE-B302099A8057',
  '01890a5dac96774bbcceb302099a8057',
  '%7B01890a5d-ac96-774b-bcce-b302099a8057%7D',
  '01890a5d-ac96-774b-bcce-b302099a8057%20',
  '01890a5d-ac96-774b-bcce-b302099a805g',
  'a'.repeat(513),
  'a'.repeat(9_000),
  '__proto__',
  'constructor',
  "'%20or%201=1--",
  '%F0%9F%A7%BE',
  '%zz',
  '%',
  ';id=1',
  '@',
  '~',
];
const PATH_TRICKS: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/x/..${path}`,
  (path) => path.replace('/', '/./'),
  (path) => path.toUpperCase(),
  (path) => `${path}%00`,
  (path) => `${path}.json`,
  (path) => `${path};jsessionid=1`,
  (path) => path.replaceAll('/', '%2F').replace('%2F', '/'),
  (path) => path.replaceAll('/', '\\').replace('\\', '/'),
  (path) => `${path}#fragment`.replace('#', '%23'),
  (path) => `/%2e%2e${path}`,
  (path) => `https://example.org${path}`,
  (path) => `${path}?`,
  (path) => `${path}??a=b`,
];
const QUERIES = [
  '__proto__=x',
  '__proto__[x]=1',
  'constructor=1',
  'toString=1',
  'hasOwnProperty=1',
  'state[x]=1',
  'state[]=',
  'state[]=draft&state=paid',
  'state=99',
  'state=%00',
  'state',
  '=',
  '&',
  '%',
  '%zz=1',
  'page=0',
  'page=-1',
  'page=1e9',
  'page=1e400',
  'page=abc',
  'page=1&page=2',
  'page=0x10',
  'page=1.5',
  'page=',
  'page=1000000000',
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1e2',
  'limit=[]',
  'limit={}',
  'limit=%20',
  'cursor=x',
  'cursor=eyJ4IjoxfQ',
  'cursor=%00',
  'cursor=',
  'cursor=e30',
  'cursor=bnVsbA',
  'cursor=W10',
  'range=1',
  'range=2&range=1',
  'range=x',
  'range=1e400&range=2',
  'range=253402300799',
  'range=-1',
  'range=32503679999',
  'rangeType=x',
  'rangeType=__proto__',
  'search=%00',
  'search=%ed%a0%80',
  `search=${'x'.repeat(201)}`,
  'search=%25_%5C',
  'search=%27',
  'search=a&search=b',
  'customerId=x',
  'customerId=%00',
  'organizationId[]=a',
  'opportunityId=',
  'late=maybe',
  'late=',
  'late=1&late=0',
  'archived=2',
  'test=yes',
  'countWithoutFilters=x',
  'orderBy=__proto__',
  'orderDirection=DOWN',
  'type=0',
  'type=asset&type=99',
  Array.from({ length: 300 }, (_, at) => `k${at}=1`).join('&'),
  Array.from({ length: 150 }, () => 'state=draft').join('&'),
  `a=${'x'.repeat(9_000)}`,
  'a[b][c][d]=1',
  'late=true&range=1&range=2&rangeType=emittedAt',
];
const HEADERS: readonly Record<string, string>[] = [
  { 'if-match': '"999"' },
  { 'if-match': 'x' },
  { 'if-match': '' },
  { 'if-match': 'W/"1"' },
  { 'if-match': '*' },
  { 'if-match': '"1", "2"' },
  { 'if-match': '\xe9' },
  { 'if-match': ','.repeat(500) },
  { 'idempotency-key': '' },
  { 'idempotency-key': ' ' },
  { 'idempotency-key': 'a b' },
  { 'idempotency-key': '"' },
  { 'idempotency-key': '""' },
  { 'idempotency-key': '\xe9' },
  { 'idempotency-key': 'x'.repeat(256) },
  { 'idempotency-key': '"\\"' },
  { 'accept-language': '' },
  { 'accept-language': ';q=' },
  { 'accept-language': '*' },
  { 'accept-language': 'x'.repeat(8_000) },
  { 'accept-language': 'en;q=nan,fr;q=1e400' },
  { 'accept-language': '\xff' },
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer ' },
  { authorization: 'Bearer \xe9' },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer fk_live_${'0'.repeat(92)}` },
  { authorization: `Bearer fk_live_${'z'.repeat(92)}` },
  { authorization: `Bearer ${'x'.repeat(10_000)}` },
  { 'content-type': '' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-encoding': 'gzip' },
  { 'x-request-id': 'x'.repeat(200) },
  { 'x-request-id': '\xe9' },
  { accept: 'text/html' },
  { accept: 'x' },
  { expect: 'miracles' },
  { range: 'bytes=0-1' },
  { 'x-forwarded-proto': 'http' },
  { 'x-forwarded-for': '1.2.3.4' },
  { cookie: 'a=b; __proto__=x' },
  { 'x-http-method-override': 'DELETE' },
  { 'transfer-encoding': 'chunked' },
];
const KEYS = [
  '',
  'x',
  'fk_live_',
  `fk_test_${'A'.repeat(92)}`,
  `fk_live_${'é'.repeat(0)}${'1'.repeat(92)}`,
  'null',
  'undefined',
  'Bearer',
  `fk_live_${'0'.repeat(91)}`,
];

/** Replaces one member at any depth. */
function withMember(sound: Spoilt, chance: Chance, value: () => unknown): Spoilt {
  const body = structuredClone(sound.body ?? {}) as Record<string, unknown>;
  let holder: any = body;
  for (let depth = 0; depth < 6; depth++) {
    const names = Object.keys(holder);
    if (names.length === 0) {
      holder[chance.pick(['lines', 'title', 'payments', 'amount', 'emails', 'discount'])] = value();
      break;
    }
    const name = chance.pick(names);
    const inner = holder[name];
    if (typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0 || chance.chance(30)) {
      holder[name] = value();
      break;
    }
    holder = inner;
  }
  return { ...sound, body };
}

/** A number valid in JSON but not representable has to be inserted into the text. */
function withNumber(sound: Spoilt, chance: Chance): string {
  const marked = withMember(sound, chance, () => MARK);
  return JSON.stringify(marked.body).replace(JSON.stringify(MARK), chance.pick(NUMBERS));
}
const MARK = '(a number)';

function twice({ body }: Spoilt): string {
  const text = JSON.stringify(body ?? {});
  const [name, value] = Object.entries((body as object | undefined) ?? {})[0] ?? ['title', 'x'];
  return text === '{}'
    ? '{"title":"a","title":null}'
    : `${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
}

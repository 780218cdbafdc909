import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { isRefusal, type Refusal } from '../../src/domain/refusal.ts';
import { failureOf } from '../../src/mcp/tool-error.ts';
import type { PipelineRefusal } from '../../src/schemas/refusals/pipeline-refusal.ts';
import { type Chance, seeded, seedOf } from '../support/runner/seeded-random.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { drawnFor } from './random-calls.ts';
import { schemaOf, toolClientOf, tools } from './tool-client.ts';

// Malformed calls. More of them: MALFORMED_TOOL_CALLS=100000; to repeat a run:
// MALFORMED_TOOLS_SEED=….

const CALLS = Number(process.env.MALFORMED_TOOL_CALLS ?? 500);
const seed = seedOf('MALFORMED_TOOLS_SEED');

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

type Said = Record<string, unknown>;
type Spoil = (said: Said, chance: Chance, names: readonly string[]) => unknown;

/**
 * Ways to corrupt parameters so that no tool accepts them; undefined if there is nothing to
 * corrupt.
 */
const spoils: Readonly<Record<string, Spoil>> = {
  'no object at all': (_, chance) => chance.pick<unknown>([[], [{}], 'x', 12, true, '{}']),
  'a parameter nobody has': (said, chance) => ({ ...said, [chance.pick(STRANGE_NAMES)]: chance.pick(WRONG_VALUES) }),
  'a parameter as JSON says it, even __proto__': (said, chance) =>
    JSON.parse(
      `${JSON.stringify(said).slice(0, -1)}${Object.keys(said).length > 0 ? ',' : ''}"${chance.pick(['__proto__', 'constructor', 'toString'])}":{"x":1}}`,
    ),
  'another type': (said, chance, names) => withOne(said, chance, names, () => chance.pick(WRONG_VALUES)),
  // An id that cannot be stored cannot exist: such a call is not malformed, it finds nothing.
  'a text that cannot be kept': (said, chance, names) =>
    withOne(
      said,
      chance,
      names.filter((name) => TEXTS.has(name)),
      () => chance.pick(['a\0b', '\ud800', 'x\udfff']),
    ),
  'nested a thousand deep': (said, chance, names) => withOne(said, chance, names, () => nested(1_000)),
};

const STRANGE_NAMES = [
  'id',
  'ID',
  'billing_id',
  'accountId',
  'test',
  'cursor',
  'constructor',
  'toString',
  '',
  ' ',
  'é',
  'a'.repeat(5_000),
];
/** Values no parameter accepts. */
const WRONG_VALUES: readonly unknown[] = [[[]], [null], [1, 'x', {}], [{ $ne: 1 }, []], [[[[]]]]];
const TEXTS: ReadonlySet<string> = new Set([
  ...['search', 'firstname', 'lastname', 'phone', 'jobTitle', 'notes', 'name', 'commercialName', 'siret', 'vatNumber'],
  ...['designation', 'description', 'reference', 'title', 'rangeFrom', 'rangeTo', 'type', 'vatCode'],
]);

function withOne(said: Said, chance: Chance, names: readonly string[], value: () => unknown): unknown {
  return names.length === 0 ? undefined : { ...said, [chance.pick(names)]: value() };
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

test(`${CALLS} malformed calls over all tools: none throws, each fails with a code and how to fix it`, async () => {
  const seen = { ways: new Set<string>(), tools: new Set<string>(), codes: new Set<string>() };
  const { call } = toolClientOf(service);
  const ways = Object.keys(spoils);
  for (let at = 0; at < CALLS; at++) {
    const chance = seeded(seed + at);
    const tool = tools[at % tools.length] as (typeof tools)[number];
    // One way after the other for each tool, starting at random: without parameters half of them
    // have no effect.
    const turn = Math.floor(at / tools.length);
    const way = ways[(seed + (at % tools.length) + turn) % ways.length] as string;
    const said = spoils[way]?.(drawnFor(tool, chance, {}), chance, Object.keys(schemaOf(tool).properties));
    if (said === undefined) continue;
    const told = `call ${at} of MALFORMED_TOOLS_SEED=${seed}, ${way}: ${tool.name} ${JSON.stringify(said).slice(0, 500)}`;
    const answer = await call(tool.name, said).catch((error) => {
      throw new Error(told, { cause: error });
    });
    assert.ok(isRefusal(answer), `${told} is done`);
    for (const language of ['en', 'fr'] as const) {
      const { success, error } = failureOf(answer as Refusal | PipelineRefusal, language);
      assert.equal(success, false, told);
      assert.match(error.code, /^[a-z_]+(\.[a-z_]+)+$/, told);
      assert.ok(error.message.length > 20, told);
      if (error.code === 'request.invalid')
        assert.ok(
          (error.parameters ?? []).every(({ message }) => message),
          told,
        );
      seen.codes.add(error.code);
    }
    seen.ways.add(way);
    seen.tools.add(tool.name);
  }
  assert.equal(seen.ways.size, ways.length);
  assert.equal(seen.tools.size, tools.length);
  assert.deepEqual([...seen.codes], ['request.invalid']);
});

test('idempotency.key_reused: a key used for another call is refused, and the same call again is not', async () => {
  const { call, done } = toolClientOf(service);
  const said = { firstname: 'Zoé', lastname: 'Martin' };
  const first = await call('create-contact', said, 'one');
  const again = await call('create-contact', said, 'one');
  assert.ok('body' in first && 'body' in again);
  assert.deepEqual(again.body, first.body);
  assert.equal((await done('get-contacts')).total, 1);
  const other = await call('create-contact', { ...said, firstname: 'Léa' }, 'one');
  assert.equal(isRefusal(other) && other.refused, 'idempotency_key_reused');
});

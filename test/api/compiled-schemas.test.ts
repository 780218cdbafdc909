import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../src/api/index.ts';
import type { Json } from '../../src/http/openapi/components.ts';
import { compiled } from '../../src/schemas/validation/compiled.ts';
import { examplesOf } from '../support/openapi/operation-examples.ts';
import { committedDescription } from '../support/openapi/served-description.ts';
import { holds } from '../support/runner/property-runs.ts';

test('a compiled schema accepts, transforms and refuses like the schema, for valid and mutated examples', () => {
  const checked = [...exchanged()];
  assert.ok(checked.length > 400, `${checked.length} parts of operations with an example`);
  for (const { name, schema, example } of checked) {
    assert.equal(outcome(schema, example).success, true, name);
    assert.deepEqual(outcome(compiled(schema), example), outcome(schema, example), name);
  }
  const spoilt = fc.tuple(fc.constantFrom(...checked), fc.array(spoiling(), { minLength: 1, maxLength: 3 }));
  holds(spoilt, 4_000, ([{ name, schema, example }, spoilings]) => {
    const value = spoilings.reduce(spoil, example);
    assert.deepEqual(outcome(compiled(schema), value), outcome(schema, value), name);
  });
});

test('control: a compiled schema that accepts another value is found', () => {
  const bill = z.object({ cents: z.int() });
  const wrong = z.withParser(bill, () => ({ cents: 1 }));
  assert.notDeepEqual(outcome(wrong, { cents: 2 }), outcome(bill, { cents: 2 }));
});

test('a schema is compiled once', () => {
  const bill = z.object({ cents: z.int() });
  assert.equal(compiled(bill), compiled(bill));
});

/** The input and output schemas of the operations with their documented examples. */
function* exchanged(): Generator<{ name: string; schema: z.ZodType; example: Json }> {
  const description = committedDescription();
  const described = new Map(
    Object.values<Json>(description.paths).flatMap((path) =>
      Object.values<Json>(path).map((each) => [each.operationId, each] as const),
    ),
  );
  for (const { name, query, body, output, success, answers } of operations) {
    const examples = examplesOf(description, described.get(name) as Json, success);
    yield { name: `${name} query`, schema: query, example: examples.query };
    if (examples.body !== undefined) yield { name: `${name} body`, schema: body, example: examples.body };
    if (success !== 204 && !answers) yield { name: `${name} answer`, schema: output, example: examples.answer };
  }
}

/** The result of a schema for a value: text, so that member order counts, or its errors. */
function outcome(schema: z.ZodType, value: unknown): { success: boolean; text: string } {
  const { success, data, error } = schema.safeParse(value);
  return { success, text: JSON.stringify(success ? data : error.issues) };
}

type Spoiling = { steps: readonly number[]; put: unknown };

/** Replaces a value somewhere with another, of any type or undefined. */
const spoiling = (): fc.Arbitrary<Spoiling> =>
  fc.record({
    steps: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
    put: fc.oneof(
      fc.constantFrom(undefined, null, '', 0, -1, 0.5, 1e21, true, [], {}, 'draft', '2026-02-30', ' é ', { docs: [] }),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  });

/** The value, corrupted at the path; a last step past its members adds one. */
function spoil(value: Json, { steps: [step = 0, ...further], put }: Spoiling): Json {
  if (typeof value !== 'object' || value === null) return put as Json;
  const keys = Object.keys(value);
  const key = keys[step % (keys.length + 1)] ?? 'unknown';
  const inner = further.length > 0 && key in value ? spoil(value[key], { steps: further, put }) : put;
  return Array.isArray(value)
    ? value.map((each, at) => (String(at) === key ? inner : each))
    : { ...value, [key]: inner };
}

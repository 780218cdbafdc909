import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as z from 'zod';
import { operations } from '../../src/api/index.ts';
import { processLimits } from '../../src/limits/process-limits.ts';
import { toolsOf } from '../../src/mcp/tool.ts';

/** Text formats with a fixed maximum length. */
const FIXED_LENGTH: ReadonlySet<string> = new Set(['uuid', 'date']);

/** Paths of unbounded lists and texts in a schema; `where` names the schema. */
function endless(schema: z.ZodType, where: string): string[] {
  const found = new Map<string, string>();
  const bounded = new Set<string>();
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // What the schema refuses, not what its description says. A derived schema includes its source.
    override: ({ zodSchema, path }) => {
      if (!(zodSchema instanceof z.ZodType)) return;
      const { type } = zodSchema;
      const format = zodSchema instanceof z.ZodStringFormat ? zodSchema.format : null;
      const at = `${where} ${path.join('/')}`;
      const fixed = FIXED_LENGTH.has(format ?? '') ? FIXED_LENGTH_MAX : Infinity;
      const most = zodSchema instanceof z.ZodArray ? elementsMaxOf(zodSchema) : (lengthMaxOf(zodSchema) ?? fixed);
      if (type === 'record') found.set(`${at} (record)`, 'members of any name');
      if (type !== 'array' && type !== 'string') return;
      if (most <= (type === 'array' ? processLimits.json.arrayElementsMax : Number.MAX_SAFE_INTEGER)) bounded.add(at);
      else found.set(at, type);
    },
  });
  return [...found].flatMap(([at, what]) => (bounded.has(at) ? [] : [`${at}: ${what}`]));
}
const FIXED_LENGTH_MAX = 36;

/** The largest list of a schema; infinite if it accepts more than any body may hold. */
function elementsMaxOf(list: z.ZodArray): number {
  const tooMany = Array.from({ length: processLimits.json.arrayElementsMax + 1 }, () => null);
  const found = list.safeParse(tooMany).error?.issues.find(({ code, path }) => code === 'too_big' && path.length === 0);
  return found?.code === 'too_big' ? Number(found.maximum) : Infinity;
}

/** The maximum length a text schema checks, if any. */
const lengthMaxOf = (schema: unknown): number | undefined =>
  (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat ? schema.maxLength : null) ?? undefined;

test('every list and text of an operation or tool has a maximum, and no list exceeds the largest body', () => {
  const taken = [
    ...operations.flatMap(({ name, path, query, body }) =>
      Object.entries({ path, query, body }).map(([part, schema]) => [`${name} ${part}`, schema] as const),
    ),
    ...toolsOf(operations).map(({ name, parameters }) => [`tool ${name}`, parameters] as const),
  ];
  assert.ok(taken.length > 300, `${taken.length} schemas`);
  assert.deepEqual(
    taken.flatMap(([name, schema]) => endless(schema, name)),
    [],
  );
});

test('a list or text without a maximum is found anywhere, and a description of one does not count', () => {
  const lines = z.array(z.object({ note: z.string() })).meta({ maxItems: 500 });
  const found = endless(z.object({ lines: lines.optional(), name: z.string().max(9), at: z.iso.date() }), 'here');
  assert.equal(found.length, 2, found.join('\n'));
  assert.equal(
    endless(z.object({ ids: z.preprocess((said) => said, z.array(z.uuid()).max(2_000)) }), 'here').length,
    1,
  );
});

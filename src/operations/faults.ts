import * as z from 'zod';
import type { Fault } from './road-refusal.ts';

export type Language = 'fr' | 'en';

const errorMaps = { fr: z.locales.fr().localeError, en: z.locales.en().localeError };

/** Reads one part of a request by its schema; what does not fit is answered member by member, in the caller's language. */
export function read(
  schema: z.ZodType,
  part: Fault['part'],
  raw: unknown,
  language: Language,
): { value: Record<string, unknown> } | { faults: Fault[] } {
  const given = part === 'query' ? withoutBrackets(raw) : raw;
  const result = schema.safeParse(given, { error: errorMaps[language] });
  if (result.success) return { value: result.data as Record<string, unknown> };
  return { faults: result.error.issues.flatMap(oneByOne).map((issue) => faultOf(issue, part, language)) };
}

/** `state[]=draft&state[]=paid` says the same as `state=draft&state=paid`. */
function withoutBrackets(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  if (!Object.keys(query).some((key) => key.endsWith('[]'))) return query;
  // Not an object yet: a caller may call a member `__proto__`.
  const result = new Map<string, unknown>();
  for (const [key, value] of Object.entries(query)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    const values = key.endsWith('[]') ? [value].flat() : value;
    result.set(name, result.has(name) ? [result.get(name), values].flat() : values);
  }
  return Object.fromEntries(result);
}

/** Members nobody knows are told one by one, each at its own place. */
const oneByOne = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }))
    : [issue];

function faultOf(issue: z.core.$ZodIssue, part: Fault['part'], language: Language): Fault {
  const path = issue.path.map(String);
  return {
    part,
    property: path.join('.'),
    pointer: path.length === 0 ? '' : `/${path.map((step) => step.replace(/~/g, '~0').replace(/\//g, '~1')).join('/')}`,
    code: codeOf(issue),
    message: messageOf(issue, language),
  };
}

/** A check of our own names itself (`params.code`); the others go by zod's names. */
const codeOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' && typeof issue.params?.code === 'string' ? issue.params.code : issue.code;

/** A check of our own brings its message in both languages (`contract/own-check.ts`). */
const messageOf = (issue: z.core.$ZodIssue, language: Language): string =>
  issue.code === 'custom' && typeof issue.params?.[language] === 'string' ? issue.params[language] : issue.message;

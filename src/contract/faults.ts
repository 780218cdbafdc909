import * as z from 'zod';
import { processLimits } from '../limits/process-limits.ts';
import type { Fault, RoadRefusal } from './road-refusal.ts';

export type Language = 'fr' | 'en';

const errorMaps = { fr: z.locales.fr().localeError, en: z.locales.en().localeError };

const { toldMax, messageCharactersMax, nameCharactersMax } = processLimits.faults;

/** What is wrong with one part of a request: the first faults, and how many there are in all. */
export type Faulty = { faults: Fault[]; count: number };

/** Reads one part of a request by its schema; what does not fit is answered member by member, in the caller's language. */
export function read(
  schema: z.ZodType,
  part: Fault['part'],
  raw: unknown,
  language: Language,
): { value: Record<string, unknown> } | Faulty {
  const given = part === 'query' ? withoutBrackets(raw) : raw;
  const result = schema.safeParse(given, { error: errorMaps[language] });
  if (result.success) return { value: result.data as Record<string, unknown> };
  const { issues } = result.error;
  return {
    faults: firstOf(issues).map((issue) => faultOf(issue, part, language)),
    count: issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0),
  };
}

/** The refusal of a request for its faults, of all its parts. Beyond so many they are counted: an answer is no longer than that. */
export function inputInvalid(faulty: readonly Faulty[], language: Language): RoadRefusal {
  const told = faulty.flatMap(({ faults }) => faults).slice(0, toldMax);
  const more = faulty.reduce((sum, { count }) => sum + count, 0) - told.length;
  const part = told.at(-1)?.part ?? 'body';
  const rest: Fault[] =
    more > 0 ? [{ part, property: '', pointer: '', code: 'more_faults', message: andMore(more)[language] }] : [];
  return { refused: 'input_invalid', faults: [...told, ...rest] };
}

const andMore = (count: number) => ({ fr: `et ${count} autres`, en: `and ${count} more` });

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

/** The first issues, as many as are told. Members nobody knows are told one by one, each at its own place. */
function firstOf(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const first: z.core.$ZodIssue[] = [];
  for (const issue of issues) {
    const left = toldMax - first.length;
    if (left <= 0) break;
    if (issue.code !== 'unrecognized_keys') first.push(issue);
    else first.push(...issue.keys.slice(0, left).map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] })));
  }
  return first;
}

function faultOf(issue: z.core.$ZodIssue, part: Fault['part'], language: Language): Fault {
  const path = issue.path.map((step) => cut(String(step), nameCharactersMax));
  return {
    part,
    property: path.join('.'),
    pointer: path.length === 0 ? '' : `/${path.map((step) => step.replace(/~/g, '~0').replace(/\//g, '~1')).join('/')}`,
    code: codeOf(issue),
    message: cut(messageOf(issue, language), messageCharactersMax),
  };
}

/** A check of our own names itself (`params.code`); the others go by zod's names. */
const codeOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' && typeof issue.params?.code === 'string' ? issue.params.code : issue.code;

/**
 * A check of our own brings its message in both languages (`contract/own-check.ts`). That of members nobody knows names them
 * all: each is told of itself only.
 */
function messageOf(issue: z.core.$ZodIssue, language: Language): string {
  if (issue.code === 'custom' && typeof issue.params?.[language] === 'string') return issue.params[language];
  if (issue.code !== 'unrecognized_keys') return issue.message;
  const keys = issue.keys.map((key) => cut(key, nameCharactersMax));
  const said = errorMaps[language]({ ...issue, input: undefined, keys } as z.core.$ZodRawIssue);
  return typeof said === 'string' ? said : (said?.message ?? issue.code);
}

/** What a caller wrote comes back in his answer no longer than this, and never with half a character. */
const cut = (text: string, charactersMax: number): string =>
  text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;

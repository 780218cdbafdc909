import * as z from 'zod';
import { firstCharacters } from '../../domain/text/truncate.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { type BilingualText, textIn } from '../bilingual-text.ts';
import type { Fault, PipelineRefusal } from '../refusals/pipeline-refusal.ts';
import { compiled } from './compiled.ts';
import { type Expectation, expectations } from './expectation.ts';
import { faultTextOf, inList, MISSING } from './fault-texts.ts';
import { type Layers, membersAt, nameOf, schemasAt } from './schema-at-path.ts';
import { hasOnlyUnknownFields, unknownMembers } from './unknown-members.ts';

export type Language = 'fr' | 'en';

const { toldMax, messageCharactersMax, nameCharactersMax } = processLimits.faults;

/** The faults of one part of a request: the first ones, and their total. */
export type Faulty = { faults: Fault[]; count: number; allowed?: Lists };
/** Long lists of allowed values by name, instead of in each fault. */
type Lists = Readonly<Record<string, readonly string[]>>;

/** Maximum characters of an enumeration's values listed in each fault. */
const VALUES_IN_FAULT_MAX = 150;

/**
 * How members unknown to a schema are handled, at any depth: `ignored`, because older clients send
 * back whole objects; `refused`; or `refused_alone`, only if the request has no known member,
 * because the client then probably used wrong names.
 */
export type UnknownMembers = 'ignored' | 'refused' | 'refused_alone';

/**
 * Parses one part of a request by its schema; invalid members are reported one by one, in the
 * caller's language.
 */
export function read(
  schema: z.ZodObject,
  part: Fault['part'],
  raw: unknown,
  language: Language,
  unknown: UnknownMembers = 'ignored',
): { value: Record<string, unknown> } | Faulty {
  const input = part === 'query' ? withoutBrackets(raw) : raw;
  const strangers = unknown === 'ignored' ? [] : strangersIn(schema, input, unknown);
  const result = compiled(schema).safeParse(input, WITHOUT_WORDS);
  if (result.success && strangers.length === 0) return { value: result.data as Record<string, unknown> };
  const issues = result.error?.issues ?? [];
  // A strict schema has already reported its own unknown members.
  const others = unknown === 'refused' ? issues.filter(({ code }) => code !== 'unrecognized_keys') : issues;
  return faultyBy([...strangers, ...others], { schema, part, given: input, language });
}

function strangersIn(schema: z.ZodObject, value: unknown, unknown: UnknownMembers) {
  if (unknown === 'refused_alone' && !hasOnlyUnknownFields(schema, value)) return [];
  return unknownMembers(schema, value);
}

/** The faults of a request as texts, up to the limit. */
function faultyBy(issues: readonly z.core.$ZodIssue[], part: RequestPart): Faulty {
  const returned = firstOf(issues).map((issue) => faultOf(issue, part));
  const lists = returned.flatMap(({ list }) => list ?? []);
  return {
    faults: returned.map(({ fault }) => fault),
    count: issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0),
    ...(lists.length > 0 && { allowed: Object.fromEntries(lists.map(({ name, values }) => [name, values])) }),
  };
}

/** Turns off the messages of the library: only the returned faults need one, which we write. */
const WITHOUT_WORDS = { error: () => '' };

/** A part of a request as received, and its schema. */
type RequestPart = { schema: z.ZodType; part: Fault['part']; given: unknown; language: Language };

/**
 * The refusal of a request with the faults of all its parts, which are only counted above the
 * limit.
 */
export function inputInvalid(faulty: readonly Faulty[], language: Language): PipelineRefusal {
  const returned = faulty.flatMap(({ faults }) => faults).slice(0, toldMax);
  const more = faulty.reduce((sum, { count }) => sum + count, 0) - returned.length;
  const part = returned.at(-1)?.part ?? 'body';
  const rest: Fault[] =
    more > 0 ? [{ part, property: '', pointer: '', code: 'more_faults', message: andMore(more)[language] }] : [];
  const allowed = Object.assign({}, ...faulty.map((each) => each.allowed)) as Lists;
  return {
    refused: 'input_invalid',
    faults: [...returned, ...rest],
    ...(Object.keys(allowed).length > 0 && { allowed }),
  };
}

const andMore = (count: number) => ({ fr: `et ${count} autres`, en: `and ${count} more` });

/** `state[]=draft&state[]=paid` is the same as `state=draft&state=paid`. */
function withoutBrackets(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  if (!Object.keys(query).some((key) => key.endsWith('[]'))) return query;
  // Collects into a map, because a caller may send a member named `__proto__`.
  const result = new Map<string, unknown>();
  for (const [key, value] of Object.entries(query)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    const values = key.endsWith('[]') ? [value].flat() : value;
    result.set(name, result.has(name) ? [result.get(name), values].flat() : values);
  }
  return Object.fromEntries(result);
}

/**
 * The first issues, up to the limit. Unknown members are reported one by one, each at its own
 * place.
 */
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

type List = { name: string; values: readonly string[] };

function faultOf(issue: z.core.$ZodIssue, part: RequestPart): { fault: Fault; list?: List } {
  const path = issue.path.map((step) => cut(String(step), nameCharactersMax));
  const { code, words, list } = codeAndText(issue, part);
  const fault = {
    part: part.part,
    property: path.join('.'),
    pointer: path.length === 0 ? '' : `/${path.map((step) => step.replace(/~/g, '~0').replace(/\//g, '~1')).join('/')}`,
    code,
    message: cut(textIn(words, part.language), messageCharactersMax),
  };
  return { fault, ...(list && { list }) };
}

/** The code and message of a fault, from the given value and the schema. */
function codeAndText(issue: z.core.$ZodIssue, part: RequestPart): { code: string; words: BilingualText; list?: List } {
  const code = codeOf(issue);
  const input = valueAt(part.given, issue.path);
  const asText = part.part === 'query';
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => cut(key, nameCharactersMax));
    const known = membersAt(part.schema, issue.path.slice(0, -1));
    return { code, words: faultTextOf({ ...issue, keys }, { given: input, asText, known }) };
  }
  if (input === undefined && NOTHING_GIVEN.has(code)) return { code: 'required', words: MISSING };
  if (issue.code === 'custom') return { code, words: faultTextOf(issue, { given: input, asText }) };
  const schemas = schemasAt(part.schema, issue.path);
  const list = listOf(issue, schemas);
  const words =
    expectationOf(schemas)?.(input) ?? (list ? inList(list, input) : faultTextOf(issue, { given: input, asText }));
  return { code, words, ...(list && { list }) };
}

/** The code of a custom check (`params.code`), otherwise the library's. */
const codeOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' && typeof issue.params?.code === 'string' ? issue.params.code : issue.code;

/** The value at a path. A single value parsed as a list counts as that list. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof step === 'number' && !Array.isArray(value)) continue;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

const expectationOf = (schemas: readonly Layers[]): Expectation | undefined =>
  schemas.flat().flatMap((schema) => expectations.get(schema as z.ZodType)?.says ?? [])[0];

/** The library's codes for a missing value. */
const NOTHING_GIVEN: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/**
 * Values of an enumeration returned once per request, because there are too many for each fault.
 */
function listOf(issue: z.core.$ZodIssue, schemas: readonly Layers[]): List | undefined {
  if (issue.code !== 'invalid_value') return undefined;
  const values = issue.values.map(String);
  if (values.join(', ').length <= VALUES_IN_FAULT_MAX) return undefined;
  const name = schemas.map(nameOf).find((each) => each !== undefined) ?? String(issue.path.at(-1));
  return { name, values };
}

/** Limits how much of a caller's text is repeated, without cutting a surrogate pair. */
const cut = (text: string, charactersMax: number): string =>
  text.length <= charactersMax ? text : `${firstCharacters(text, charactersMax - 1)}…`;

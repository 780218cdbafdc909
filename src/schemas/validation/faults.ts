import * as z from 'zod';
import { firstCharacters } from '../../domain/text/truncate.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { type BilingualText, saidIn } from '../bilingual-text.ts';
import type { Fault, PipelineRefusal } from '../refusals/pipeline-refusal.ts';
import { compiled } from './compiled.ts';
import { type Expectation, expectations } from './expectation.ts';
import { inList, MISSING, wordsOf } from './fault-texts.ts';
import { type Layers, membersAt, nameOf, schemasAt } from './schema-at-path.ts';
import { hasOnlyUnknownFields, unknownMembers } from './unknown-members.ts';

export type Language = 'fr' | 'en';

const { toldMax, messageCharactersMax, nameCharactersMax } = processLimits.faults;

/** What is wrong with one part of a request: the first faults, and how many there are in all. */
export type Faulty = { faults: Fault[]; count: number; allowed?: Lists };
/** Lists of values too long to be told with each fault, by their names. */
type Lists = Readonly<Record<string, readonly string[]>>;

/** Characters up to which the values of an enumeration are told in each fault. */
const VALUES_IN_FAULT_MAX = 150;

/**
 * What becomes of members a schema does not know, at any depth: `ignored`, as older clients expect, who send back whole
 * objects they read; `refused`; or refused where nothing else is said, since who makes something then meant other words.
 */
export type UnknownMembers = 'ignored' | 'refused' | 'refused_alone';

/** Reads one part of a request by its schema; what does not fit is answered member by member, in the caller's language. */
export function read(
  schema: z.ZodObject,
  part: Fault['part'],
  raw: unknown,
  language: Language,
  unknown: UnknownMembers = 'ignored',
): { value: Record<string, unknown> } | Faulty {
  const given = part === 'query' ? withoutBrackets(raw) : raw;
  const strangers = unknown === 'ignored' ? [] : strangersIn(schema, given, unknown);
  const result = compiled(schema).safeParse(given, WITHOUT_WORDS);
  if (result.success && strangers.length === 0) return { value: result.data as Record<string, unknown> };
  const issues = result.error?.issues ?? [];
  // A schema that refuses unknown members by itself has told those of its own already.
  const others = unknown === 'refused' ? issues.filter(({ code }) => code !== 'unrecognized_keys') : issues;
  return faultyBy([...strangers, ...others], { schema, part, given, language });
}

function strangersIn(schema: z.ZodObject, given: unknown, unknown: UnknownMembers) {
  if (unknown === 'refused_alone' && !hasOnlyUnknownFields(schema, given)) return [];
  return unknownMembers(schema, given);
}

/** What a request says that is at fault, in words: as many as are told. */
function faultyBy(issues: readonly z.core.$ZodIssue[], asked: Asked): Faulty {
  const told = firstOf(issues).map((issue) => toldOf(issue, asked));
  const lists = told.flatMap(({ list }) => list ?? []);
  return {
    faults: told.map(({ fault }) => fault),
    count: issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0),
    ...(lists.length > 0 && { allowed: Object.fromEntries(lists.map(({ name, values }) => [name, values])) }),
  };
}

/** Our own words are found for the faults that are told; the library need not write any. */
const WITHOUT_WORDS = { error: () => '' };

/** A part of a request as it came, and the schema it was held against. */
type Asked = { schema: z.ZodType; part: Fault['part']; given: unknown; language: Language };

/** The refusal of a request for its faults, of all its parts. Beyond so many they are counted: an answer is no longer than that. */
export function inputInvalid(faulty: readonly Faulty[], language: Language): PipelineRefusal {
  const told = faulty.flatMap(({ faults }) => faults).slice(0, toldMax);
  const more = faulty.reduce((sum, { count }) => sum + count, 0) - told.length;
  const part = told.at(-1)?.part ?? 'body';
  const rest: Fault[] =
    more > 0 ? [{ part, property: '', pointer: '', code: 'more_faults', message: andMore(more)[language] }] : [];
  const allowed = Object.assign({}, ...faulty.map((each) => each.allowed)) as Lists;
  return {
    refused: 'input_invalid',
    faults: [...told, ...rest],
    ...(Object.keys(allowed).length > 0 && { allowed }),
  };
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

type List = { name: string; values: readonly string[] };

function toldOf(issue: z.core.$ZodIssue, asked: Asked): { fault: Fault; list?: List } {
  const path = issue.path.map((step) => cut(String(step), nameCharactersMax));
  const { code, words, list } = saidOf(issue, asked);
  const fault = {
    part: asked.part,
    property: path.join('.'),
    pointer: path.length === 0 ? '' : `/${path.map((step) => step.replace(/~/g, '~0').replace(/\//g, '~1')).join('/')}`,
    code,
    message: cut(saidIn(words, asked.language), messageCharactersMax),
  };
  return { fault, ...(list && { list }) };
}

/** Which fault it is and how it is said: by what was given there, and by what the schema expects. */
function saidOf(issue: z.core.$ZodIssue, asked: Asked): { code: string; words: BilingualText; list?: List } {
  const code = codeOf(issue);
  const given = valueAt(asked.given, issue.path);
  const asText = asked.part === 'query';
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => cut(key, nameCharactersMax));
    const known = membersAt(asked.schema, issue.path.slice(0, -1));
    return { code, words: wordsOf({ ...issue, keys }, { given, asText, known }) };
  }
  if (given === undefined && NOTHING_GIVEN.has(code)) return { code: 'required', words: MISSING };
  if (issue.code === 'custom') return { code, words: wordsOf(issue, { given, asText }) };
  const schemas = schemasAt(asked.schema, issue.path);
  const list = listOf(issue, schemas);
  const words = expectationOf(schemas)?.(given) ?? (list ? inList(list, given) : wordsOf(issue, { given, asText }));
  return { code, words, ...(list && { list }) };
}

/** A check of our own names itself (`params.code`); the others go by the library's names. */
const codeOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' && typeof issue.params?.code === 'string' ? issue.params.code : issue.code;

/** What was given at a path. A value read as a list of itself stands in the place of the list. */
function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const step of path) {
    if (typeof step === 'number' && !Array.isArray(value)) continue;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

const expectationOf = (schemas: readonly Layers[]): Expectation | undefined =>
  schemas.flat().flatMap((schema) => expectations.get(schema as z.ZodType)?.says ?? [])[0];

/** How nothing is called where something has to be. */
const NOTHING_GIVEN: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** The values of an enumeration that are told once a request, since they are too many to be told with each fault. */
function listOf(issue: z.core.$ZodIssue, schemas: readonly Layers[]): List | undefined {
  if (issue.code !== 'invalid_value') return undefined;
  const values = issue.values.map(String);
  if (values.join(', ').length <= VALUES_IN_FAULT_MAX) return undefined;
  const name = schemas.map(nameOf).find((each) => each !== undefined) ?? String(issue.path.at(-1));
  return { name, values };
}

/** What a caller wrote comes back in his answer no longer than this, and never with half a character. */
const cut = (text: string, charactersMax: number): string =>
  text.length <= charactersMax ? text : `${firstCharacters(text, charactersMax - 1)}…`;

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
  const result = schema.safeParse(raw, { error: errorMaps[language] });
  if (result.success) return { value: result.data as Record<string, unknown> };
  return { faults: result.error.issues.map((issue) => faultOf(issue, part)) };
}

function faultOf(issue: z.core.$ZodIssue, part: Fault['part']): Fault {
  const path = issue.path.map(String);
  return {
    part,
    property: path.join('.'),
    pointer: path.length === 0 ? '' : `/${path.map((step) => step.replace(/~/g, '~0').replace(/\//g, '~1')).join('/')}`,
    code: codeOf(issue),
    message: issue.message,
  };
}

/** A check of our own names itself (`params.code`); the others go by zod's names. */
const codeOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' && typeof issue.params?.code === 'string' ? issue.params.code : issue.code;

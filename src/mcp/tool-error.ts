import type { Refusal } from '../domain/refusal.ts';
import { textIn } from '../schemas/bilingual-text.ts';
import { refusalProblems } from '../schemas/refusals/all-refusals.ts';
import { pipelineRefusalProblems } from '../schemas/refusals/pipeline.ts';
import type { PipelineRefusal } from '../schemas/refusals/pipeline-refusal.ts';
import type { RefusalText } from '../schemas/refusals/refusal-text.ts';
import type { Language } from '../schemas/validation/faults.ts';

type AnyRefusal = Refusal | PipelineRefusal;

/** A tool error: a stable code, what happened, what to do, and the invalid parameters. */
export type Failure = {
  success: false;
  error: { code: string; message: string; parameters?: { name: string; code: string; message: string }[] } & Record<
    string,
    unknown
  >;
};

/** Words a refusal for an assistant. */
export function failureOf(refusal: AnyRefusal, language: Language): Failure {
  const row = onTheWire[refusal.refused] as RefusalText<AnyRefusal>;
  const detail = row.detail?.(refusal);
  const happened = detail ? textIn(detail, language) : `${textIn(row.title, language)}.`;
  const faults =
    refusal.refused === 'input_invalid'
      ? refusal.faults.map(({ property, code, message }) => ({ name: property, code, message }))
      : undefined;
  const remedy = faults ? CORRECT_PARAMETERS : row.remedy;
  return {
    success: false,
    error: {
      code: row.code,
      message: `${happened} ${textIn(remedy, language)}`,
      ...(faults && { parameters: faults }),
      ...row.members?.(refusal, language),
    },
  };
}

/** Says "parameters" where HTTP refusals say "fields". */
const CORRECT_PARAMETERS = {
  fr: 'Corrigez les paramètres indiqués dans « parameters ».',
  en: 'Correct the parameters named in "parameters".',
};

const onTheWire = { ...refusalProblems, ...pipelineRefusalProblems };

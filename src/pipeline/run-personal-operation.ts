import { isRefusal, type Refusal } from '../domain/refusal.ts';
import { notFoundRefusalOf } from '../schemas/fields/id.ts';
import type { PipelineRefusal } from '../schemas/refusals/pipeline-refusal.ts';
import { compiled } from '../schemas/validation/compiled.ts';
import { type Faulty, inputInvalid, type Language, read } from '../schemas/validation/faults.ts';
import type { PersonalContext, PersonalReply } from '../services/people/personal-context.ts';
import type { PersonalOperation } from './personal-operation.ts';

/** The answer as sent, and the cookies to set. */
export type PersonalResponse = Omit<PersonalReply<unknown>, 'body'> & {
  readonly status: number;
  readonly json?: string;
};

/**
 * The pipeline for personal operations: validation, the operation with its own transactions,
 * checked answer.
 */
export async function runPersonalOperation(
  operation: PersonalOperation,
  context: PersonalContext,
  parts: Parts,
): Promise<PersonalResponse | Refusal | PipelineRefusal> {
  const input = readInput(operation, parts, context.language);
  if (isRefusal(input)) return input as PipelineRefusal;
  const missing = notFoundRefusalOf(operation.path, input as Record<string, unknown>);
  if (missing) return missing;
  const reply = await operation.run(context, input);
  if ('refused' in reply) return reply;
  const { body, ...cookies } = reply;
  const { success: status, output } = operation;
  return status === 204
    ? { status, ...cookies }
    : { status, json: JSON.stringify(compiled(output).parse(body)), ...cookies };
}

type Parts = { path: unknown; query: unknown; body: unknown };

function readInput(
  operation: PersonalOperation,
  parts: Parts,
  language: Language,
): Record<string, unknown> | PipelineRefusal {
  const faulty: Faulty[] = [];
  let input: Record<string, unknown> = {};
  for (const part of ['path', 'query', 'body'] as const) {
    const shape = operation[part];
    if (!shape) continue;
    const result = read(shape, part, parts[part], language);
    if ('faults' in result) faulty.push(result);
    else input = { ...result.value, ...input };
  }
  return faulty.length > 0 ? inputInvalid(faulty, language) : input;
}

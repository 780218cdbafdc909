import type { Json } from '../../../src/http/openapi/json-type.ts';
import { referred } from './resolve-references.ts';

/**
 * An example of each part of an operation, as its description shows it; undefined where it shows
 * none.
 */
export type OperationExamples = { query: Json; body: Json; answer: Json };

/** The examples of a described operation that answers with `status`. */
export function examplesOf(description: Json, described: Json, status: number): OperationExamples {
  const { parameters = [], requestBody, responses } = described;
  const query = parameters
    .map((each: Json) => referred(description, each))
    .filter((each: Json) => each.in === 'query')
    .map((each: Json) => [each.name, each.example]);
  const body = requestBody && referred(description, requestBody).content['application/json'];
  const answer = referred(description, responses[status]).content?.['application/json'];
  return {
    query: Object.fromEntries(query),
    body: body && exampleIn(description, body),
    answer: answer && exampleIn(description, answer),
  };
}

/**
 * The one example of a content, wherever it is kept: with it, among the components, or with its
 * schema.
 */
export function exampleIn(description: Json, { example, examples, schema }: Json): Json {
  if (examples) return referred(description, Object.values<Json>(examples)[0] as Json).value;
  return example ?? shownBy(description, schema);
}

function shownBy(description: Json, schema: Json): Json {
  const { example, oneOf = [] } = referred(description, schema);
  return example ?? oneOf.map((each: Json) => shownBy(description, each)).find((each: unknown) => each !== undefined);
}

import type { Json } from '../../../src/http/openapi/components.ts';
import { referred } from './resolve-references.ts';

/** The example of each part of an operation in the description; undefined if it has none. */
export type OperationExamples = { query: Json; body: Json; answer: Json };

/** The examples of an operation that responds with `status`. */
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

/** The example of a content, wherever it is: inline, in the components, or with its schema. */
export function exampleIn(description: Json, { example, examples, schema }: Json): Json {
  if (examples) return referred(description, Object.values<Json>(examples)[0] as Json).value;
  return example ?? shownBy(description, schema);
}

function shownBy(description: Json, schema: Json): Json {
  const { example, oneOf = [] } = referred(description, schema);
  return example ?? oneOf.map((each: Json) => shownBy(description, each)).find((each: unknown) => each !== undefined);
}

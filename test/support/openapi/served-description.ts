import { operations } from '../../../src/api/index.ts';
import { personalOperations } from '../../../src/api/people/index.ts';
import type { Json } from '../../../src/http/openapi/components.ts';
import { openapi } from '../../../src/http/openapi/openapi.ts';

let committed: Json | undefined;
let served: Json | undefined;

/** The committed description of all operations: built once per process, do not modify. */
export function committedDescription(): Json {
  committed ??= openapi(operations);
  return committed;
}

/** The description a service serves, including personal operations. */
export function servedDescription(): Json {
  served ??= openapi(operations, undefined, personalOperations);
  return served;
}

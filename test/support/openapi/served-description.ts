import { operations } from '../../../src/api/index.ts';
import { personalOperations } from '../../../src/api/people/personal/index.ts';
import type { Json } from '../../../src/http/openapi/json-type.ts';
import { openapi } from '../../../src/http/openapi/openapi.ts';

let committed: Json | undefined;
let served: Json | undefined;

/**
 * The description of all operations, as it is committed: written once for all files of a process,
 * and not to be changed.
 */
export function committedDescription(): Json {
  committed ??= openapi(operations);
  return committed;
}

/**
 * The description that a service serves: what signed-in people do for themselves stands in it too.
 */
export function servedDescription(): Json {
  served ??= openapi(operations, undefined, personalOperations);
  return served;
}

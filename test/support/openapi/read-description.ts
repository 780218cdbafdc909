import { readFileSync } from 'node:fs';
import type { Json } from '../../../src/http/openapi/json-type.ts';

const isOfPeople = ({ security }: Json): boolean => security?.some((way: Json) => 'session' in way) === true;

/**
 * The description as it is committed, without what signed-in people do for themselves: read from
 * openapi.json, so that who only speaks to a service loads nothing of it.
 * `src/http/openapi/openapi.test.ts` holds it against the one that is read off the operations.
 */
export function readDescription(): Json {
  const { paths, ...rest } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
  const ofKeys = Object.entries<Json>(paths).flatMap(([path, item]) => {
    const kept = Object.entries<Json>(item).filter(([, operation]) => !isOfPeople(operation));
    return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : [];
  });
  return { ...rest, paths: Object.fromEntries(ofKeys) };
}

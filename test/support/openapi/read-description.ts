import { readFileSync } from 'node:fs';
import type { Json } from '../../../src/http/openapi/components.ts';

const isOfPeople = ({ security }: Json): boolean => security?.some((way: Json) => 'session' in way) === true;

/**
 * The committed openapi.json without personal operations, so that plain clients load nothing of the
 * service. `src/http/openapi/openapi.test.ts` compares it with the one generated from the
 * operations.
 */
export function readDescription(): Json {
  const { paths, ...rest } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
  const ofKeys = Object.entries<Json>(paths).flatMap(([path, item]) => {
    const kept = Object.entries<Json>(item).filter(([, operation]) => !isOfPeople(operation));
    return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : [];
  });
  return { ...rest, paths: Object.fromEntries(ofKeys) };
}

import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../json-type.ts';

/** The examples that stand with their schemas: whatever refers to such a schema shows it. */
export type SchemaExamples = {
  /** Whether the schema itself shows this value. The first value asked about is the one it shows. */
  isShownBy: (schema: Json, value: unknown) => boolean;
  /** The schemas with their examples. */
  told: (schemas: Json) => Json;
};

/** Examples for the schemas of one description. */
export function schemaExamples(components: Json): SchemaExamples {
  const shown = new Map<string, unknown>();
  return {
    isShownBy: (schema, value) => {
      const name: string | undefined = schema.$ref?.split('/').at(-1);
      if (name === undefined) return false;
      if (!components[name].properties) return isShownByOption(components[name], value, shown);
      if (!shown.has(name)) shown.set(name, value);
      return isDeepStrictEqual(shown.get(name), value);
    },
    told: (schemas) =>
      Object.fromEntries(
        Object.entries<Json>(schemas).map(([name, schema]) => [
          name,
          shown.has(name) ? { ...schema, example: shown.get(name) } : schema,
        ]),
      ),
  };
}

/** Of several forms one shows the value. */
const isShownByOption = ({ oneOf = [] }: Json, value: unknown, shown: ReadonlyMap<string, unknown>): boolean =>
  oneOf.some(({ $ref = '' }: Json) => isDeepStrictEqual(shown.get($ref.split('/').at(-1)), value));

import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../components.ts';

/** Examples attached to schemas, shown wherever the schema is referenced. */
export type SchemaExamples = {
  /**
   * Whether the schema's own example is this value. The first value passed becomes that example.
   */
  isShownBy: (schema: Json, value: unknown) => boolean;
  /** The schemas with their examples. */
  withExamples: (schemas: Json) => Json;
};

/** Collects schema examples for one description. */
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
    withExamples: (schemas) =>
      Object.fromEntries(
        Object.entries<Json>(schemas).map(([name, schema]) => [
          name,
          shown.has(name) ? { ...schema, example: shown.get(name) } : schema,
        ]),
      ),
  };
}

/** Whether one of the schema's variants shows the value. */
const isShownByOption = ({ oneOf = [] }: Json, value: unknown, shown: ReadonlyMap<string, unknown>): boolean =>
  oneOf.some(({ $ref = '' }: Json) => isDeepStrictEqual(shown.get($ref.split('/').at(-1)), value));

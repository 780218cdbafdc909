import type { Json } from '../../../src/http/openapi/components.ts';

/** A part of a description, or the target of its reference. */
export const referred = (description: Json, part: Json): Json =>
  part.$ref === undefined ? part : referred(description, resolveReference(description, part.$ref));

/** The target of a reference; throws if there is none. */
export function resolveReference(description: Json, reference: string): Json {
  const steps = reference.replace(/^#\//, '').split('/');
  const found = steps.reduce((at: Json | undefined, step) => at?.[unescaped(step)], description);
  if (!found) throw new Error(`${reference} leads nowhere`);
  return found;
}

/** A schema with all references inlined. */
export function resolveReferences(description: Json, schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((each) => resolveReferences(description, each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...beside } = schema;
  const inner = Object.fromEntries(
    Object.entries<Json>(beside).map(([key, value]) => [key, resolveReferences(description, value)]),
  );
  return $ref === undefined
    ? inner
    : { ...resolveReferences(description, resolveReference(description, $ref)), ...inner };
}

const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

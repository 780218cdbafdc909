import * as z from 'zod';

/** A schema at a path with its wrappers, outermost first. */
export type Layers = readonly z.core.$ZodType[];

/** The schemas of a value at a path: several for a union, none if unknown. */
export function schemasAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): Layers[] {
  let found = layersOf(schema);
  for (const step of path) found = found.flatMap((layers) => innermost(layers).flatMap((each) => inside(each, step)));
  return found;
}

/**
 * The allowed members of an object at a path; undefined if any are allowed or it is not an object.
 */
export function membersAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] | undefined {
  const shapes = schemasAt(schema, path).flatMap(innermost).filter(isObject);
  if (shapes.length === 0) return undefined;
  return [...new Set(shapes.flatMap(({ shape }) => Object.keys(shape)))];
}

/** The name of a schema in openapi.json, if it has one. */
export const nameOf = (layers: Layers): string | undefined =>
  layers.map((layer) => z.globalRegistry.get(layer as z.ZodType)?.id).find((name) => name !== undefined);

export const isObject = (schema: z.core.$ZodType): schema is z.ZodObject => schema instanceof z.ZodObject;

const innermost = (layers: Layers): z.core.$ZodType[] => layers.slice(-1);

/** Unwraps optional, nullable, default and preprocess. A union gives several. */
export function layersOf(schema: z.core.$ZodType, above: Layers = []): Layers[] {
  const layers = [...above, schema];
  if (isWrapper(schema)) return layersOf(schema.unwrap(), layers);
  if (schema instanceof z.ZodPipe)
    return layersOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in, layers);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => layersOf(option, layers));
  return [layers];
}

type Wrapper =
  | z.ZodOptional
  | z.ZodNullable
  | z.ZodDefault
  | z.ZodPrefault
  | z.ZodNonOptional
  | z.ZodReadonly
  | z.ZodCatch;

const isWrapper = (schema: z.core.$ZodType): schema is Wrapper =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault ||
  schema instanceof z.ZodNonOptional ||
  schema instanceof z.ZodReadonly ||
  schema instanceof z.ZodCatch;

function inside(schema: z.core.$ZodType, step: PropertyKey): Layers[] {
  if (isObject(schema) && Object.hasOwn(schema.shape, step)) return layersOf(schema.shape[step as string] as z.ZodType);
  if (schema instanceof z.ZodArray) return layersOf(schema.element);
  if (schema instanceof z.ZodRecord) return layersOf(schema.valueType);
  return [];
}

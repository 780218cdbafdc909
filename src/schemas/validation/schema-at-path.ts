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
  return [...new Set(shapes.flatMap(({ _zod }) => Object.keys(_zod.def.shape)))];
}

/** The name of a schema, or of the one it was derived from. */
export function nameOf(layers: Layers): string | undefined {
  for (const layer of layers)
    for (let at: z.core.$ZodType | undefined = layer; at; at = at._zod.parent) {
      const name = z.globalRegistry.get(at as z.ZodType)?.id;
      if (name !== undefined) return name;
    }
  return undefined;
}

export const isObject = (schema: z.core.$ZodType): schema is z.core.$ZodObject => schema._zod.def.type === 'object';

const innermost = (layers: Layers): z.core.$ZodType[] => layers.slice(-1);

/** Unwraps optional, nullable, default and preprocess. A union gives several. */
export function layersOf(schema: z.core.$ZodType, above: Layers = []): Layers[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const layers = [...above, schema];
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return layersOf(def.innerType, layers);
    case 'pipe':
      return layersOf(isTransform(def.in) ? def.out : def.in, layers);
    case 'union':
      return def.options.flatMap((option) => layersOf(option, layers));
    default:
      return [layers];
  }
}

const isTransform = (schema: z.core.$ZodType): boolean => schema._zod.def.type === 'transform';

function inside(schema: z.core.$ZodType, step: PropertyKey): Layers[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object' && Object.hasOwn(def.shape, step)) return layersOf(def.shape[step as string] as z.ZodType);
  if (def.type === 'array') return layersOf(def.element);
  if (def.type === 'record') return layersOf(def.valueType);
  return [];
}

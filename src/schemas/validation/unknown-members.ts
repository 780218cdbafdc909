import * as z from 'zod';
import { isObject, layersOf } from './schema-at-path.ts';

/** Objects with open members: the pattern of allowed names. */
export const openMembers = z.registry<{ named: RegExp }>();

type Unknown = z.core.$ZodIssueUnrecognizedKeys;

/**
 * The members of a value that its schema does not know, at any depth; open members are exempt.
 * `value` is as received, from JSON or a query.
 */
export function unknownMembers(schema: z.core.$ZodType, value: unknown): Unknown[] {
  const found: Unknown[] = [];
  collectUnknown([schema], value, [], found);
  return found;
}

/** Whether a request has members, but none that its schema knows. */
export function hasOnlyUnknownFields({ shape }: z.ZodObject, value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => !Object.hasOwn(shape, name));
}

function collectUnknown(
  schemas: readonly z.core.$ZodType[],
  input: unknown,
  path: PropertyKey[],
  found: Unknown[],
): void {
  if (typeof input !== 'object' || input === null) return;
  const shapes = schemas.flatMap((schema) => layersOf(schema).map((layers) => layers.at(-1) as z.core.$ZodType));
  if (Array.isArray(input)) {
    const elements = shapes.flatMap((shape) => (shape instanceof z.ZodArray ? [shape.element] : []));
    if (elements.length > 0) input.forEach((each, place) => collectUnknown(elements, each, [...path, place], found));
    return;
  }
  const objects = shapes.filter(isObject);
  if (objects.length === 0) return;
  const keys: string[] = [];
  for (const [name, value] of Object.entries(input)) {
    const members = objects.flatMap(({ shape }) => (Object.hasOwn(shape, name) ? [shape[name]] : []));
    if (members.length > 0) collectUnknown(members as z.core.$ZodType[], value, [...path, name], found);
    else if (!objects.some((object) => letsThrough(object, name))) keys.push(name);
  }
  if (keys.length > 0) found.push({ code: 'unrecognized_keys', keys, path, message: '' });
}

function letsThrough(object: z.ZodObject, name: string): boolean {
  const { catchall } = object.def;
  if (catchall === undefined || catchall instanceof z.ZodNever) return false;
  return openMembers.get(object)?.named.test(name) ?? true;
}

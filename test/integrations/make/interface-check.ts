import type { Parameter } from './app.ts';

type Described = Parameter | readonly Parameter[] | undefined;

/**
 * The members of a bundle whose type differs from the module's description. Members that are
 * missing or have no value are accepted, because Make shows them empty. `at` is the path within the
 * bundle.
 */
export function misfits(described: readonly Parameter[], bundle: unknown, at = ''): string[] {
  if (typeof bundle !== 'object' || bundle === null || Array.isArray(bundle)) return [`${at} is no collection`];
  return described.flatMap((parameter) => {
    const value = (bundle as Record<string, unknown>)[parameter.name ?? ''];
    return value === undefined || value === null ? [] : misfitsOf(parameter, value, `${at}/${parameter.name}`);
  });
}

function misfitsOf({ type, spec }: Parameter, value: unknown, at: string): string[] {
  if (type === 'collection') return misfits(membersOf(spec), value, at);
  if (type === 'array') return misfitsInside(spec, value, at);
  return isOf[type]?.(value) ? [] : [`${at} is no ${type}`];
}

function misfitsInside(spec: Described, value: unknown, at: string): string[] {
  if (!Array.isArray(value)) return [`${at} is no array`];
  return value.flatMap((entry, index) => {
    const place = `${at}/${index}`;
    return Array.isArray(spec) ? misfits(spec, entry, place) : misfitsOf(spec as Parameter, entry, place);
  });
}

const membersOf = (spec: Described): readonly Parameter[] => (Array.isArray(spec) ? (spec as Parameter[]) : []);

const isOf: { readonly [Type in Parameter['type']]?: (value: unknown) => boolean } = {
  any: () => true,
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && (value === '' || !Number.isNaN(Date.parse(value))),
};

import type { Chance } from '../runner/seeded-random.ts';

type Schema = Record<string, any>;

const DEPTH_MAX = 8;
const TEXTS = ['Conseil', 'Été à Lyon', 'x', 'Ligne\nsuivante', '日本', '🧾 reçu', "l'« article »", 'a'.repeat(90)];
const EMAILS = ['lea@example.org', 'jean.dupont+facture@exemple.fr'];

/**
 * Generates a value valid for a schema, mostly small. `named` may supply a better value for a
 * member.
 */
export function valueOf(
  schema: Schema,
  chance: Chance,
  given: { components: Schema; named?: (name: string) => unknown },
  depth = 0,
): unknown {
  const again = (inner: Schema) => valueOf(inner, chance, given, depth + 1);
  if (schema.$ref) return again(given.components[schema.$ref.split('/').at(-1)] as Schema);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return again(chance.pick(options as Schema[]));
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(again));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  switch (Array.isArray(schema.type) ? chance.pick(schema.type as string[]) : schema.type) {
    case 'object':
      return objectOf(schema, chance, given, depth);
    case 'array':
      return Array.from({ length: chance.int(schema.minItems ?? 0, Math.max(schema.minItems ?? 0, 3)) }, () =>
        again(schema.items ?? {}),
      );
    case 'string':
      return textOf(schema, chance);
    case 'integer':
      return numberOf(schema, chance);
    case 'number':
      return chance.chance(70) ? numberOf(schema, chance) : fractionOf(schema, chance);
    case 'boolean':
      return chance.chance(50);
    case 'null':
      return null;
    default:
      return chance.pick([1, 'x', true]);
  }
}

function objectOf(
  schema: Schema,
  chance: Chance,
  given: { components: Schema; named?: (name: string) => unknown },
  depth: number,
): Record<string, unknown> {
  const required = new Set<string>(schema.required ?? []);
  const value: Record<string, unknown> = {};
  for (const [name, member] of Object.entries<Schema>(schema.properties ?? {})) {
    if (!required.has(name) && (depth > DEPTH_MAX || chance.chance(45))) continue;
    value[name] = given.named?.(name) ?? valueOf(member, chance, given, depth + 1);
  }
  return value;
}

function textOf({ minLength = 0, maxLength = 90, format, pattern }: Schema, chance: Chance): string {
  if (format === 'email') return chance.pick(EMAILS);
  if (format === 'date') return '2026-03-02';
  if (format === 'uuid') return '01890a5d-ac96-774b-bcce-b302099a8057';
  if (pattern) return chance.pick(['FR', '75001', 'EUR', 'A-1']);
  return chance.pick(TEXTS).slice(0, maxLength).padEnd(minLength, 'x');
}

function numberOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema, chance: Chance): number {
  const low = Math.ceil(minimum ?? (exclusiveMinimum === undefined ? -5 : exclusiveMinimum + 1));
  const high = Math.floor(maximum ?? (exclusiveMaximum === undefined ? low + 200 : exclusiveMaximum - 1));
  const near = Math.min(high, Math.max(low, 0) + 120);
  return chance.chance(90)
    ? chance.int(Math.max(low, Math.min(0, high)), Math.max(near, low))
    : chance.pick([low, high]);
}

const fractionOf = ({ minimum = 0, maximum = 1_000, exclusiveMinimum = 0 }: Schema, chance: Chance): number =>
  Math.min(maximum, Math.max(minimum, exclusiveMinimum, 0) + chance.int(1, 9_999) / chance.pick([10, 100, 10_000]));

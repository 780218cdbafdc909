import type { Operation } from '../../../pipeline/operation.ts';
import type { Json } from '../components.ts';
import { numbers, shownObjects, times, values } from './example-values.ts';

/** Example response of an operation. */
export function answerExample(operation: Operation, output: Json, components: Json): unknown {
  const answer = exampleOf(output, { components, owner: '' });
  const happened = whatHappened(operation.name);
  if (!happened || !isObject(answer)) return answer;
  if (Array.isArray(answer.docs)) return { ...answer, docs: answer.docs.map((doc) => finalized(doc, happened)) };
  return finalized(answer, happened);
}

/** Example of a path or query parameter. */
export const parameterExample = (schema: Json, given: { name: string; where: 'path' | 'query'; components: Json }) =>
  exampleOf(schema, { name: given.name, owner: given.where, components: given.components });

/** Example body of an operation that defines none. */
export const bodyExample = (schema: Json, components: Json): unknown => exampleOf(schema, { components, owner: '' });

/**
 * Names an example: a document by its state, anything else by its schema; undefined if the schema
 * has no name.
 */
export function exampleName(value: unknown, schema: Json): string | undefined {
  if (isObject(value) && isDocument(value)) return `${capital(stateOf(value))}${capital(value.type)}`;
  return componentOf(schema);
}

/** Used for text members without a known example. */
export const FALLBACK_TEXT = 'Exemple';

type Place = {
  components: Json;
  /** The member's name, if it is a member. */
  name?: string;
  /** The named schema or member that contains it. */
  owner: string;
};

/**
 * A deterministic valid value: the schema's own example, otherwise one known by name, otherwise the
 * simplest.
 */
function exampleOf(schema: Json, place: Place): unknown {
  const { components, name = '' } = place;
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length > 0) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  const known = lookUp(values, place) ?? lookUp(times, place);
  if (known !== undefined && fits(known, schema, components)) return known;
  const component = componentOf(schema);
  if (component) return exampleOf(components[component], { ...place, name: component });
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const options: Json[] | undefined = schema.anyOf ?? schema.oneOf;
  if (options) return exampleOf(preferred(options, components), place);
  switch (Array.isArray(schema.type) ? plainest(schema.type) : schema.type) {
    case 'object':
      return objectExample(schema, { components, owner: name });
    case 'array':
      return [exampleOf(schema.items ?? {}, place)];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'null':
      return null;
    default:
      return FALLBACK_TEXT;
  }
}

function objectExample(schema: Json, place: Place): Json {
  const required: readonly string[] = schema.required ?? [];
  const shown = Object.entries<Json>(schema.properties ?? {}).filter(
    ([name]) => required.includes(name) || shownObjects.has(name) || lookUp(values, { ...place, name }) !== undefined,
  );
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, { ...place, name })]));
}

function lookUp(table: Readonly<Record<string, unknown>>, { owner, name = '' }: Place): unknown {
  const own = `${owner}.${name}`;
  return Object.hasOwn(table, own) ? table[own] : table[name];
}

/** Whether a value known by name is valid here: the same name can have several meanings. */
function fits(value: unknown, schema: Json, components: Json): boolean {
  const component = componentOf(schema);
  if (component) return fits(value, components[component], components);
  const options: Json[] | undefined = schema.anyOf ?? schema.oneOf;
  if (options) return options.some((option) => fits(value, option, components));
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  if (Array.isArray(value)) {
    const { items = {}, minItems = 0 } = schema;
    return schema.type === 'array' && value.length >= minItems && value.every((one) => fits(one, items, components));
  }
  const type =
    value === null ? 'null' : schema.type === 'integer' && Number.isInteger(value) ? 'integer' : typeof value;
  return [schema.type].flat().includes(type);
}

const componentOf = (schema: Json): string | undefined => schema.$ref?.split('/').at(-1);

/** Prefers the invoice among the variants of a document. */
function preferred(options: readonly Json[], components: Json): Json {
  const isInvoice = (option: Json): boolean => {
    const { properties } = components[componentOf(option) ?? ''] ?? option;
    return properties?.type?.enum?.includes('invoice') ?? false;
  };
  return options.find(({ type }) => type === 'null') ?? options.find(isInvoice) ?? options[0] ?? {};
}

const plainest = (types: readonly string[]): string => (types.includes('null') ? 'null' : (types[0] as string));

const numberExample = ({ minimum = 0, exclusiveMinimum = -1 }: Json): number =>
  Math.max(minimum, exclusiveMinimum + 1, 0);

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Extra values for finalized documents; undefined if the operation returns drafts. */
function whatHappened(name: string): Json | undefined {
  return name.startsWith('get-') ? {} : happenings[name];
}

const { signedAt, refusedAt, paidAt, canceledAt, refundAt, archivedAt } = times;

const happenings: Readonly<Record<string, Json>> = {
  'finalize-billing': {},
  'sign-estimate': { state: 'signed', signedAt },
  'unsign-estimate': {},
  'refuse-estimate': { state: 'refused', refusedAt },
  'unrefuse-estimate': {},
  'mark-paid': { state: 'paid', paidAt },
  'mark-advance-paid': { state: 'paid', paidAt },
  'mark-unpaid': {},
  'mark-advance-unpaid': {},
  'cancel-invoice': { canceledAt },
  'cancel-advance': { canceledAt },
  'refund-asset': { refundAt },
  'archive-billing': { archivedAt },
};

function finalized(document: Json, happened: Json): Json {
  const { id, ...members } = document;
  const number = numbers[members.type];
  if (!isDocument(members) || number === undefined) return document;
  const nothingRemains = happened.paidAt !== undefined || happened.refundAt !== undefined;
  return {
    id,
    number,
    ...members,
    state: 'finalized',
    locked: true,
    finalizable: false,
    isEditable: false,
    isDeletable: false,
    finalizedAt: times.finalizedAt,
    ...(nothingRemains && { total: { ...members.total, ...nothing } }),
    ...happened,
  };
}

const isDocument = (value: Json): boolean => 'finalizable' in value;

function stateOf({ state, canceledAt, refundAt, archivedAt }: Json): string {
  if (canceledAt !== undefined) return 'canceled';
  if (refundAt !== undefined) return 'refunded';
  return archivedAt === undefined ? state : 'archived';
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const nothing = { remainingAmountWithoutTax: 0, remainingAmountWithTax: 0, remainingReconciliateAmount: 0 };

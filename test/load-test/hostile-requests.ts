import { described as all, type Described, description } from '../support/openapi/check-responses.ts';
import { type AttackRequest, jsonRequest, type Target } from './attack-request.ts';
import { describeSchemaPath, jsonAt, largestOf, type Place, placesOf } from './schema-paths.ts';

// Hostile requests for every operation, derived from its schema. Their names describe the content.

const { schemas: components } = description.components;
/** Each operation at its first path; the others share the code. */
const described = all.filter(({ operation }) => !operation.deprecated);
/** The body limit in bytes, and slightly less for the text around a member. */
const BODY_BYTES = 1_048_576 - 1_024;
/** The first attack: 30 kB. */
const MEMBERS_FEW = 4_000;
const NESTING_ALLOWED = 60;

type Derived = { told: string; text: () => string };

/** Unknown members. */
export const unknownMembers = (target: Target): AttackRequest[] =>
  bodies(target, () => [
    { told: `${MEMBERS_FEW} unknown members`, text: () => members(MEMBERS_FEW) },
    { told: '1 MB of unknown members', text: () => members(BODY_BYTES / 13) },
    { told: '1 MB of empty members', text: () => `{${filled('"":0,')}"":0}` },
  ]);

const members = (count: number): string =>
  manyMembers.slice(0, manyMembers.indexOf(`,"m${Math.floor(count)}"`)).concat('}');
const manyMembers = `{${Array.from({ length: 100_000 }, (_, at) => `"m${at}":0`).join(',')}`;

/** Every array, with as many elements as a body holds. */
export const longArrays = (target: Target): AttackRequest[] =>
  bodies(target, (schema) =>
    placesOf(schema, components, 'array').flatMap((place) => [
      { told: `1 MB of {} in ${describeSchemaPath(place)}`, text: () => jsonAt(place, `[${filled('{},')}{}]`) },
      { told: `1 MB of 0 in ${describeSchemaPath(place)}`, text: () => jsonAt(place, `[${filled('0,')}0]`) },
      ...(place.length < 3
        ? [
            {
              told: `1 MB of members in ${describeSchemaPath(place)}[0]`,
              text: () => jsonAt([...place, 0], members(50_000)),
            },
          ]
        : []),
    ]),
  );

/** Deep nesting: allowed, and far beyond. */
export const deepNesting = (target: Target): AttackRequest[] =>
  bodies(target, (schema) => {
    const [place = ['x']] = [...placesOf(schema, components, 'array'), ...placesOf(schema, components, 'string')];
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    return [
      {
        told: `${NESTING_ALLOWED} levels in ${describeSchemaPath(place)}`,
        text: () => jsonAt(place, nested(NESTING_ALLOWED)),
      },
      { told: '500,000 levels', text: () => '['.repeat(500_000) + ']'.repeat(500_000) },
      { told: '150,000 objects in one another', text: () => '{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000) },
      { told: '16,000 nests of 60 levels', text: () => jsonAt(place, `[${filled(`${nested(30)},`)}0]`) },
    ];
  });

/** Texts as long as a body, and every text and number at a length that reveals slow patterns. */
export const longTexts = (target: Target): AttackRequest[] =>
  bodies(target, (schema) => [
    ...placesOf(schema, components, 'string').map((place, at) => longText(place, at % 2 === 0 ? 'x' : ' ')),
    ...placesOf(schema, components, 'number').map((place) => ({
      told: `100 kB of digits in ${describeSchemaPath(place)}`,
      text: () => jsonAt(place, '9'.repeat(LONG_TEXT)),
    })),
    ...placesOf(schema, components, 'string')
      .slice(0, 1)
      .map((place) => ({
        told: `1 MB of escapes in ${describeSchemaPath(place)}`,
        text: () => jsonAt(place, `"${filled('\\u00e9')}"`),
      })),
    { told: '1 MB of spaces', text: () => `{${' '.repeat(BODY_BYTES)}}` },
    { told: '1.1 MB', text: () => `{"title":"${'x'.repeat(1_100_000)}"}` },
  ]);

const LONG_TEXT = 100_000;

const longText = (place: Place, letter: string): Derived => ({
  told: `100 kB of '${letter}' in ${describeSchemaPath(place)}`,
  text: () => jsonAt(place, `"${letter.repeat(LONG_TEXT)}"`),
});

/** Inherited member names, at the top and in place of objects. */
export const hostileNames = (target: Target): AttackRequest[] =>
  bodies(target, (schema) => {
    const [place = ['x']] = placesOf(schema, components, 'array');
    const members = ['__proto__', 'constructor', 'toString'].flatMap((name) => [
      { told: `a member ${name}`, text: () => `{"${name}":{"constructor":{"prototype":{"x":1}}}}` },
      { told: `${name} in ${describeSchemaPath(place)}`, text: () => jsonAt([...place, 0], `{"${name}":{"x":[]}}`) },
    ]);
    const texts = placesOf(schema, components, 'string').flatMap((text) =>
      ['constructor', 'x.constructor', '__proto__'].map((name) => ({
        told: `the text ${name} in ${describeSchemaPath(text)}`,
        text: () => jsonAt(text, JSON.stringify(name)),
      })),
    );
    return [...members, ...texts];
  });

/** Long URLs: query parameters, repeated values, impossible IDs. */
export const longAddresses = (target: Target): AttackRequest[] =>
  described.flatMap(({ method, template, operation }) => {
    const ask = (told: string, path: string): AttackRequest => ({
      told: `${method} ${template}: ${told}`,
      operation: operation.operationId,
      make: () => ({ method, path, ...(method !== 'GET' && { body: '{}' }) }),
    });
    const path = target.pathOf({ method, template });
    const names = (operation.parameters ?? [])
      .filter((parameter: { in: string }) => parameter.in === 'query')
      .map(({ name }: { name: string }) => name);
    const room = 8_000 - path.length;
    return [
      ask('1,000 members of the query', `${path}?${numbered(room)}`),
      ...names.flatMap((name: string) => [
        ask(`${name} many times`, `${path}?${repeated(`${name}=draft&`, room)}`),
        ask(`${name} as long as an address`, `${path}?${name}=${'9'.repeat(room - name.length)}`),
        ask(`${name} of encoded letters`, `${path}?${name}=${repeated('%C3%A9', room - name.length)}`),
      ]),
      ...(template.includes('{') ? [ask('an id of 512 letters', template.replace(/\{\w+\}/g, 'a'.repeat(512)))] : []),
      ...(template.includes('{') ? [ask('an id of 7 kB', template.replace(/\{\w+\}/g, '%2e'.repeat(1_200)))] : []),
    ];
  });

const numbered = (room: number): string => {
  let text = '';
  for (let at = 0; text.length < room - 8; at++) text += `k${at}=&`;
  return text;
};
const repeated = (piece: string, room: number): string => piece.repeat(Math.floor(room / piece.length));

/** The largest bodies of the schema: all members, arrays and texts at maximum size. */
export const largestBodies = (target: Target): AttackRequest[] =>
  bodies(target, (schema) => [
    { told: 'the longest body its schema allows', text: () => withinBytes(schema, { text: 50_000, count: 500 }) },
    { told: 'the most elements its schema allows', text: () => withinBytes(schema, { text: 1, count: 100_000 }) },
  ]);

function withinBytes(schema: object, most: { text: number; count: number }): string {
  for (let { text, count } = most; ; text = Math.ceil(text / 2), count = text === 1 ? Math.ceil(count / 2) : count) {
    const body = JSON.stringify(largestOf(schema, components, { text, count }));
    if (Buffer.byteLength(body) <= BODY_BYTES || (text === 1 && count === 1)) return body;
  }
}

/** Derived bodies of every operation, with or without a body. */
function bodies(target: Target, derive: (schema: object) => readonly Derived[]): AttackRequest[] {
  return described.filter(({ method }) => method !== 'GET').flatMap((about) => shotsOf(about, target, derive));
}

function shotsOf(
  { method, template, operation }: Described,
  target: Target,
  derive: (schema: object) => readonly Derived[],
): AttackRequest[] {
  const schema = operation.requestBody?.content?.['application/json']?.schema ?? {};
  const path = target.pathOf({ method, template });
  return derive(schema).map(({ told, text }) =>
    jsonRequest({ told: `${method} ${template}: ${told}`, operation: operation.operationId, method, path, text }),
  );
}

/** A piece repeated to fill a body. */
const filled = (piece: string): string => piece.repeat(Math.floor((BODY_BYTES - 200) / Buffer.byteLength(piece)));

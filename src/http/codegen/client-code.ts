import type { Json } from '../openapi/json-type.ts';
import { nameOf, typeOf } from './schema-to-typescript.ts';

/**
 * What the page knows of the interface, made of its description: what each operation is asked with and answers, the types
 * of that by their names, and the address of each. Routes kept for older clients and the tools of assistants are left out.
 */
export function generateClient(description: Json): Readonly<Record<'operations' | 'schemas' | 'addresses', string>> {
  const described = operationsOf(description);
  const { schemas } = description.components as Json;
  const said = described.map((each) => asked(each, description));
  return {
    operations: [
      WRITTEN,
      imports(said, schemas),
      '/** `path` are the names in its address; `query` and `body` are what it is asked with; `answer` is what it says. */',
      'export type Operations = {',
      ...said,
      '};',
      '',
    ].join('\n'),
    schemas: [
      WRITTEN,
      ...namedIn(described, description).map((name) => `export type ${name} = ${typeOf(schemas[name])};`),
      '',
    ].join('\n'),
    addresses: [
      WRITTEN,
      '/** Method and address of each operation, and how what it answers is read where that is no JSON. */',
      'export const addresses = {',
      ...described.map(({ name, method, path }) => `  ${nameOf(name)}: '${method} ${path}',`),
      '} as const;',
      '',
    ].join('\n'),
  };
}

/** What the law calls each personal service, which the page offers in the words documents print. */
export const legalServiceNames = (personalServiceNames: Readonly<Record<string, string>>): string =>
  [
    WRITTEN,
    '/** What French law calls each personal service. */',
    `export const personalServiceNames = ${JSON.stringify(personalServiceNames, undefined, 2)};`,
    '',
  ].join('\n');

const WRITTEN = '// Written by `npm run generate`.';

/** The types that are named in some lines. */
function imports(lines: readonly string[], schemas: Json): string {
  const words = new Set(lines.join('\n').match(/\b[A-Z]\w*/g));
  return `import type { ${Object.keys(schemas)
    .filter((name) => words.has(name))
    .sort()
    .join(', ')} } from './schemas.ts';\n`;
}

type Described = { name: string; method: string; path: string; operation: Json };

function operationsOf({ paths }: Json): Described[] {
  return Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([, { deprecated, tags }]) => !deprecated && !tags.includes('Tools') && !tags.includes('Health'))
      .map(([method, operation]) => ({ name: operation.operationId, method: method.toUpperCase(), path, operation })),
  );
}

function asked({ name, operation }: Described, description: Json): string {
  const parameters = (operation.parameters as Json[]).map((each) => resolved(each, description));
  const members = (place: string): string[] =>
    parameters
      .filter((each) => each.in === place)
      .map(
        (each) =>
          `${nameOf(each.name)}${each.required ? '' : '?'}: ${typeOf(each.schema)}${each.required ? '' : ' | undefined'}`,
      );
  const path = members('path');
  const query = members('query');
  const body = operation.requestBody && resolved(operation.requestBody, description);
  const success = Object.entries<Json>(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const { content = {} } = resolved(success as Json, description);
  const answer = content['application/json']
    ? typeOf(content['application/json'].schema)
    : Object.keys(content).length > 0
      ? 'Blob'
      : 'undefined';
  const parts = [
    ...(path.length > 0 ? [`path: { ${path.join('; ')} }`] : []),
    ...(query.length > 0 ? [`query: { ${query.join('; ')} }`] : []),
    ...(body ? [`body${body.required ? '' : '?'}: ${typeOf(body.content['application/json']?.schema)}`] : []),
    `answer: ${answer}`,
  ];
  return `  ${nameOf(name)}: { ${parts.join('; ')} };`;
}

/** The schemas these operations are asked and answered with, whatever the way that leads there. */
function namedIn(described: readonly Described[], description: Json): string[] {
  const found = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      if (found.has(`${kind}/${name}`)) continue;
      found.add(`${kind}/${name}`);
      follow(description.components[kind][name]);
    }
  };
  for (const { operation } of described) {
    const { responses, ...asked } = operation;
    follow([asked, Object.entries(responses).find(([status]) => status.startsWith('2'))]);
  }
  return [...found]
    .filter((each) => each.startsWith('schemas/'))
    .map((each) => each.slice('schemas/'.length))
    .sort();
}

const REFERENCE = /#\/components\/(\w+)\/([\w.-]+)/g;

/** What a reference stands for. */
function resolved(value: Json, description: Json): Json {
  if (!value.$ref) return value;
  const [, , kind, name] = String(value.$ref).split('/') as [string, string, string, string];
  return description.components[kind][name];
}

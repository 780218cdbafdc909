import type { Json } from '../../src/http/openapi/components.ts';

/** Requests may only accept more, responses may only say more. */
type Direction = 'request' | 'response';
type Schema = Json | boolean | undefined;
type Both = { readonly before: Schema; readonly after: Schema };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const HIGHEST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const LOWEST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
/** Which texts are accepted: any change may exclude a text that was accepted. */
const TEXTS = ['pattern', 'format', 'multipleOf', 'contentEncoding'];

/**
 * What in `after` can stop a client of `before` from working: each line names the place. Both are
 * OpenAPI 3.1 descriptions. Operations of the pages (`session`) and error responses do not count.
 * `open` names the lists of responses that may get new values: a schema, or `Schema.member`.
 */
export function breakingChanges(before: Json, after: Json, open: ReadonlySet<string> = new Set()): string[] {
  const found: string[] = [];
  const compared = comparison({ before, after, open }, (place, what) => found.push(`${place}: ${what}`));
  const now = operationsOf(after);
  for (const [route, old] of operationsOf(before)) {
    const operation = now.get(route);
    if (operation) compared.operation(route, old, operation);
    else found.push(`${route}: removed`);
  }
  return found;
}

/** Operations that accept API keys, by method and path; names of path parameters do not matter. */
function operationsOf({ paths }: Json): Map<string, Json> {
  return new Map(
    Object.entries<Json>(paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] && !acceptsOnlySessions(item[method])).map((method) => [
        `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
        item[method],
      ]),
    ),
  );
}

const acceptsOnlySessions = ({ security }: Json): boolean =>
  security?.length > 0 && security.every((way: Json) => 'session' in way);

type Given = { readonly before: Json; readonly after: Json; readonly open: ReadonlySet<string> };

function comparison({ before, after, open }: Given, report: (place: string, what: string) => void) {
  /** Components are compared once per direction, at the first place that uses them. */
  const done = new Set<string>();
  const were = (part: Json): Json => resolved(before, part);
  const are = (part: Json): Json => resolved(after, part);

  function operation(route: string, old: Json, now: Json): void {
    for (const way of old.security ?? before.security ?? [])
      if (!(now.security ?? after.security ?? []).some((each: Json) => isWithin(each, way)))
        report(route, `${JSON.stringify(way)} is no longer enough`);
    parameters(route, old, now);
    body(`${route} request`, old.requestBody && were(old.requestBody), now.requestBody && are(now.requestBody));
    for (const [status, response] of Object.entries<Json>(old.responses).filter(([each]) => each.startsWith('2'))) {
      const place = `${route} ${status}`;
      if (!now.responses[status]) report(place, 'removed');
      else answer(place, were(response), are(now.responses[status]));
    }
  }

  function parameters(route: string, old: Json, now: Json): void {
    const known = byName((now.parameters ?? []).map(are));
    const former = byName((old.parameters ?? []).map(were));
    for (const [name, parameter] of former) {
      const same = known.get(name);
      if (!same) report(`${route} ${name}`, 'removed');
      else {
        if (same.required && !parameter.required) report(`${route} ${name}`, 'required now');
        schema(`${route} ${name}`, { before: parameter.schema, after: same.schema }, 'request');
      }
    }
    for (const [name, { required }] of known)
      if (required && !former.has(name)) report(`${route} ${name}`, 'new and required');
  }

  function body(place: string, old: Json | undefined, now: Json | undefined): void {
    if (now?.required && !old?.required) report(place, 'a body is required now');
    if (old && !now) return report(place, 'no body is accepted any more');
    contents(place, old?.content, now?.content, 'request');
  }

  function answer(place: string, old: Json, now: Json): void {
    for (const name of Object.keys(old.headers ?? {}))
      if (!now.headers?.[name]) report(`${place} ${name}`, 'the header is removed');
    contents(place, old.content, now.content, 'response');
  }

  function contents(place: string, old: Json = {}, now: Json = {}, direction: Direction): void {
    for (const [type, content] of Object.entries<Json>(old)) {
      if (!now[type]) report(place, `${type} is removed`);
      else schema(place, { before: content.schema, after: now[type].schema }, direction);
    }
  }

  /** `owner` is the component and the members that lead to this schema. */
  function schema(place: string, given: Both, direction: Direction, owner = ''): void {
    if (given.before === undefined || given.before === true) {
      if (direction === 'request' && isNarrow(given.after)) report(place, 'has rules now');
      return;
    }
    const name = nameOf(given.before) ?? owner;
    const key = `${direction} ${nameOf(given.before)} ${nameOf(given.after)}`;
    if (nameOf(given.before) && nameOf(given.after)) {
      if (done.has(key)) return;
      done.add(key);
    }
    const old = flat(before, given.before);
    const now = flat(after, given.after ?? {});
    const at = nameOf(given.before) ? `${place} (${name})` : place;
    if (old.length > 1 || now.length > 1) return alternatives(at, { old, now }, direction, name);
    single(at, { old: old[0] ?? {}, now: now[0] ?? {} }, direction, name);
  }

  /** Unions: each alternative that was accepted still is, each one that is answered was known. */
  function alternatives(
    place: string,
    { old, now }: { old: Json[]; now: Json[] },
    direction: Direction,
    owner: string,
  ) {
    const [wanted, offered] = direction === 'request' ? [old, now] : [now, old];
    for (const each of wanted) {
      const isCovered = offered.some((other) => {
        const pair = direction === 'request' ? { before: each, after: other } : { before: other, after: each };
        const faults: string[] = [];
        comparison({ before, after, open }, (_, what) => faults.push(what)).silently(pair, direction, owner, done);
        return faults.length === 0;
      });
      if (!isCovered)
        report(
          place,
          direction === 'request' ? 'an alternative is no longer accepted' : 'has a new or changed alternative',
        );
    }
  }

  function single(place: string, { old, now }: { old: Json; now: Json }, direction: Direction, owner: string): void {
    values(place, { old, now }, direction, owner);
    members(place, { old, now }, direction, owner);
    if (direction === 'request') limits(place, old, now);
    if (old.items !== undefined && now.items !== undefined)
      schema(`${place}[]`, { before: old.items, after: now.items }, direction, `${owner}[]`);
    if (isObject(old.additionalProperties) && isObject(now.additionalProperties))
      schema(
        `${place}.*`,
        { before: old.additionalProperties, after: now.additionalProperties },
        direction,
        `${owner}.*`,
      );
    if (direction === 'request' && now.additionalProperties === false && old.additionalProperties !== false)
      report(place, 'unknown members are refused now');
  }

  function values(place: string, { old, now }: { old: Json; now: Json }, direction: Direction, owner: string): void {
    const [former, current] = [old, now].map(({ type }) => type as string | undefined);
    const [wide, narrow] = direction === 'request' ? [current, former] : [former, current];
    if (wide !== undefined && wide !== narrow && !(wide === 'number' && narrow === 'integer'))
      report(place, `the type was ${former ?? 'open'} and is ${current ?? 'open'}`);
    const [listed, list] = [old, now].map(({ enum: all, const: one }) => (one === undefined ? all : [one]));
    if (direction === 'request') {
      const lost =
        list && (listed ? listed.filter((each: unknown) => !list.includes(each)) : ['anything outside a list']);
      if (lost?.length > 0) report(place, `no longer accepted: ${lost.join(', ')}`);
    } else if (listed && !open.has(owner)) {
      const added = list ? list.filter((each: unknown) => !listed.includes(each)) : ['any value'];
      if (added.length > 0) report(place, `new value: ${added.join(', ')}`);
    }
  }

  function members(place: string, { old, now }: { old: Json; now: Json }, direction: Direction, owner: string): void {
    for (const [member, part] of Object.entries<Json>(old.properties ?? {})) {
      const same = now.properties?.[member];
      if (same === undefined) report(`${place}.${member}`, 'removed');
      else schema(`${place}.${member}`, { before: part, after: same }, direction, `${owner}.${member}`);
    }
    const [was, is]: string[][] = [old.required ?? [], now.required ?? []];
    const [more, fewer] = direction === 'request' ? [is, was] : [was, is];
    for (const member of more as string[])
      if (!fewer?.includes(member))
        report(`${place}.${member}`, direction === 'request' ? 'required now' : 'no longer always there');
  }

  function limits(place: string, old: Json, now: Json): void {
    for (const rule of HIGHEST)
      if (now[rule] !== undefined && !(old[rule] <= now[rule]))
        report(place, `${rule} is ${now[rule]}, it was ${old[rule] ?? 'open'}`);
    for (const rule of LOWEST)
      if (now[rule] !== undefined && !(old[rule] >= now[rule]) && now[rule] !== 0)
        report(place, `${rule} is ${now[rule]}, it was ${old[rule] ?? 'open'}`);
    for (const rule of TEXTS)
      if (now[rule] !== undefined && now[rule] !== old[rule])
        report(place, `${rule} is ${now[rule]}, it was ${old[rule] ?? 'open'}`);
  }

  const silently = (
    pair: { before: Json; after: Json },
    direction: Direction,
    owner: string,
    seen: Set<string>,
  ): void => {
    for (const each of seen) done.add(each);
    schema('', pair, direction, owner);
  };

  return { operation, silently };
}

const byName = (parameters: Json[]): Map<string, Json> =>
  new Map(
    parameters.map((each, at) => [each.in === 'path' ? `path parameter ${at + 1}` : `${each.in} ${each.name}`, each]),
  );

/** Whether a caller with the rights of `other` has those that this alternative asks for. */
const isWithin = (way: Json, other: Json): boolean =>
  Object.entries<string[]>(way).every(
    ([scheme, scopes]) => scheme in other && scopes.every((each) => other[scheme].includes(each)),
  );

const isObject = (schema: Schema): schema is Json => typeof schema === 'object';
const isNarrow = (schema: Schema): boolean => schema === false || (isObject(schema) && Object.keys(schema).length > 0);

const nameOf = (schema: Schema): string | undefined =>
  isObject(schema) ? /#\/components\/schemas\/(.+)/.exec(schema.$ref ?? '')?.[1] : undefined;

const resolved = (description: Json, part: Json): Json => {
  const [, group, name] = /#\/components\/(\w+)\/(.+)/.exec(part.$ref ?? '') ?? [];
  return group && name ? resolved(description, description.components[group][name]) : part;
};

/** The alternatives of a schema, each without references to others, `allOf` or several types. */
function flat(description: Json, schema: Schema): Json[] {
  if (!isObject(schema)) return [{}];
  const { $ref, allOf = [], anyOf, oneOf, type, ...own } = schema;
  const parts = [...allOf, ...($ref ? [resolved(description, { $ref })] : [])];
  const unions = [anyOf, oneOf, Array.isArray(type) ? type.map((each: string) => ({ type: each })) : undefined];
  const start = [type === undefined || Array.isArray(type) ? own : { ...own, type }];
  const choices: Json[][] = [
    ...parts.map((part: Json) => flat(description, part)),
    ...unions.filter(Boolean).map((union) => union.flatMap((each: Json) => flat(description, each))),
  ];
  return choices.reduce<Json[]>(
    (all, choice) => all.flatMap((one) => choice.map((other) => merged(one, other))),
    start,
  );
}

/** Both at once: all members, and the rules of the second where the first has none. */
const merged = (one: Json, other: Json): Json => ({
  ...other,
  ...one,
  ...((one.properties || other.properties) && { properties: { ...other.properties, ...one.properties } }),
  ...((one.required || other.required) && { required: [...(one.required ?? []), ...(other.required ?? [])] }),
});

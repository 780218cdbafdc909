import { personalOperations } from '../../api/people/index.ts';
import { toolsOf } from '../../mcp/tool.ts';
import type { Operation } from '../../pipeline/operation.ts';
import { changesBetween, changesMax, plainName } from '../../schemas/validation/closest-name.ts';
import { metadataPaths } from '../auth/resource-metadata.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';
import { MCP_PATH } from './mcp.ts';
import { matchesTemplate, partsOf } from './route-path.ts';
import { toolAddress } from './tools.ts';

/** The service's own read-only paths. */
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/docs',
  '/openapi.json',
  '/health/live',
  '/health/ready',
  ...metadataPaths,
]);

/** Why a request matches no route: the path has other methods, or it is unknown. */
export function routeNotFound(operations: readonly Operation[], url: string): HttpRefusal {
  const allowed = allowedMethods(operations, url.split('?', 1)[0] ?? '/');
  if (allowed.length > 0) return { refused: 'method_not_allowed', allowed };
  const nearest = suggestPath(operations, url.split('?', 1)[0] ?? '/', [...PAGES, MCP_PATH]);
  return { refused: 'route_not_found', ...(nearest !== undefined && { nearest }) };
}

/** The methods of a path, for a 405 response; empty if the path is unknown. */
function allowedMethods(operations: readonly Operation[], address: string): string[] {
  if (PAGES.has(address)) return ['GET', 'HEAD'];
  if (address === MCP_PATH || toolsOf(operations).some((tool) => toolAddress(tool) === address)) return ['POST'];
  const found = new Set<string>();
  const steps = address.split('/');
  for (const operation of [...operations, ...personalOperations]) {
    for (const route of operation.routes) {
      const { method, path } = partsOf(route);
      if (matchesTemplate(path, operation, steps)) found.add(method);
    }
  }
  if (found.has('GET')) found.add('HEAD');
  return [...found].sort();
}

/**
 * Maximum characters of a path, and of one segment, compared with known paths: clients can send
 * anything.
 */
const COMPARED_MAX = 200;
const STEP_MAX = 50;

/** One segment of a known path: a word, or a parameter. */
type Step = { readonly word: string; readonly plain: string } | undefined;
type Template = readonly Step[];

/** Known paths by number of segments, built once. */
const known = new WeakMap<readonly Operation[], ReadonlyMap<number, readonly Template[]>>();

/**
 * Suggests the path that was probably meant, allowing small differences: a letter, a plural, a
 * trailing slash. Ids are kept. Only words of paths with the same number of segments are compared,
 * one by one, because the input is untrusted and ids may be long.
 */
function suggestPath(operations: readonly Operation[], address: string, pages: Iterable<string>): string | undefined {
  if (address.length > COMPARED_MAX) return undefined;
  let templates = known.get(operations);
  if (!templates) known.set(operations, (templates = templatesOf(operations, pages)));
  const plain = address.replace(/\/+$/, '');
  // Some paths are under /v2, others are not.
  const other = plain.startsWith('/v2/') ? plain.slice('/v2'.length) : `/v2${plain}`;
  return nearestIn(templates, plain, address) ?? nearestIn(templates, other, address);
}

function templatesOf(operations: readonly Operation[], pages: Iterable<string>): Map<number, Template[]> {
  const routes = [...operations, ...personalOperations].flatMap((operation) => operation.routes);
  const paths = new Set([
    ...pages,
    ...toolsOf(operations).map(toolAddress),
    ...routes.map((route) => partsOf(route).path),
  ]);
  const templates = [...paths].map((path) =>
    path.split('/').map((word): Step => (word.startsWith('{') ? undefined : { word, plain: plainName(word) })),
  );
  return Map.groupBy(templates, ({ length }) => length);
}

function nearestIn(
  templates: ReadonlyMap<number, readonly Template[]>,
  address: string,
  asked: string,
): string | undefined {
  const words = address.split('/');
  const said = words.map(plainName);
  let nearest: string | undefined;
  let fewest = changesMax(said.join('')) + 1;
  for (const template of templates.get(words.length) ?? []) {
    const changes = changesFrom(template, said, fewest - 1);
    if (changes >= fewest) continue;
    const filled = template.map((step, at) => step?.word ?? words[at]).join('/');
    if (filled !== asked) [nearest, fewest] = [filled, changes];
  }
  return nearest;
}

/**
 * Number of edits that turn the given segments into a template's; more than `most` if it needs
 * more.
 */
function changesFrom(template: Template, said: readonly string[], most: number): number {
  let changes = 0;
  for (const [at, step] of template.entries()) {
    const word = said[at] ?? '';
    if (step === undefined || step.plain === word) continue;
    if (word.length > STEP_MAX) return most + 1;
    changes += changesBetween(word, step.plain, most - changes);
    if (changes > most) return most + 1;
  }
  return changes;
}

import { nearestName } from '../contract/nearest-name.ts';
import { toolsOf } from '../mcp/tool.ts';
import { personalOperations } from '../operations/people/personal/index.ts';
import type { Operation } from '../road/operation.ts';
import type { EdgeRefusal } from './edge-refusal.ts';
import { MCP_PATH } from './mcp-route.ts';
import { metadataPaths } from './protected-resource.ts';
import { partsOf } from './route-parts.ts';
import { toolAddress } from './tool-routes.ts';
import { isAddressOf } from './words-and-ids.ts';

/** Addresses of the service itself, which are only read. */
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/docs',
  '/openapi.json',
  '/health/live',
  '/health/ready',
  ...metadataPaths,
]);

/** Why a request has no route: its address knows other methods, or nothing is there. */
export function noRoute(operations: readonly Operation[], url: string): EdgeRefusal {
  const allowed = allowedMethods(operations, url.split('?', 1)[0] ?? '/');
  if (allowed.length > 0) return { refused: 'method_not_allowed', allowed };
  const nearest = nearestAddress(operations, url.split('?', 1)[0] ?? '/');
  return { refused: 'route_not_found', ...(nearest !== undefined && { nearest }) };
}

/** The methods an address knows, for the answer to one it does not; none where the address itself is unknown. */
function allowedMethods(operations: readonly Operation[], address: string): string[] {
  if (PAGES.has(address)) return ['GET', 'HEAD'];
  if (address === MCP_PATH || toolsOf(operations).some((tool) => toolAddress(tool) === address)) return ['POST'];
  const found = new Set<string>();
  const steps = address.split('/');
  for (const operation of [...operations, ...personalOperations]) {
    for (const route of operation.routes) {
      const { method, path } = partsOf(route);
      if (isAddressOf(path, operation, steps)) found.add(method);
    }
  }
  if (found.has('GET')) found.add('HEAD');
  return [...found].sort();
}

/** Characters of an address that is compared with the known ones. */
const COMPARED_MAX = 200;

/** The address that was probably meant, by small differences: a letter, a plural, a slash at the end. What it says of ids stays. */
function nearestAddress(operations: readonly Operation[], address: string): string | undefined {
  if (address.length > COMPARED_MAX) return undefined;
  const plain = address.replace(/\/+$/, '');
  const known = operations.flatMap(({ routes }) => routes.map((route) => partsOf(route).path));
  const tools = toolsOf(operations).map(toolAddress);
  const templates = [...PAGES, MCP_PATH, ...tools, ...known];
  // Some addresses stand below /v2 and some do not.
  const other = plain.startsWith('/v2/') ? plain.slice('/v2'.length) : `/v2${plain}`;
  return nearestIn(templates, plain) ?? nearestIn(templates, other);
}

function nearestIn(templates: readonly string[], address: string): string | undefined {
  const said = address.split('/');
  return nearestName(address, new Set(templates.flatMap((template) => filledIn(template, said) ?? [])));
}

/** A template with what an address says in the places of its parameters; nothing where it has another number of steps. */
function filledIn(template: string, said: readonly string[]): string | undefined {
  const steps = template.split('/');
  if (steps.length !== said.length) return undefined;
  const filled = steps.map((step, at) => (step.startsWith('{') ? (said[at] as string) : step));
  return filled.join('/');
}

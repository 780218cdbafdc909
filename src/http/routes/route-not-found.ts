import { personalOperations } from '../../api/people/personal/index.ts';
import { toolsOf } from '../../mcp/tool.ts';
import type { Operation } from '../../pipeline/operation.ts';
import { metadataPaths } from '../auth/resource-metadata.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';
import { MCP_PATH } from './mcp.ts';
import { partsOf } from './method-and-path.ts';
import { matchesTemplate } from './path-ids.ts';
import { suggestPath } from './suggest-path.ts';
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

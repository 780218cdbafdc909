import { toolsOf } from '../mcp/tool.ts';
import type { Operation } from '../road/operation.ts';
import { MCP_PATH } from './mcp-route.ts';
import { partsOf } from './operation-routes.ts';
import { metadataPaths } from './protected-resource.ts';
import { toolAddress } from './tool-routes.ts';

/** Addresses of the service itself, which are only read. */
const PAGES: ReadonlySet<string> = new Set([
  '/',
  '/docs',
  '/openapi.json',
  '/health/live',
  '/health/ready',
  ...metadataPaths,
]);

/** The methods an address knows, for the answer to one it does not; none where the address itself is unknown. */
export function allowedMethods(operations: readonly Operation[], address: string): string[] {
  if (PAGES.has(address)) return ['GET', 'HEAD'];
  if (address === MCP_PATH || toolsOf(operations).some((tool) => toolAddress(tool) === address)) return ['POST'];
  const found = new Set<string>();
  for (const operation of operations) {
    for (const route of operation.routes) {
      const { method, path } = partsOf(route);
      if (matches(path.split('/'), address.split('/'))) found.add(method);
    }
  }
  if (found.has('GET')) found.add('HEAD');
  return [...found].sort();
}

const matches = (template: readonly string[], address: readonly string[]): boolean =>
  template.length === address.length &&
  template.every((step, i) => (step.startsWith('{') ? address[i] !== '' : step === address[i]));

import type { Config } from '../../config.ts';
import { reachable } from '../remote/check-reachable.ts';
import { type AccessOptions, readServiceAccess } from '../remote/service-access.ts';
import { language } from '../terminal/output.ts';
import { type Given, mcpBridge, say } from './stdio-bridge.ts';

export type McpOptions = AccessOptions;

/**
 * `facturier mcp`: connects an assistant that starts a local program to the tools of a running
 * service, over standard input and output. Refused without a running service or a key. Ends when
 * its input ends.
 */
export async function mcp(config: Config, options: McpOptions): Promise<void> {
  const { address, key } = await readServiceAccess(config, options, 'Assistant');
  await reachable(address);
  const given: Given = { address, key, language: language() };
  say({ fr: `relié à ${address}/mcp`, en: `connected to ${address}/mcp` });
  await mcpBridge(given);
}

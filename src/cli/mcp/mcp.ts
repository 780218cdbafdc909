import type { Config } from '../../config.ts';
import { reachable } from '../remote/check-reachable.ts';
import { type AccessOptions, readServiceAccess } from '../remote/service-access.ts';
import { language } from '../terminal/output.ts';
import { type Given, mcpBridge, say } from './stdio-bridge.ts';

export type McpOptions = AccessOptions;

/**
 * `facturier mcp`: the tools of a running service for an assistant that starts a program and speaks with it by its
 * standard input and output. Refused where no service answers, and without a key. Ends when its input does.
 */
export async function mcp(config: Config, options: McpOptions): Promise<void> {
  const { address, key } = await readServiceAccess(config, options, 'Assistant');
  await reachable(address);
  const given: Given = { address, key, language: language() };
  say({ fr: `relié à ${address}/mcp`, en: `connected to ${address}/mcp` });
  await mcpBridge(given);
}

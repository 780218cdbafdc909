import type { Config } from '../config.ts';
import { type AccessOptions, accessOf } from './access.ts';
import { type Given, mcpBridge, say } from './mcp-bridge.ts';
import { language } from './output.ts';
import { reachable } from './reachable.ts';

export type McpOptions = AccessOptions;

/**
 * `facturier mcp`: the tools of a running service for an assistant that starts a program and speaks with it by its
 * standard input and output. Refused where no service answers, and without a key. Ends when its input does.
 */
export async function mcp(config: Config, options: McpOptions): Promise<void> {
  const { address, key } = await accessOf(config, options, 'Assistant');
  await reachable(address);
  const given: Given = { address, key, language: language() };
  say({ fr: `relié à ${address}/mcp`, en: `connected to ${address}/mcp` });
  await mcpBridge(given);
}

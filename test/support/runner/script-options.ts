import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Parses the options of a script; invalid options print the reason and the usage, and exit with 2.
 */
export function optionsOfScript<const Asked extends ParseArgsConfig>(
  usage: string,
  asked: Asked,
): ReturnType<typeof parseArgs<Asked>> {
  try {
    return parseArgs(asked);
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

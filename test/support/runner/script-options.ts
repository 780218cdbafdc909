import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * The options of a script; where they cannot be read it says why and how the script is used, and
 * ends with 2.
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

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A position in a bundled file, as stack traces print it. */
const GATHERED_PLACE = /(file:\/\/[^\s()]+\/\.cache\/facturier\/[^\s()]+\.mjs):(\d+):(\d+)/g;
/** Cache of source positions: reading a source map takes 0.1 s. */
const told = new Map<string, string>();
const PLACES_KEPT_MAX = 1_000;

/**
 * Maps a stack trace of the bundled program back to source lines (`src/http/app.ts:170:5`). Unknown
 * positions stay as they are.
 */
export function asWritten(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(GATHERED_PLACE, (place, file: string, line: string, column: string) => {
    const known = told.get(place);
    if (known !== undefined) return known;
    if (!maps.has(file)) maps.set(file, mapOf(file));
    const written = writtenAt(maps.get(file), file, { line: Number(line), column: Number(column) }) ?? place;
    if (told.size < PLACES_KEPT_MAX) told.set(place, written);
    return written;
  });
}

function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

function writtenAt(map: SourceMap | undefined, file: string, at: { line: number; column: number }): string | undefined {
  const origin = map?.findOrigin(at.line, at.column);
  if (!origin || !('fileName' in origin)) return undefined;
  return `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`;
}

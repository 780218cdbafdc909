import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { codeOf } from '../support/source/source-text.ts';

/** A statement as it is sent, and the place of the tree it is written at: file, line and column. */
export type Written = { readonly text: string; readonly place: string };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TAG = 'src/db/sql.ts';

declare global {
  var statementsWritten: Written[];
}

/**
 * Has the tree tell each statement it makes from now on, whole, with the fragments it is put
 * together from. To be called before any file of the tree is loaded.
 */
export function recordStatements(): readonly Written[] {
  globalThis.statementsWritten = [];
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      return url.endsWith(`/${TAG}`)
        ? { ...loaded, source: telling(Buffer.from(loaded.source as Uint8Array).toString()) }
        : loaded;
    },
  });
  return globalThis.statementsWritten;
}

// On the line of the function's head, so that every line of the file keeps its number.
const telling = (source: string): string =>
  source.replace(/export function sql\(.*\{/, (head) => `${head} globalThis.statementsWritten.push({ ${TOLD} });`);
const TOLD = String.raw`text: String.raw({ raw: strings.raw }, ...fragments), place: /src\/[^\s)]+/.exec(new Error().stack.split('\n')[2])?.[0] ?? ''`;

/** Loads files, given by their paths from the root of the project. */
export async function load(files: readonly string[]): Promise<void> {
  for (const file of files) await import(pathToFileURL(ROOT + file).href);
}

/** The places of a tree's files where a statement is written. */
export const placesOf = (files: readonly string[]): string[] =>
  files.flatMap((file) =>
    codeOf(readFileSync(ROOT + file, 'utf8'))
      .split('\n')
      .flatMap((line, at) => [...line.matchAll(/(?<=\bsql)`/g)].map(({ index }) => `${file}:${at + 1}:${index + 1}`)),
  );

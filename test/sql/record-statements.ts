import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { codeOf } from '../support/source/source-text.ts';

/** A statement as sent to PostgreSQL, and where it is written: file, line and column. */
export type Written = { readonly text: string; readonly place: string };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TAG = 'src/db/sql.ts';

declare global {
  var statementsWritten: Written[];
}

/**
 * Makes the sources record every complete statement they create from now on, with the places of its
 * fragments. Call it before any source file is loaded.
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

// Inserted into the line of the function's head, so that line numbers do not change.
const telling = (source: string): string =>
  source.replace(/export function sql\(.*\{/, (head) => `${head} globalThis.statementsWritten.push({ ${TOLD} });`);
const TOLD = String.raw`text: String.raw({ raw: strings.raw }, ...fragments), place: /src\/[^\s)]+/.exec(new Error().stack.split('\n')[2])?.[0] ?? ''`;

/** Loads files by their paths from the root of the project. */
export async function load(files: readonly string[]): Promise<void> {
  for (const file of files) await import(pathToFileURL(ROOT + file).href);
}

/** The places in these files where a statement is written. */
export const placesOf = (files: readonly string[]): string[] =>
  files.flatMap((file) =>
    codeOf(readFileSync(ROOT + file, 'utf8'))
      .split('\n')
      .flatMap((line, at) => [...line.matchAll(/(?<=\bsql)`/g)].map(({ index }) => `${file}:${at + 1}:${index + 1}`)),
  );

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { examples as bills } from '../einvoice/examples.ts';
import { papersOf } from '../einvoice/pdf-texts.ts';
import { examples as designs } from './examples.ts';

/**
 * A document whose pages git stores as small pictures: page 2 of `stem` is the file `<stem>-2.png`.
 */
export type Pictured = { readonly name: string; readonly stem: string; readonly printed: PrintedDocument };

const FOLDERS = ['examples', 'test/pdf/designs'] as const;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Every example document, and the pages to review in every design. */
export const pictured = (): Pictured[] => [
  ...Object.entries(bills).flatMap(([name, make]) =>
    Object.entries(papersOf(name, make())).map(([paper, printed]) => ({
      name: `${name}/${paper}`,
      stem: `${FOLDERS[0]}/${name}/${paper}`,
      printed,
    })),
  ),
  ...Object.entries(designs()).map(([name, printed]) => ({ name, stem: `${FOLDERS[1]}/${name}`, printed })),
];

/** The path of a page's picture, from the root of the project. */
export const keptAt = (stem: string, page: number): string => `${stem}-${page}.png`;

export const inRoot = (path: string): string => join(ROOT, path);

/** The paths of all stored pictures, from the root of the project. */
export const pageSnapshots = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.png'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );

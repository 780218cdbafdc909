import { type ImportSource, importSources } from '../domain/import-source.ts';

/** The program that a note names, such as `Facture générée avec Henrri`. */
export const programNamed = (text: string): ImportSource | undefined =>
  (Object.entries(importSources) as [ImportSource, string | undefined][]).find(
    ([, name]) =>
      name !== undefined &&
      text
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .join(' ')
        .includes(name.toLowerCase()),
  )?.[0];

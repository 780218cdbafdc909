import MiniSearch, { type Options } from 'minisearch';

/** A part of a page, under one heading. The anchor is in `id`: `start/install#docker`. */
export type ManualPart = {
  readonly id: string;
  /** Title of the page. */
  readonly page: string;
  /** The heading; the title of the page for the part above the first one. */
  readonly heading: string;
  readonly text: string;
  /** The beginning of the text, for the list of results. */
  readonly shown: string;
};

/** A result: the index does not keep the whole text. */
export type FoundPart = Omit<ManualPart, 'text'>;

/** Accents, case and the plural do not matter. */
const foldTerm = (term: string): string =>
  term
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\w{3})[sx]$/, '');

/** The build writes the index with these options; the browser reads it with the same ones. */
export const searchOptions: Options<ManualPart> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'shown'],
  processTerm: foldTerm,
  searchOptions: {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { heading: 4, page: 2 },
    combineWith: 'AND',
  },
};

const loaded = new Map<string, Promise<MiniSearch<ManualPart>>>();

/** Finds parts of the manual, best first. The index is loaded once; a failure is tried again. */
export async function searchManual(address: string, wanted: string, limit: number): Promise<readonly FoundPart[]> {
  const index = loaded.get(address) ?? loadIndex(address);
  loaded.set(address, index);
  try {
    return (await index).search(wanted).slice(0, limit) as unknown as FoundPart[];
  } catch (error) {
    loaded.delete(address);
    throw error;
  }
}

async function loadIndex(address: string): Promise<MiniSearch<ManualPart>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return MiniSearch.loadJSON(await answer.text(), searchOptions);
}

import { canonicalJson } from '../audit/canonical-json.ts';
import { sha256Hex } from '../audit/chain/chain-link.ts';
import type { KeptFormat } from '../db/billing/stored-files.ts';
import type { Attachment } from '../domain/billing/document/attachment.ts';

/**
 * Members of every archive. Their names are French, because a French tax inspector opens it first.
 */
export const members = {
  readmeFr: 'LISEZMOI.txt',
  readmeEn: 'README.txt',
  manifest: 'manifeste.json',
  index: 'index.html',
  documents: 'documents.csv',
  payments: 'paiements.csv',
  closures: 'clotures.csv',
  bookClosings: 'livres.csv',
  sums: 'SHA256SUMS',
  signature: 'signature.json',
} as const;

/**
 * Whether a checker needs the bytes of a member. Those of index files, of the lines of the books
 * and of comments may be many, and are only hashed.
 */
export const isReadWhole = (name: string): boolean =>
  !/^[^/]+\.csv$|^index\.html$|^SHA256SUMS$|^livres\/(cloture-.*|commentaires)\.jsonl$/.test(name);

export const keyMember = (keyId: string): string => `cles/${keyId}.pem`;
export const linksMember = (part: number): string => `chaine/${padded(part)}.jsonl`;
export const otherLinksMember = (part: number): string => `chaine/autres-${padded(part)}.jsonl`;
export const paymentsMember = (part: number): string => `paiements/${padded(part)}.jsonl`;
export const documentMember = (document: { number: string; id: string }): string =>
  `documents/${folderOf(document)}.json`;
export const closureMember = ({ kind, period }: { kind: string; period: string }): string =>
  `clotures/${kind}-${period}.json`;
/** Of the closing of the books with a number: what it states, and the lines it froze. */
export const bookMembers = (number: number) => {
  const path = `livres/cloture-${padded(number)}`;
  return {
    closing: `${path}.json`,
    receipts: `${path}-recettes.jsonl`,
    purchases: `${path}-achats.jsonl`,
    mileage: `${path}-kilometres.jsonl`,
  };
};

/** Opening balances that were typed, a line each. */
export const openingsMember = (part: number): string => `livres/reprises-${padded(part)}.jsonl`;
export const isOpeningsMember = (name: string): boolean => /^livres\/reprises-\d{6}\.jsonl$/.test(name);
/** What people wrote about entries of the books, a line each; only if they wrote something. */
export const COMMENTS_MEMBER = 'livres/commentaires.jsonl';

/**
 * The path of a rendered document or electronic invoice:
 * `fichiers/F-2026-0001/F-2026-0001.fr.facturx.pdf`.
 */
export function renderingMember(document: { number: string; id: string }, rendered: Rendered): string {
  const folder = folderOf(document);
  const { format, locale, canceled } = rendered;
  return `fichiers/${folder}/${folder}.${locale}${canceled ? '.annule' : ''}.${extensions[format]}`;
}

/** The path of an attachment. `place` counts from 1. */
export const attachmentMember = (
  document: { number: string; id: string },
  place: number,
  { name, extension }: Pick<Attachment, 'name' | 'extension'>,
): string =>
  `fichiers/${folderOf(document)}/pj-${place}-${plain(name.replace(/\.[^.]*$/, '')).slice(0, 30)}.${extension}`;

export const extensions = {
  pdf: 'pdf',
  signed: 'signe.pdf',
  facturx: 'facturx.pdf',
  cii: 'cii.xml',
  ubl: 'ubl.xml',
} as const;

/**
 * A document number as a file name valid on every system; if it was changed or cut, the id is
 * added.
 */
function folderOf({ number, id }: { number: string; id: string }): string {
  const name = plain(number).slice(0, FOLDER_CHARACTERS_MAX);
  return name === number ? name : `${name}-${id.slice(-12)}`;
}

/** Keeps paths below 100 bytes, which every tar reader supports. */
const FOLDER_CHARACTERS_MAX = 24;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+/, '');

const padded = (part: number): string => String(part).padStart(6, '0');

/** The rendering of a document's file. */
export type Rendered = { readonly format: KeptFormat; readonly locale: string; readonly canceled: boolean };

/** The digest of a rendering in the audit chain: `sha256` is the hex digest of its bytes. */
export const digestOfRendering = (documentId: string, rendered: Rendered, sha256: string): string => {
  const { format, locale, canceled } = rendered;
  return sha256Hex(canonicalJson({ id: documentId, format, locale, canceled, sha256 }));
};

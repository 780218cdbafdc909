import { openCsv } from '../bank-files/csv/open-csv.ts';
import { UnreadableFile } from '../bank-files/unreadable-file.ts';
import type { ImportFileFault, ImportFileType, ReadImportFile } from '../domain/billing/past/foreign-document.ts';
import { genericFormat } from './formats/generic.ts';
import { documentFormats } from './formats/index.ts';
import { FEC_SIGNATURE, readFec } from './read-fec.ts';
import { recognized } from './recognized-file.ts';
import type { DocumentFormat } from './tables/document-format.ts';
import { type FoundTable, foreignList, hasSignature, headerRows, placesOf } from './tables/find-table.ts';
import { joinedParts } from './tables/join-parts.ts';
import type { OpenedTables } from './tables/open-tables.ts';
import { readDocuments } from './tables/read-documents.ts';

type Result = ReadImportFile | { readonly fault: ImportFileFault };

/** Recognizes the tables of a file, and reads the documents of the first that lists some. */
export async function readTables({ tables, text }: OpenedTables, type: ImportFileType): Promise<Result> {
  const candidates = tables.flatMap(headerRows);
  const entries = candidates.find((table) => hasSignature(table, FEC_SIGNATURE));
  if (entries) return readFec(entries);
  for (const table of candidates) {
    const format = documentFormats.find(({ signature }) => hasSignature(table, signature));
    if (format) return documentsIn(...joinedParts(table, format, candidates), type);
  }
  for (const table of candidates) {
    const list = foreignList(table);
    if (list) return recognized(type, list.content, { source: list.format.source, rows: table.body.length });
    const own = ownList(table);
    if (own) return recognized(type, own, { rows: table.body.length });
  }
  const best = candidates.filter(isListOfDocuments).toSorted((a, b) => meaningsOf(b) - meaningsOf(a))[0];
  if (best) return documentsIn(best, genericFormat, type);
  if (text !== undefined && (await isBankStatement(text))) return recognized(type, 'bank_statement');
  return recognized(type, 'unknown', { rows: tables.reduce((all, { rows }) => all + rows.length, 0) });
}

async function documentsIn(table: FoundTable, format: DocumentFormat, type: ImportFileType): Promise<Result> {
  if (placesOf(table.headers, format).has('supplier'))
    return recognized(type, 'purchases', { source: format.source, rows: table.body.length });
  const read = await readDocuments(table, format);
  if (!read) return { fault: 'too_large' };
  return { ...recognized(type, 'documents', { source: format.source }), ...read };
}

const meaningsOf = ({ headers }: FoundTable): number => placesOf(headers, genericFormat).size;

/** Whether the headers name what every list of documents has. */
function isListOfDocuments({ headers }: FoundTable): boolean {
  const places = placesOf(headers, genericFormat);
  const states = (...members: readonly Parameters<typeof places.has>[0][]): boolean =>
    members.some((each) => places.has(each));
  return (
    states('number') &&
    states('issuedOn') &&
    states('net', 'total', 'lineNet', 'lineTotal') &&
    states('customerName', 'company', 'lastName', 'vat', 'net', 'supplier')
  );
}

/** Our own lists, in French and English. */
const OWN_LISTS: readonly { readonly content: 'customers' | 'products'; readonly signature: readonly string[] }[] = [
  { content: 'customers', signature: ['Genre', 'Raison sociale', 'Nom', 'Prénom'] },
  { content: 'customers', signature: ['kind', 'name', 'lastname', 'firstname'] },
  { content: 'products', signature: ['Désignation', 'Type', 'Unité', 'TVA'] },
  { content: 'products', signature: ['designation', 'type', 'unit', 'vatCode'] },
];

const ownList = (table: FoundTable): 'customers' | 'products' | undefined =>
  OWN_LISTS.find(({ signature }) => hasSignature(table, signature))?.content;

/** Whether the columns are those of a bank: a day, a label and an amount. */
async function isBankStatement(text: string): Promise<boolean> {
  try {
    return (await openCsv(text)).guess !== undefined;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

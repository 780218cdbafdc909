import type { ForeignKind } from '../../domain/billing/past/foreign-document.ts';
import type { ImportSource } from '../../domain/import-source.ts';
import type { DateOrder } from '../../domain/payments/bank/csv-columns.ts';
import type { DocumentState } from '../read-words.ts';

/** What a column of a list can state: of a document, a line, a payment or the customer. */
export type DocumentMember =
  | ('number' | 'key' | 'kind' | 'state' | 'issuedOn' | 'dueOn' | 'title' | 'currency' | 'corrects' | 'sold')
  | ('net' | 'vat' | 'total' | 'rate')
  | ('lineText' | 'lineNet' | 'lineVat' | 'lineTotal' | 'lineRate')
  | ('paid' | 'balance' | 'paidOn' | 'isPaid' | 'method' | 'paymentAmount')
  | ('customerKey' | 'customerName' | 'company' | 'firstName' | 'lastName' | 'email' | 'siren' | 'vatNumber')
  | ('address' | 'complement' | 'zipCode' | 'city' | 'country')
  /** Its presence says that the list is one of purchases. */
  | 'supplier';

/** The names of each column, as headers are written. */
export type DocumentColumns = Readonly<Partial<Record<DocumentMember, readonly string[]>>>;

/** Another sheet of the same workbook, whose rows belong to the documents with their number. */
type FormatPart = { readonly signature: readonly string[]; readonly columns: DocumentColumns };

/** A list of documents as a program exports it. */
export type DocumentFormat = {
  readonly source?: ImportSource;
  /** Headers that a table must all have to be recognized. */
  readonly signature: readonly string[];
  readonly columns: DocumentColumns;
  readonly parts?: readonly FormatPart[];
  /** The order of day and month, if the program always writes the same. */
  readonly dateOrder?: DateOrder;
  /** The kind of every document, if the program has one list for each kind. */
  readonly kind?: ForeignKind;
  /** Codes of the program, in lower case; words are known to all formats. */
  readonly kinds?: Readonly<Record<string, ForeignKind>>;
  readonly states?: Readonly<Record<string, DocumentState>>;
};

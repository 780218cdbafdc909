import type { Kind } from './kind.ts';
import type { Locale } from './locale.ts';

/** The drafts that are created from another document. */
export type Copy = 'advance' | 'final_invoice' | 'credit_note' | 'duplicate' | 'recurrence';

/** The size of a text: one line or several, and a maximum length that `src/schemas` defines. */
export type TextSize = 'line' | 'name' | 'note' | 'terms';

/** The label of a text on paper. The French one is also used in e-invoices and exports. */
type PaperLabel = Readonly<Record<Locale, string>>;

/** The properties of one text field that several parts of the service need. */
type TextRow = {
  /** Its name in the API. */
  readonly json: string;
  /** Its description in the API, one sentence. */
  readonly meaning: string;
  /** An example in the API description. */
  readonly example?: string;
  readonly size: TextSize;
  /** The drafts that take it over from the document they are created from. */
  readonly copied: readonly Copy[];
  /**
   * The term of EN 16931: the buyer reference (BT-10), the contract (BT-12), the order (BT-13), a
   * note (BT-22), the payment means (BT-82). Absent: not in e-invoices.
   */
  readonly term?: 'BT-10' | 'BT-12' | 'BT-13' | 'BT-22' | 'BT-82';
  /** Whether the search of documents finds it. */
  readonly isSearched: boolean;
  /** The dialog of the editor that shows it; `own`: code of its own. */
  readonly edited: 'notes' | 'terms' | 'own';
} & (
  | {
      /** Printed with this label, beside the number of the document. */
      readonly printed: PaperLabel;
      /** Whether the export of documents has a column for it. */
      readonly isExported: boolean;
    }
  | {
      /** Where it is printed: as a note, on the page of terms, or by code of its own. */
      readonly printed: 'above lines' | 'below lines' | 'terms' | 'own';
      readonly isExported: false;
    }
) &
  (
    | {
        /** In `billingLegals` of the API, with a default in the settings of the account. */
        readonly in: 'legals';
        readonly kinds: 'all';
      }
    | {
        /** A member of the document, without a default. */
        readonly in: 'document';
        /** The kinds that have it. A field of some kinds is set by updates, not on creation. */
        readonly kinds: 'all' | readonly Kind[];
      }
  );

export const EVERY_COPY = [
  'advance',
  'final_invoice',
  'credit_note',
  'duplicate',
  'recurrence',
] as const satisfies readonly Copy[];
/** A credit note reverses the sale that these texts were about. */
const ALL_BUT_CREDIT_NOTE: readonly Copy[] = ['advance', 'final_invoice', 'duplicate', 'recurrence'];

/**
 * The text fields of a document outside its lines, one row each. Types, schemas, JSON, copies, PDF,
 * search, export, e-invoice and editor read these rows. Texts are content: finalization freezes
 * them. To add a field, follow the recipe in CONTRIBUTING.md.
 */
const textFields = {
  headerNote: {
    json: 'headerNote',
    meaning: 'The text above the lines.',
    in: 'legals',
    kinds: 'all',
    size: 'note',
    copied: ALL_BUT_CREDIT_NOTE,
    printed: 'above lines',
    term: 'BT-22',
    isSearched: false,
    isExported: false,
    edited: 'notes',
  },
  footerNote: {
    json: 'footerNote',
    meaning: 'The text below the lines.',
    in: 'legals',
    kinds: 'all',
    size: 'note',
    copied: ALL_BUT_CREDIT_NOTE,
    printed: 'below lines',
    term: 'BT-22',
    isSearched: false,
    isExported: false,
    edited: 'notes',
  },
  generalTerms: {
    json: 'generalTermsAndConditionsOfSale',
    meaning: 'The terms of sale, on a page of their own.',
    in: 'legals',
    kinds: 'all',
    size: 'terms',
    copied: ALL_BUT_CREDIT_NOTE,
    printed: 'terms',
    isSearched: false,
    isExported: false,
    edited: 'notes',
  },
  mediator: {
    json: 'mentionMediator',
    meaning: 'The consumer mediator (C. conso. art. L616-1); by default the one of the account.',
    in: 'legals',
    kinds: 'all',
    size: 'note',
    copied: EVERY_COPY,
    printed: 'own',
    term: 'BT-22',
    isSearched: false,
    isExported: false,
    edited: 'notes',
  },
  otherPaymentMethod: {
    json: 'otherPaymentMethod',
    meaning: 'The name of the payment method `other`.',
    in: 'legals',
    kinds: 'all',
    size: 'name',
    copied: EVERY_COPY,
    printed: 'own',
    term: 'BT-82',
    isSearched: false,
    isExported: false,
    edited: 'own',
  },
  /** The customer's purchase order (C. com. art. L441-9). */
  orderNumber: {
    json: 'customerOrderNumber',
    meaning: 'The number of the customer’s own order.',
    example: 'PO-2026-118',
    in: 'document',
    kinds: 'all',
    size: 'line',
    copied: EVERY_COPY,
    printed: {
      fr: 'Votre n° de commande',
      en: 'Your order no.',
      de: 'Ihre Bestellnummer',
      it: 'Vostro ordine n.',
      nl: 'Uw bestelnummer',
      pt: 'N.º da sua encomenda',
      es: 'N.º de su pedido',
    },
    term: 'BT-13',
    isSearched: true,
    isExported: false,
    edited: 'terms',
  },
  /** The department that executes the order (service exécutant). */
  serviceCode: {
    json: 'serviceCode',
    meaning: 'The code of the department of a public body that pays the invoice.',
    example: 'SERVICE-12',
    in: 'document',
    kinds: 'all',
    size: 'line',
    copied: EVERY_COPY,
    printed: {
      fr: 'Code service',
      en: 'Department code',
      de: 'Dienststellencode',
      it: 'Codice servizio',
      nl: 'Dienstcode',
      pt: 'Código do serviço',
      es: 'Código de servicio',
    },
    term: 'BT-10',
    isSearched: true,
    isExported: false,
    edited: 'terms',
  },
  /** The contract, or the public procurement contract (marché public). */
  contractNumber: {
    json: 'contractNumber',
    meaning: 'The number of the contract or the public procurement contract.',
    example: 'M-2026-042',
    in: 'document',
    kinds: 'all',
    size: 'line',
    copied: EVERY_COPY,
    printed: {
      fr: 'N° de contrat ou de marché',
      en: 'Contract no.',
      de: 'Vertragsnummer',
      it: 'Contratto n.',
      nl: 'Contractnummer',
      pt: 'N.º do contrato',
      es: 'N.º de contrato',
    },
    term: 'BT-12',
    isSearched: true,
    isExported: false,
    edited: 'terms',
  },
  description: {
    json: 'description',
    meaning: 'The text below the title of the advance.',
    in: 'document',
    kinds: ['advance'],
    size: 'note',
    copied: [],
    printed: 'own',
    isSearched: false,
    isExported: false,
    edited: 'own',
  },
} as const satisfies Readonly<Record<string, TextRow>>;

export type TextField = keyof typeof textFields;
export const textFieldNames = Object.keys(textFields) as readonly TextField[];

/** The properties of a text field. */
export const textRow = (field: TextField): TextRow => textFields[field];

/** Whether a kind of document has a text field. */
export const hasText = (kind: Kind, field: TextField): boolean => {
  const { kinds } = textRow(field);
  return kinds === 'all' || kinds.includes(kind);
};

/** The rows as their literal types. */
export type TextRows = typeof textFields;
export type LegalText = { [F in TextField]: TextRows[F]['in'] extends 'legals' ? F : never }[TextField];
export type DocumentText = Exclude<TextField, LegalText>;
/** Texts outside the legals that every kind has, and those that only some kinds have. */
export type CommonText = { [F in DocumentText]: TextRows[F]['kinds'] extends 'all' ? F : never }[DocumentText];
export type OwnText<K extends Kind> = {
  [F in Exclude<DocumentText, CommonText>]: K extends TextRows[F]['kinds'][number] ? F : never;
}[Exclude<DocumentText, CommonText>];

/** The members that hold the texts of a document. */
export type LegalTexts = { readonly [F in LegalText]?: string };
export type CommonTexts = { readonly [F in CommonText]?: string };
export type OwnTexts<K extends Kind> = { readonly [F in OwnText<K>]?: string };

export const legalTextNames = textFieldNames.filter((field): field is LegalText => textRow(field).in === 'legals');
export const documentTextNames = textFieldNames.filter(
  (field): field is DocumentText => textRow(field).in === 'document',
);

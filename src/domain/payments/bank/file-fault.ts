/** Why a file cannot be read as a statement at all. */
const bankFileFaults = [
  'unknown_format',
  'encoding',
  'nul',
  'empty',
  'cut_short',
  'broken_xml',
  'document_type',
  'too_deep',
  'quote',
  'columns',
  'no_statement',
  'attributes',
  'ragged',
  'too_costly',
  // Recognized, and not read: the answer names the form that is.
  'old_excel',
  'open_document',
  'broken_excel',
  'excel_too_large',
  'archive',
  'pdf',
  'qif',
  'mt940',
  'cfonb',
  'camt054',
  'web_page',
] as const;

/** Fields of a line, or of the statement around it, that must say what they say. */
const bankFields = ['account', 'currency', 'date', 'value_date', 'amount', 'direction', 'balance', 'column'] as const;
export type BankField = (typeof bankFields)[number];

/** What a field must be, and is not. */
const bankRules = [
  'missing',
  'unreadable',
  'too_large',
  'other_currency',
  'both_sides',
  'contradicts',
  'other_columns',
] as const;

/**
 * Why a file is not taken: all of it cannot be read, or one field of one line. `row` counts lines of the text from 1, in a CSV file
 * rows as a spreadsheet numbers them.
 */
export type BankFileFault =
  | { readonly fault: (typeof bankFileFaults)[number]; readonly row?: number }
  | {
      readonly fault: 'field';
      readonly row: number;
      readonly field: BankField;
      readonly rule: (typeof bankRules)[number];
    };

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
  // Recognized but not supported: the error names the supported format.
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

/** Fields of a line or of the statement that can be invalid. */
const bankFields = ['account', 'currency', 'date', 'value_date', 'amount', 'direction', 'balance', 'column'] as const;
export type BankField = (typeof bankFields)[number];

/** The rule a field violates. */
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
 * Why a file is refused: as a whole, or because of one field of one line. `row` counts text lines
 * from 1; in a CSV file, rows as numbered by a spreadsheet.
 */
export type BankFileFault =
  | { readonly fault: (typeof bankFileFaults)[number]; readonly row?: number }
  | {
      readonly fault: 'field';
      readonly row: number;
      readonly field: BankField;
      readonly rule: (typeof bankRules)[number];
    };

import type { BankField, BankFileFault } from '../domain/payments/bank/file-fault.ts';

/** Stops reading a file from anywhere; `readBankFile` returns the fault. */
export class UnreadableFile extends Error {
  readonly said: BankFileFault;
  constructor(text: BankFileFault) {
    super(`the file cannot be read: ${text.fault}`);
    this.said = text;
  }
}

type FieldRule = Extract<BankFileFault, { fault: 'field' }>['rule'];

/** One field of one line is invalid. */
export const invalidField = (row: number, field: BankField, rule: FieldRule): UnreadableFile =>
  new UnreadableFile({ fault: 'field', row, field, rule });

/** Thrown when a file has more of something than the limit, to stop reading. */
export class FileTooLong extends Error {
  readonly limit: number;
  readonly of: 'lines' | 'statements';
  constructor(limit: number, of: 'lines' | 'statements') {
    super(`more than ${limit} ${of}`);
    this.limit = limit;
    this.of = of;
  }
}

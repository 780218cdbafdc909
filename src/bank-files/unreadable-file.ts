import type { BankField, BankFileFault } from '../domain/payments/bank/file-fault.ts';

/** Ends the reading of a file, from wherever in it: `readBankFile` answers what it says. */
export class Unreadable extends Error {
  readonly said: BankFileFault;
  constructor(said: BankFileFault) {
    super(`the file cannot be read: ${said.fault}`);
    this.said = said;
  }
}

type FieldRule = Extract<BankFileFault, { fault: 'field' }>['rule'];

/** One field of one line is not what it must be. */
export const invalidField = (row: number, field: BankField, rule: FieldRule): Unreadable =>
  new Unreadable({ fault: 'field', row, field, rule });

/** A fault to plant in a rule of the domain: one text of a source file, and its replacement. */
export type PlantedFault = {
  /** The consequence for a business. */
  readonly fault: string;
  readonly subject: string;
  readonly file: string;
  /**
   * Occurs exactly once in the file. Keep it short, so that it survives changes of names and
   * comments around it.
   */
  readonly text: string;
  readonly replacement: string;
};

/** The faults that would harm a business most. The test file next to each rule must detect them. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'Half a cent is rounded toward zero instead of away from it',
    subject: 'money',
    file: 'src/domain/money/rounding.ts',
    text: '< Math.abs(unit)',
    replacement: '<= Math.abs(unit)',
  },
  {
    fault: 'An amount that is split loses the cents that do not divide',
    subject: 'money',
    file: 'src/domain/money/allocate.ts',
    text: 'share.floor += 1',
    replacement: 'share.floor += 0',
  },
  {
    fault: 'VAT is calculated once for the document, at the rate of its first line',
    subject: 'VAT',
    file: 'src/domain/billing/document/totals/totals.ts',
    text: 'places.get(keyOf(line))',
    replacement: '[...places.values()][0]',
  },
  {
    fault: 'The discount is taken off after VAT: VAT is owed on money nobody pays',
    subject: 'totals',
    file: 'src/domain/billing/document/totals/totals.ts',
    text: 'figuresOf(after)',
    replacement:
      '{ ...figuresOf(after), excluded: { ...figuresOf(after).excluded, vat: figuresOf(before).excluded.vat } }',
  },
  {
    fault: 'The numbers of invoices have gaps: 3 follows 1',
    subject: 'numbering',
    file: 'src/domain/billing/numbering/next-number.ts',
    text: 'last + 1',
    replacement: 'last + 2',
  },
  {
    fault: 'The year of a number is that of the clock, not of the day of issue',
    subject: 'numbering',
    file: 'src/domain/billing/document/group/finalize.ts',
    text: 'datesOf(draft, facts.now, facts.settings.zone).emittedOn',
    replacement: 'new Date(facts.now * 1000).toISOString()',
  },
  {
    fault: 'A test invoice gets a number of the live series',
    subject: 'numbering',
    file: 'src/domain/billing/document/group/finalize.ts',
    text: 'document.test)',
    replacement: 'false)',
  },
  {
    fault: 'A credit note may exceed what is left of its invoice',
    subject: 'credit notes',
    file: 'src/domain/billing/credit-note/remaining-credit.ts',
    text: 'isWithin(part, rest) && ',
    replacement: '',
  },
  {
    fault: 'An advance that was credited is still deducted in full',
    subject: 'advances',
    file: 'src/domain/billing/invoice/current-deductions.ts',
    text: 'restToCredit(advance)',
    replacement: 'advance.totals.breakdown',
  },
  {
    fault: 'The advances are deducted twice from what is left to pay',
    subject: 'advances',
    file: 'src/domain/billing/invoice/remaining-amounts.ts',
    text: 'minus(breakdown, deducted)',
    replacement: 'minus(minus(breakdown, deducted), deducted)',
  },
  {
    fault: 'An advance may ask for more than is left of its estimate',
    subject: 'advances',
    file: 'src/domain/billing/advance/advance-amount.ts',
    text: 'if (amount > all)',
    replacement: 'if (amount > all * 2)',
  },
  {
    fault: 'An estimate that is not signed is billed as if it were',
    subject: 'estimates',
    file: 'src/domain/billing/invoice/new-final-invoice.ts',
    text: "estimate.state !== 'signed' || ",
    replacement: '',
  },
  {
    fault: '30 days end of month goes to the end of the month before it adds the days',
    subject: 'due dates',
    file: 'src/domain/billing/document/terms/due-date.ts',
    text: '? endOfMonth(day)',
    replacement: '? addDays(endOfMonth(emittedOn), rule.days)',
  },
  {
    fault: 'An invoice is paid once anything was paid on it',
    subject: 'payments',
    file: 'src/domain/payments/pay-off.ts',
    text: 'isPaid: remaining === 0',
    replacement: 'isPaid: remaining >= 0',
  },
  {
    fault: 'An invoice to a company may leave out the penalties for late payment',
    subject: 'legal mentions',
    file: 'src/domain/billing/document/terms/missing-payment-terms.ts',
    text: ': !isRequired)',
    replacement: ': !isRequired || term === null)',
  },
  {
    fault: 'An invoice without VAT is finalized without saying why',
    subject: 'requirements',
    file: 'src/domain/billing/document/checks/requirements.ts',
    text: 'rateOf(code) === 0',
    replacement: 'rateOf(code) < 0',
  },
];

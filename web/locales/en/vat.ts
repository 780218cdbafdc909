import type { words as french } from '../fr/vat.ts';

/** The VAT return. */
export const words: typeof french = {
  title: 'VAT return',
  book: 'Receipts book',
  see: 'See',
  intro:
    'The lines of the form with the amounts to enter on impots.gouv.fr, from your documents, receipts and purchases. Each line opens the list of what makes it. Facturier sends nothing to the tax office.',
  period: 'Period',
  quarter: (place, year) => `Quarter ${place} of ${year}`,
  year: (year) => `Year ${year}`,
  forms: { ca3: 'Form 3310-CA3', ca12: 'Form 3517-S (CA12)' },
  states: {
    running: (opensOn, dueOn) => `This period is not over: declare it from ${opensOn}, until ${dueOn}.`,
    open: (_, dueOn) => `Declare and pay it until ${dueOn}, even if the amount is 0.`,
    past: (_, dueOn) => `It was to be declared and paid until ${dueOn}.`,
  },
  dayHint: 'Your professional account at impots.gouv.fr shows the day that counts for you.',
  sums: { due: 'VAT to pay', credit: 'Credit to carry over' },
  lines: 'Lines of the form',
  heads: { line: 'Line', base: 'Base without tax', tax: 'Tax' },
  sections: {
    taxed: 'Taxed operations',
    untaxed: 'Operations without VAT',
    gross: 'VAT before deductions',
    deductible: 'Deductible VAT',
    result: 'Result',
  },
  all: (count) => `Show the ${count} lines at 0 too`,
  fewer: 'Hide the lines at 0',
  copy: (euros, line) => `Copy ${euros}, line ${line}`,
  copied: (euros) => `${euros} copied`,
  notCopied: 'The browser does not allow copying: select the amount.',
  computed: (lines) => `computed: ${lines}`,
  withoutRate: (count) =>
    count === 1
      ? 'One piece counts as 0: its exchange rate to the euro is not known.'
      : `${count} pieces count as 0: their exchange rates to the euro are not known.`,
  leftOut: {
    margin: (net) =>
      `${net} sold under a margin scheme or by a travel agency: compute it yourself, the margin is on no document. A margin entered as takings is counted.`,
    franchise: (net) => `${net} invoiced under the franchise (art. 293 B): outside the return.`,
    reported_before: (net) => `${net} of invoices whose sale was in the takings before: counted once.`,
  },
  withoutLine: (net) =>
    `${net} of operations without a line on this form, such as goods acquired in the Union on the CA12: ask your tax office.`,
  credit: {
    title: 'Credit of the period before',
    label: 'Credit carried over',
    hint: (since) =>
      `Computed since ${since}. If your last return says otherwise, enter its credit in whole euros, less the refund you asked for.`,
    stated: 'The amount that you stated.',
  },
  union: {
    services: 'European statement of services (DES)',
    goods: 'VAT summary of goods (état récapitulatif)',
    intro: 'To be filed on douane.gouv.fr: the total of each business customer in the Union, month by month.',
    month: 'Month',
    customer: 'Customer',
    amount: 'Amount',
    dueOn: (day) => `until ${day}`,
    noNumber: 'VAT number missing',
    due: (month, day) => `Sales of ${month}, to be stated on douane.gouv.fr by ${day}.`,
  },
  notCovered: {
    title: 'Not computed',
    items: [
      'The margin on second-hand goods and of travel agencies, imports, purchases in suspension of VAT.',
      'Deduction coefficients, goods taken for own use, other taxes (annex 3310-A).',
      'The rates that only Corsica has, and the instalments of the CA12.',
      'Requests to refund a credit (form 3519).',
    ],
    deduction:
      'VAT that you owe for a supplier (subcontractor in construction, European Union, abroad) is what you state in the register of purchases: lines A2, A3, B2, B4 and 17 of the CA3, or 13, AB and AC of the CA12. VAT on purchases is deducted on the day they are paid, from the register of purchases: equipment above €500 without tax as capital goods, all other purchases as other goods and services.',
  },
  none: {
    franchise:
      'You are under the franchise: you charge no VAT and have no VAT return to make for this period, as long as your turnover stays below the thresholds.',
    exempt: 'Your activity is exempt: you charge no VAT and have no VAT return to make for this period.',
    abroad:
      'VAT that you owe for a supplier (services from abroad, goods of the Union, subcontractors in construction) is declared and paid under the franchise or an exemption too, without deduction. State it in the register of purchases: the return then appears here for its month. If you exceed a threshold, change your regime in the settings.',
    settings: 'VAT regime',
  },
  simplifiedEnds:
    'The simplified regime ends on 31 December 2026: from January 2027, VAT is declared by quarter on the CA3.',
  pieces: {
    title: (line) => `Line ${line}`,
    caption: 'What makes the line',
    nothing: 'Nothing in this line for this period.',
    on: 'Date',
    what: 'Operation',
    name: 'Customer or supplier',
    reference: 'Piece',
    base: 'Base',
    tax: 'Tax',
    events: { issued: 'Document issued', purchase: 'Purchase' },
  },
  card: { title: 'Next VAT return', running: 'To set aside, this period' },
};

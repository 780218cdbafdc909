import type { VatBox } from './vat-entry.ts';

/** The monthly or quarterly form 3310-CA3, and the yearly form 3517-S (CA12). */
export const vatForms = ['ca3', 'ca12'] as const;
export type VatForm = (typeof vatForms)[number];

/** The parts of a form, in order. */
export const vatSections = ['taxed', 'untaxed', 'gross', 'deductible', 'result'] as const;
export type VatSection = (typeof vatSections)[number];

/** A line that adds up entries: of some boxes, and of one rate in basis points if it has one. */
export type EntryLine = {
  readonly name: string;
  readonly section: VatSection;
  readonly fr: string;
  readonly en: string;
  /** The amounts the form asks for. */
  readonly asks: 'base' | 'tax' | 'both';
  readonly boxes: readonly VatBox[];
  readonly rate?: number;
  /** Only for businesses overseas that have their own rates, or only for others. */
  readonly overseas?: boolean;
  /** Part of another line, and not added up again. */
  readonly isMemo?: true;
};

/** A line computed from others. */
export type ResultLine = Omit<EntryLine, 'boxes' | 'rate' | 'overseas' | 'isMemo' | 'asks'> & {
  readonly asks: 'base' | 'tax';
};

export type FormLines = {
  /** The first day of the periods that use this form. */
  readonly since: string;
  readonly source: string;
  readonly entryLines: readonly EntryLine[];
  readonly results: Readonly<Record<ResultName, ResultLine | undefined>>;
};

/** The computed lines of a return. Their numbers differ between forms. */
export type ResultName =
  | 'taxedCorrection'
  | 'untaxedCorrection'
  | 'taxGross'
  | 'toPayBack'
  | 'grossTotal'
  | 'deductedCorrection'
  | 'creditBefore'
  | 'deductibleTotal'
  | 'credit'
  | 'due'
  | 'creditCarried'
  | 'toPay';

const taxedBoxes = ['sales', 'domestic_reverse_charge', 'foreign_services', 'union_goods', 'foreign_supplies'] as const;

const base = (name: string, section: 'taxed' | 'untaxed', fr: string, en: string, box: VatBox): EntryLine => ({
  ...{ name, section, fr, en, asks: 'base', boxes: [box] },
});
type AtRate = { readonly boxes: readonly VatBox[]; readonly rate: number; readonly overseas?: boolean };
const atRate = (name: string, fr: string, en: string, which: AtRate): EntryLine => ({
  ...{ name, section: 'gross', fr, en, asks: 'both' },
  ...which,
});
const owed = (name: string, fr: string, en: string, box: VatBox): EntryLine => ({
  ...{ name, section: 'gross', fr, en, asks: 'both', boxes: [box] },
});
const deducted = (name: string, fr: string, en: string, box: VatBox): EntryLine => ({
  ...{ name, section: 'deductible', fr, en, asks: 'tax', boxes: [box] },
});
const result = (name: string, section: VatSection, fr: string, en: string, asks: 'base' | 'tax' = 'tax') => ({
  ...{ name, section, fr, en, asks },
});

const ca3: readonly FormLines[] = [
  {
    since: '2022-01-01',
    source: 'Formulaire 3310-CA3-SD (cerfa 10963*31) et notice 3310-NOT-CA3-SD (50449#28)',
    entryLines: [
      base('A1', 'taxed', 'Ventes, prestations de services', 'Sales and services', 'sales'),
      base('A2', 'taxed', 'Autres opérations imposables', 'Other taxable operations', 'domestic_reverse_charge'),
      base(
        'A3',
        'taxed',
        'Achats de prestations de services réalisés auprès d’un assujetti non établi en France (art. 283-2 du CGI)',
        'Services bought from a business not established in France (CGI art. 283-2)',
        'foreign_services',
      ),
      base('B2', 'taxed', 'Acquisitions intracommunautaires', 'Goods acquired in the Union', 'union_goods'),
      base(
        'B4',
        'taxed',
        'Achats de biens ou de prestations de services réalisés auprès d’un assujetti non établi en France (art. 283-1 du CGI)',
        'Goods or services bought from a business not established in France (CGI art. 283-1)',
        'foreign_supplies',
      ),
      base('E1', 'untaxed', 'Exportations hors UE', 'Exports outside the Union', 'exports'),
      base('E2', 'untaxed', 'Autres opérations non imposables', 'Other operations without VAT', 'untaxed'),
      base(
        'F2',
        'untaxed',
        'Livraisons intracommunautaires à destination d’une personne assujettie – Ventes B to B',
        'Goods supplied to businesses in the Union',
        'union_supplies',
      ),
      atRate('08', 'Taux normal 20 %', 'Standard rate 20%', { boxes: taxedBoxes, rate: 2000 }),
      atRate('09', 'Taux réduit 5,5 %', 'Reduced rate 5.5%', { boxes: taxedBoxes, rate: 550 }),
      atRate('9B', 'Taux réduit 10 %', 'Reduced rate 10%', { boxes: taxedBoxes, rate: 1000 }),
      atRate('10', 'DOM – Taux normal 8,5 %', 'Overseas – standard rate 8.5%', { boxes: taxedBoxes, rate: 850 }),
      atRate('11', 'DOM – Taux réduit 2,1 %', 'Overseas – reduced rate 2.1%', {
        ...{ boxes: taxedBoxes, rate: 210, overseas: true },
      }),
      atRate('T6', 'France continentale – Taux 2,1 %', 'Mainland France – rate 2.1%', {
        ...{ boxes: taxedBoxes, rate: 210, overseas: false },
      }),
      {
        ...{ name: '17', section: 'gross', asks: 'tax', boxes: ['union_goods'], isMemo: true },
        fr: 'Dont TVA sur acquisitions intracommunautaires',
        en: 'of which VAT on goods acquired in the Union',
      },
      deducted('19', 'Biens constituant des immobilisations', 'Capital goods', 'capital_goods'),
      deducted('20', 'Autres biens et services', 'Other goods and services', 'other_deductible'),
    ],
    results: {
      taxedCorrection: result('B5', 'taxed', 'Régularisations', 'Adjustments', 'base'),
      untaxedCorrection: result('F8', 'untaxed', 'Régularisations', 'Adjustments', 'base'),
      taxGross: undefined,
      toPayBack: result('15', 'gross', 'TVA antérieurement déduite à reverser', 'VAT deducted before, to be paid back'),
      grossTotal: result('16', 'gross', 'Total de la TVA brute due', 'Total VAT due before deductions'),
      deductedCorrection: result('21', 'deductible', 'Autre TVA à déduire', 'Other VAT to deduct'),
      creditBefore: result(
        '22',
        'deductible',
        'Report du crédit apparaissant ligne 27 de la précédente déclaration',
        'Credit carried over from line 27 of the return before',
      ),
      deductibleTotal: result('23', 'deductible', 'Total TVA déductible', 'Total deductible VAT'),
      credit: result('25', 'result', 'Crédit de TVA (ligne 23 – ligne 16)', 'VAT credit (line 23 – line 16)'),
      due: result('TD', 'result', 'TVA due (ligne 16 – ligne 23)', 'VAT due (line 16 – line 23)'),
      creditCarried: result('27', 'result', 'Crédit de TVA à reporter', 'VAT credit to carry over'),
      toPay: result('28', 'result', 'TVA nette due', 'Net VAT due'),
    },
  },
];

const ca12: readonly FormLines[] = [
  {
    since: '2022-01-01',
    source: 'Formulaire 3517-S-SD (CA12) et notice 3517-S-NOT-SD (51306#16)',
    entryLines: [
      base('02', 'untaxed', 'Exportations hors UE', 'Exports outside the Union', 'exports'),
      base('03', 'untaxed', 'Autres opérations non imposables', 'Other operations without VAT', 'untaxed'),
      base(
        '04',
        'untaxed',
        'Livraisons intracommunautaires à destination d’une personne assujettie',
        'Goods supplied to businesses in the Union',
        'union_supplies',
      ),
      atRate('5A', 'Taux normal 20 %', 'Standard rate 20%', { boxes: ['sales'], rate: 2000 }),
      atRate('06', 'Taux réduit 5,5 %', 'Reduced rate 5.5%', { boxes: ['sales'], rate: 550 }),
      atRate('6C', 'Taux réduit 10 %', 'Reduced rate 10%', { boxes: ['sales'], rate: 1000 }),
      atRate('07', 'DOM – Taux normal 8,5 %', 'Overseas – standard rate 8.5%', { boxes: ['sales'], rate: 850 }),
      atRate('08', 'DOM – Taux réduit 2,1 %', 'Overseas – reduced rate 2.1%', {
        ...{ boxes: ['sales'], rate: 210, overseas: true },
      }),
      atRate('09', 'Opérations imposables à un taux particulier', 'Operations at another rate', {
        ...{ boxes: ['sales'], rate: 210, overseas: false },
      }),
      owed(
        'AB',
        'Achats de biens ou de prestations de services réalisés auprès d’un assujetti non établi en France (art. 283-1 du CGI)',
        'Goods or services bought from a business not established in France (CGI art. 283-1)',
        'foreign_supplies',
      ),
      owed(
        'AC',
        'Achats de prestations de services auprès d’un assujetti non établi en France (art. 283-2 du CGI)',
        'Services bought from a business not established in France (CGI art. 283-2)',
        'foreign_services',
      ),
      owed('13', 'Autres opérations imposables', 'Other taxable operations', 'domestic_reverse_charge'),
      deducted(
        '20',
        'Déductions sur factures – autres biens et services',
        'Other goods and services',
        'other_deductible',
      ),
      deducted('23', 'TVA déductible sur immobilisations', 'Capital goods', 'capital_goods'),
    ],
    results: {
      taxedCorrection: undefined,
      untaxedCorrection: undefined,
      taxGross: result('16', 'gross', 'Total de la taxe due', 'Total tax due'),
      toPayBack: result('18', 'gross', 'TVA antérieurement déduite à reverser', 'VAT deducted before, to be paid back'),
      grossTotal: result('19', 'gross', 'Total de la TVA brute due', 'Total VAT due before deductions'),
      deductedCorrection: result('25', 'deductible', 'Omissions ou compléments de déductions', 'Further deductions'),
      creditBefore: result(
        '24',
        'deductible',
        'Crédit antérieur non imputé et non remboursé',
        'Credit of the year before, neither used nor refunded',
      ),
      deductibleTotal: result('26', 'deductible', 'Total de la TVA déductible', 'Total deductible VAT'),
      credit: result('29', 'result', 'Crédit (ligne 26 – ligne 19)', 'Credit (line 26 – line 19)'),
      due: result('28', 'result', 'TVA due (ligne 19 – ligne 26)', 'VAT due (line 19 – line 26)'),
      creditCarried: undefined,
      toPay: undefined,
    },
  },
];

/** The lines of a form for a period that begins on a day; before the first row, the first. */
export function formLinesOn(form: VatForm, from: string): FormLines {
  const rows = form === 'ca3' ? ca3 : ca12;
  return rows.findLast(({ since }) => since <= from) ?? (rows[0] as FormLines);
}

/** The entry lines that a business has: overseas it has other lines for the rate of 2.1 %. */
export const entryLinesOf = (lines: FormLines, isOverseas: boolean): EntryLine[] =>
  lines.entryLines.filter(({ overseas }) => overseas === undefined || overseas === isOverseas);

/** The names of all lines with entries, of both forms. */
export const entryLineNames: readonly string[] = [
  ...new Set([...ca3, ...ca12].flatMap(({ entryLines }) => entryLines.map(({ name }) => name))),
];

/** Whether an entry is in a line. */
export const isInLine = ({ boxes, rate }: EntryLine, entry: { readonly box: VatBox; readonly rate: number }): boolean =>
  boxes.includes(entry.box) && (rate === undefined || rate === entry.rate);

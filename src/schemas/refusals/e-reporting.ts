import type { EReportingRefusal, ReportFault, ReportFaultName } from '../../domain/einvoicing/e-reporting/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** What is missing in a report, and how to fix it. */
const reportFaultTexts: Readonly<Record<ReportFaultName, BilingualText>> = {
  sellerSiret: {
    fr: 'Renseignez le SIRET de votre entreprise.',
    en: 'Fill in the SIRET of your business.',
  },
  sellerVatNumber: {
    fr: 'Renseignez votre numéro de TVA : vous facturez des entreprises à l’étranger. Les factures déjà émises sans ce numéro sont à remplacer.',
    en: 'Fill in your VAT number: you invoice businesses abroad. Invoices already issued without it must be replaced.',
  },
  creditNoteReference: {
    fr: 'Ces avoirs ne citent pas la facture qu’ils corrigent, avec sa date.',
    en: 'These credit notes do not name the invoice they correct, with its date.',
  },
  exemptionCode: {
    fr: 'Ces documents sont exonérés sans mention de TVA précise. Choisissez la mention qui s’applique.',
    en: 'These documents are exempt without a precise VAT mention. Choose the one that applies.',
  },
  euroRate: {
    fr: 'Le taux de change vers l’euro n’est pas connu à la date de ces documents.',
    en: 'The exchange rate to the euro is not known on the day of these documents.',
  },
};

const textOf = (faults: readonly ReportFault[], language: 'fr' | 'en'): string =>
  faults
    .map(({ name, numbers }) => {
      const text = reportFaultTexts[name][language];
      return numbers.length === 0 ? text : `${text} (${numbers.join(', ')})`;
    })
    .join(' ');

/** E-reports and takings without invoices. */
export const eReportingRefusals: Rows<EReportingRefusal> = {
  e_report_running: {
    code: 'e_report.period_running',
    status: 409,
    title: { fr: 'La période n’est pas terminée', en: 'The period is not over' },
    detail: ({ to }) => ({ fr: `Elle se termine le ${to}.`, en: `It ends on ${to}.` }),
    remedy: {
      fr: 'Transmettez ou téléchargez la déclaration après le dernier jour de la période. L’aperçu est disponible dès maintenant.',
      en: 'Send or download the report after the last day of the period. The preview is available now.',
    },
  },
  e_report_empty: {
    code: 'e_report.empty',
    status: 409,
    title: { fr: 'Rien à déclarer pour cette période', en: 'Nothing to report for this period' },
    remedy: {
      fr: 'N’envoyez rien : une période sans opération n’est pas déclarée.',
      en: 'Send nothing: a period without sales or receipts is not reported.',
    },
  },
  e_report_under_way: {
    code: 'e_report.under_way',
    status: 409,
    title: { fr: 'Une transmission est en cours pour cette période', en: 'A report of this period is on its way' },
    remedy: {
      fr: 'Attendez que la plateforme réponde, puis recommencez si les montants ont changé.',
      en: 'Wait until the platform answers, then send again if the figures have changed.',
    },
  },
  e_report_unchanged: {
    code: 'e_report.unchanged',
    status: 409,
    title: { fr: 'La plateforme a déjà ces montants', en: 'The platform already has these figures' },
    remedy: {
      fr: 'N’envoyez rien. Transmettez de nouveau si une vente ou un encaissement de la période change.',
      en: 'Send nothing. Send again if a sale or a receipt of the period changes.',
    },
  },
  e_report_incomplete: {
    code: 'e_report.incomplete',
    status: 409,
    title: { fr: 'Il manque des données pour cette déclaration', en: 'This report lacks data' },
    detail: ({ faults }) => ({ fr: textOf(faults, 'fr'), en: textOf(faults, 'en') }),
    remedy: {
      fr: 'Complétez ces données, puis recommencez.',
      en: 'Complete the data, then try again.',
    },
    members: ({ faults }) => ({ faults: faults.map(({ name, numbers }) => ({ name, numbers: [...numbers] })) }),
  },
  e_report_too_large: {
    code: 'e_report.too_large',
    status: 413,
    title: { fr: 'Période trop volumineuse', en: 'Period too large' },
    detail: ({ limit }) => ({
      fr: `Une déclaration contient au plus ${limit} documents ou paiements.`,
      en: `A report contains at most ${limit} documents or payments.`,
    }),
    remedy: {
      fr: 'Déposez vos factures et vos statuts « encaissée » sur votre plateforme agréée : elle établit la déclaration.',
      en: 'Deposit your invoices and their "paid" statuses at your approved platform, which makes the report.',
    },
    members: ({ limit }) => ({ limit }),
  },
  counter_sale_not_found: notFound('counter_sale', 'Recette introuvable', 'Takings not found'),
  counter_sale_replaced: {
    code: 'counter_sale.replaced',
    status: 409,
    title: { fr: 'Cette recette a déjà été corrigée', en: 'These takings were already corrected' },
    remedy: { fr: 'Corrigez la dernière saisie.', en: 'Correct the latest entry.' },
  },
  counter_sale_to_come: {
    code: 'counter_sale.in_future',
    status: 409,
    title: { fr: 'La recette est datée d’un jour à venir', en: 'The takings are dated in the future' },
    detail: ({ today }) => ({ fr: `Nous sommes le ${today}.`, en: `Today is ${today}.` }),
    remedy: {
      fr: 'Saisissez la recette du jour ou d’un jour passé.',
      en: 'Enter the takings of today or of an earlier day.',
    },
    pointer: () => '/on',
  },
  counter_sale_rate_unknown: {
    code: 'counter_sale.rate_unknown',
    status: 422,
    title: { fr: 'Ce taux de TVA n’existe pas', en: 'There is no such VAT rate' },
    detail: ({ rates }) => ({
      fr: `Taux possibles, en centièmes de pour cent : ${rates.join(', ')}.`,
      en: `Possible rates, in hundredths of a percent: ${rates.join(', ')}.`,
    }),
    remedy: { fr: 'Choisissez un de ces taux.', en: 'Choose one of these rates.' },
    pointer: () => '/rate',
    members: ({ rates }) => ({ rates: [...rates] }),
  },
  counter_sales_of_day_full: {
    code: 'counter_sale.limit_reached',
    status: 409,
    title: { fr: 'Trop de saisies pour ce jour', en: 'Too many entries for this day' },
    detail: ({ limit }) => ({
      fr: `Un jour a au plus ${limit} saisies, corrections comprises.`,
      en: `A day has at most ${limit} entries, corrections included.`,
    }),
    remedy: {
      fr: 'Regroupez les recettes du jour par taux de TVA.',
      en: 'Add up the takings of the day by VAT rate.',
    },
    pointer: () => '/on',
    members: ({ limit }) => ({ limit }),
  },
};

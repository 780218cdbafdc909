import type { RequestFault } from '../../../domain/payments/agency/request-faults.ts';
import type { BilingualText } from '../../bilingual-text.ts';

type Why = RequestFault['why'];

/** The remedy for something Urssaf would refuse, before it is sent. */
export function faultRemedyText(fault: RequestFault): BilingualText {
  if ('line' in fault) return remediesOfLine[fault.why](fault.line);
  if (fault.why === 'advance_too_large') return halfAtMost(fault.most);
  if (fault.why === 'day_to_come') return from(fault.from);
  return remedies[fault.why];
}

const remediesOfLine: Readonly<
  Record<Extract<RequestFault, { line: number }>['why'], (line: number) => BilingualText>
> = {
  negative_line: (line) => ({
    fr: `La ligne ${line} est négative, ce que l’Urssaf refuse. Faites une remise à la place.`,
    en: `Line ${line} is negative, which Urssaf does not accept. Give a discount instead.`,
  }),
  unit_of_line: (line) => ({
    fr: `Comptez la ligne ${line} à l’heure ou au forfait.`,
    en: `Count line ${line} by the hour or at a fixed rate.`,
  }),
};

const halfAtMost = (most: number): BilingualText => ({
  fr: `L’acompte ne peut pas dépasser la moitié des services à la personne, soit ${(most / 100).toFixed(2).replace('.', ',')} €.`,
  en: `The advance can be at most half of the personal services, €${(most / 100).toFixed(2)}.`,
});

const from = (day: string): BilingualText => ({
  fr: `L’Urssaf n’accepte pas de date future. La demande partira le ${day.split('-').reverse().join('/')}.`,
  en: `Urssaf does not accept future dates. The request will be sent on ${day}.`,
});

const remedies: Readonly<
  Record<Exclude<Why, 'negative_line' | 'unit_of_line' | 'advance_too_large' | 'day_to_come'>, BilingualText>
> = {
  nothing_to_ask: {
    fr: 'Aucune ligne payante n’est un service à la personne. Choisissez l’activité des lignes.',
    en: 'No line with a price is a personal service. Choose the personal service activity of the lines.',
  },
  not_in_euros: {
    fr: 'L’Urssaf ne paie qu’en euros. Facturez en euros.',
    en: 'Urssaf only pays in euros. Bill in euros.',
  },
  no_worker_number: {
    fr: 'Indiquez votre numéro SAP (SAP et 9 chiffres) ou votre SIRET dans Réglages › Entreprise.',
    en: 'Enter your SAP number (SAP and 9 digits) or your SIRET in Settings › Company.',
  },
  more_than_is_due: {
    fr: 'L’Urssaf paierait plus que le reste à payer. Indiquez comme acompte ce qui est déjà payé ou déduit.',
    en: 'Urssaf would pay more than the balance due. Enter what is already paid or deducted as the advance.',
  },
  period_reversed: {
    fr: 'La période travaillée finit avant de commencer. Corrigez les dates de la période.',
    en: 'The work period ends before it starts. Correct the dates of the period.',
  },
  period_over_months: {
    fr: 'L’Urssaf exige une demande par mois civil. Facturez chaque mois séparément.',
    en: 'Urssaf requires one request per calendar month. Bill each month separately.',
  },
};

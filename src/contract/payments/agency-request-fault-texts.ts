import type { RequestFault } from '../../domain/payments/agency/request-faults.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';

type Why = RequestFault['why'];

/** What to do about what the agency would refuse, before it is asked. */
export function remedyOfFault(fault: RequestFault): InTwoLanguages {
  if ('line' in fault) return remediesOfLine[fault.why](fault.line);
  if (fault.why === 'advance_too_large') return halfAtMost(fault.most);
  if (fault.why === 'day_to_come') return from(fault.from);
  return remedies[fault.why];
}

const remediesOfLine: Readonly<
  Record<Extract<RequestFault, { line: number }>['why'], (line: number) => InTwoLanguages>
> = {
  negative_line: (line) => ({
    fr: `La ligne ${line} est négative : l’Urssaf n’en prend pas, faites une remise à la place.`,
    en: `Line ${line} is negative: the Urssaf takes none, give a discount instead.`,
  }),
  unit_of_line: (line) => ({
    fr: `Comptez la ligne ${line} à l’heure ou au forfait.`,
    en: `Count line ${line} by the hour or at a fixed rate.`,
  }),
};

const halfAtMost = (most: number): InTwoLanguages => ({
  fr: `L’acompte ne passe pas la moitié des services à la personne : ${(most / 100).toFixed(2).replace('.', ',')} € au plus.`,
  en: `The advance is at most half of the personal services: €${(most / 100).toFixed(2)}.`,
});

const from = (day: string): InTwoLanguages => ({
  fr: `L’Urssaf n’accepte pas de jour à venir : la demande partira le ${day.split('-').reverse().join('/')}.`,
  en: `The Urssaf takes no day to come: the request will leave on ${day}.`,
});

const remedies: Readonly<
  Record<Exclude<Why, 'negative_line' | 'unit_of_line' | 'advance_too_large' | 'day_to_come'>, InTwoLanguages>
> = {
  nothing_to_ask: {
    fr: 'Aucune ligne payante n’est un service à la personne : choisissez l’activité des lignes.',
    en: 'No line that costs something is a personal service: choose the activity of its lines.',
  },
  not_in_euros: {
    fr: 'L’Urssaf ne paie qu’en euros : facturez en euros.',
    en: 'The Urssaf pays in euros only: bill in euros.',
  },
  no_worker_number: {
    fr: 'Indiquez votre numéro SAP (SAP et 9 chiffres) ou votre SIRET dans Réglages › Entreprise.',
    en: 'Say your SAP number (SAP and 9 digits) or your SIRET in Settings › Company.',
  },
  more_than_is_due: {
    fr: 'L’Urssaf paierait plus que ce qui reste dû : indiquez comme acompte ce qui est déjà payé ou déduit.',
    en: 'The Urssaf would pay more than is still due: say as the advance what is paid or deducted already.',
  },
  period_reversed: {
    fr: 'La période travaillée finit avant de commencer : corrigez ses dates.',
    en: 'The days worked end before they begin: correct them.',
  },
  period_over_months: {
    fr: 'L’Urssaf veut une demande par mois civil : facturez chaque mois à part.',
    en: 'The Urssaf wants one request a calendar month: bill each month apart.',
  },
};

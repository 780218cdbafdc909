/** Recurring invoices. */
export const words = {
  title: 'Récurrence',
  make: 'Rendre récurrente…',
  none: 'Aucune',
  states: { active: 'Active', paused: 'En pause', over: 'Terminée' },
  said: 'Une nouvelle facture est créée à chaque date, à 6 h, sur le modèle de celle-ci.',
  every: 'Tous les',
  count: 'Nombre',
  interval: 'Période',
  intervals: { day: 'jours', week: 'semaines', month: 'mois', year: 'ans' },
  pace: (count: number, interval: 'day' | 'week' | 'month' | 'year') => {
    const one = { day: 'Chaque jour', week: 'Chaque semaine', month: 'Chaque mois', year: 'Chaque année' };
    const many = { day: 'jours', week: 'semaines', month: 'mois', year: 'ans' };
    return count === 1 ? one[interval] : `Tous les ${count} ${many[interval]}`;
  },
  from: 'À partir du',
  fromHint:
    'Cette facture compte pour les dates jusqu’à la sienne ; la première nouvelle facture est créée à la date suivante.',
  to: 'Jusqu’au',
  how: 'À chaque date',
  hows: {
    draft: 'Créer un brouillon',
    finalized: 'Finaliser',
    sent: 'Finaliser et envoyer au client',
  },
  howsSaid: {
    draft: 'un brouillon, à finaliser',
    finalized: 'finalisée',
    sent: 'finalisée et envoyée',
    copied: 'finalisée et envoyée, copie pour vous',
  },
  inCopy: 'M’envoyer une copie',
  period: 'Période facturée, sur chaque ligne',
  billsPrevious: 'Facturer la période qui précède (le 1er novembre, celle d’octobre)',
  onLastDay: 'Le dernier jour du mois, quel que soit le jour de la première date',
  onLastDaySaid: 'le dernier jour du mois',
  billedPeriod: (days: { billsPreviousPeriod: boolean; onLastDayOfMonth: boolean }): string => {
    if (days.onLastDayOfMonth) return 'celle qui finit à la date';
    return days.billsPreviousPeriod ? 'celle qui précède la date' : 'celle qui commence à la date';
  },
  periodHint:
    '{période}, {mois} et {année} sont remplacés dans la langue de la facture. Laissez vide pour ne rien ajouter.',
  periodUsual: 'Période : {période}',
  abandon: 'Annuler',
  goNew: 'Rendre récurrente',
  goChanged: 'Enregistrer',
  made: 'Récurrence enregistrée',
  notACount: 'Un nombre entier, au moins 1.',
  noDay: 'Choisissez une date.',
  rows: { pace: 'Rythme', until: 'Jusqu’au', how: 'À chaque date', next: 'Prochaines', period: 'Période' },
  noNext: 'Aucune',
  stopped:
    'Mise en pause automatique : trois factures de suite n’ont pas pu être finalisées. Leurs brouillons indiquent ce qui manque.',
  change: 'Modifier',
  pause: 'Mettre en pause',
  paused: 'Récurrence en pause',
  resume: 'Reprendre',
  resumed: 'Récurrence reprise',
  end: 'Arrêter',
  endTitle: 'Arrêter la récurrence',
  endSaid: 'Plus aucune facture ne sera créée à partir de celle-ci. Les factures déjà créées restent.',
  ended: 'Récurrence arrêtée',
  occurrence: (day: string) => `Créée automatiquement pour le ${day}`,
  template: 'Voir la facture récurrente',
};

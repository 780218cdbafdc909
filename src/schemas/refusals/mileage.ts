import type { MileageUse } from '../../domain/books/mileage/mileage-use.ts';
import type { MileageRefusal } from '../../domain/books/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Where a member is: in the body, or in the replacement of a correction. */
const pointerTo = (member: string, { within }: { readonly within?: 'replacement' }): string =>
  within === undefined ? member : `/${within}${member}`;

const useNames: Readonly<Record<MileageUse, BilingualText>> = {
  log: { fr: 'un relevé sans effet', en: 'a log without effect' },
  deducted: { fr: 'une déduction', en: 'a deduction' },
  reimbursed: { fr: 'un remboursement par la société', en: 'a reimbursement by the company' },
};

/** The log of trips and what its years are for. */
const tripRefusals: Rows<Exclude<MileageRefusal, { refused: `vehicle${string}` }>> = {
  trip_not_found: notFound('trip', 'Trajet introuvable', 'Trip not found'),
  trip_corrected: {
    code: 'trip.corrected',
    status: 409,
    title: { fr: 'Ce trajet a déjà été annulé', en: 'This trip was already taken back' },
    remedy: { fr: 'Corrigez le trajet qui le remplace.', en: 'Correct the trip that replaces it.' },
  },
  trip_not_correctable: {
    code: 'trip.not_correctable',
    status: 409,
    title: {
      fr: 'Une annulation ou une révision ne se corrige pas',
      en: 'A counter-entry or a revision cannot be corrected',
    },
    remedy: { fr: 'Enregistrez le trajet à nouveau.', en: 'Record the trip again.' },
  },
  trip_to_come: {
    code: 'trip.in_future',
    status: 409,
    title: { fr: 'Le trajet est daté d’un jour à venir', en: 'The trip is dated in the future' },
    detail: ({ today }) => ({ fr: `Nous sommes le ${today}.`, en: `Today is ${today}.` }),
    remedy: { fr: 'Indiquez aujourd’hui ou un jour passé.', en: 'State today or an earlier day.' },
    pointer: (refusal) => pointerTo('/on', refusal),
  },
  trip_before_scale: {
    code: 'trip.before_scale',
    status: 422,
    title: { fr: 'Aucun barème connu pour ce jour', en: 'No known scale for this day' },
    detail: ({ year }) => ({
      fr: `Le premier barème kilométrique enregistré est celui de ${year}.`,
      en: `The first recorded official scale is that of ${year}.`,
    }),
    remedy: { fr: 'Indiquez un jour à partir de cette année.', en: 'State a day from that year on.' },
    pointer: (refusal) => pointerTo('/on', refusal),
  },
  trip_outside_vehicle: {
    code: 'trip.outside_vehicle',
    status: 409,
    title: { fr: 'Ce véhicule n’était pas utilisé ce jour-là', en: 'This vehicle was not used on that day' },
    detail: ({ from, until }) => ({
      fr: until === undefined ? `Il est utilisé depuis le ${from}.` : `Il l’a été du ${from} au ${until}.`,
      en: until === undefined ? `It has been used since ${from}.` : `It was used from ${from} to ${until}.`,
    }),
    remedy: {
      fr: 'Choisissez un autre véhicule ou un autre jour, ou modifiez les jours du véhicule.',
      en: 'Choose another vehicle or day, or change the days of the vehicle.',
    },
    pointer: (refusal) => pointerTo('/on', refusal),
  },
  trips_of_year_full: {
    code: 'trip.limit_reached',
    status: 409,
    title: { fr: 'Trop de trajets pour cette année', en: 'Too many trips in this year' },
    detail: ({ limit }) => ({
      fr: `Le relevé d’une année a au plus ${limit} lignes.`,
      en: `The log of a year has at most ${limit} lines.`,
    }),
    remedy: { fr: 'Regroupez les trajets du même jour.', en: 'Add up the trips of a day.' },
    members: ({ limit }) => ({ limit }),
  },
  mileage_log_too_long: {
    code: 'mileage.log_too_long',
    status: 422,
    title: { fr: 'Relevé trop long', en: 'Log too long' },
    detail: ({ limit }) => ({
      fr: `La période compte plus de ${limit} lignes.`,
      en: `The period has more than ${limit} lines.`,
    }),
    remedy: { fr: 'Choisissez une période plus courte.', en: 'Choose a shorter period.' },
    members: ({ limit }) => ({ limit }),
  },
  mileage_use_not_allowed: {
    code: 'mileage.use_not_allowed',
    status: 409,
    title: {
      fr: 'Votre forme juridique ne permet pas cet emploi des kilomètres',
      en: 'Your legal form does not allow this use of mileage',
    },
    detail: ({ allowed }) => ({
      fr:
        allowed.length === 1
          ? 'Une micro-entreprise est imposée sur ses recettes et ne déduit aucun frais (CGI art. 50-0 et 102 ter).'
          : `Elle permet ${allowed.map((use) => useNames[use].fr).join(' ou ')}.`,
      en:
        allowed.length === 1
          ? 'A micro-enterprise is taxed on its receipts and deducts no expense (CGI art. 50-0 and 102 ter).'
          : `It allows ${allowed.map((use) => useNames[use].en).join(' or ')}.`,
    }),
    remedy: {
      fr: 'Gardez un relevé sans effet, ou indiquez la bonne forme juridique dans les réglages de l’entreprise.',
      en: 'Keep a log without effect, or state the right legal form in the company settings.',
    },
    pointer: () => '/use',
    members: ({ allowed }) => ({ allowed }),
  },
  mileage_year_closed: {
    code: 'mileage.year_closed',
    status: 409,
    title: { fr: 'Des trajets de cette année sont clôturés', en: 'Trips of this year are closed' },
    detail: () => ({
      fr: 'Changer l’emploi des kilomètres changerait une période clôturée.',
      en: 'Changing what the mileage is for would change a closed period.',
    }),
    remedy: {
      fr: 'Passez la différence en comptabilité avec votre expert-comptable.',
      en: 'Book the difference with your accountant.',
    },
  },
  mileage_not_revised: {
    code: 'mileage.not_revised',
    status: 409,
    title: { fr: 'Rien à ajuster', en: 'Nothing to adjust' },
    detail: ({ year }) => ({
      fr: `Les montants enregistrés pour ${year} sont ceux du barème.`,
      en: `The amounts recorded for ${year} are those of the scale.`,
    }),
    remedy: { fr: 'Il n’y a rien à faire.', en: 'There is nothing to do.' },
  },
};

/** Mileage by the official scale. */
export const mileageRefusals: Rows<MileageRefusal> = {
  ...tripRefusals,
  vehicle_not_found: notFound('vehicle', 'Véhicule introuvable', 'Vehicle not found'),
  vehicle_power: {
    code: 'vehicle.power_wrong',
    status: 422,
    title: { fr: 'La puissance fiscale ne convient pas', en: 'The fiscal power does not fit' },
    detail: ({ kind }) =>
      kind === 'moped'
        ? { fr: 'Un cyclomoteur n’a pas de puissance fiscale.', en: 'A moped has no fiscal power.' }
        : {
            fr: 'Le barème d’une voiture ou d’une moto dépend de sa puissance fiscale.',
            en: 'The scale of a car or motorcycle depends on its fiscal power.',
          },
    remedy: {
      fr: 'Indiquez la puissance P.6 de la carte grise, ou aucune pour un cyclomoteur.',
      en: 'State the power P.6 of the registration certificate, or none for a moped.',
    },
    pointer: () => '/power',
  },
  vehicle_days_inverted: {
    code: 'vehicle.days_inverted',
    status: 422,
    title: { fr: 'Le dernier jour précède le premier', en: 'The last day is before the first' },
    remedy: { fr: 'Corrigez les jours du véhicule.', en: 'Correct the days of the vehicle.' },
    pointer: () => '/until',
  },
  vehicle_fixed: {
    code: 'vehicle.fixed',
    status: 409,
    title: { fr: 'Ce véhicule a des trajets', en: 'This vehicle has trips' },
    detail: () => ({
      fr: 'Leurs montants dépendent de son type, de sa puissance et de son énergie, qui ne changent plus.',
      en: 'Their amounts depend on its kind, power and energy, which no longer change.',
    }),
    remedy: {
      fr: 'Créez un autre véhicule et corrigez les trajets concernés.',
      en: 'Create another vehicle and correct the trips concerned.',
    },
  },
  vehicle_has_trips: {
    code: 'vehicle.days_exclude_trips',
    status: 409,
    title: { fr: 'Des trajets seraient hors de ces jours', en: 'Trips would be outside these days' },
    detail: ({ first, last }) => ({
      fr: `Ses trajets vont du ${first} au ${last}.`,
      en: `Its trips are from ${first} to ${last}.`,
    }),
    remedy: { fr: 'Choisissez des jours qui les contiennent.', en: 'Choose days that contain them.' },
    pointer: () => '/until',
    members: ({ first, last }) => ({ first, last }),
  },
  vehicles_full: {
    code: 'vehicle.limit_reached',
    status: 409,
    title: { fr: 'Trop de véhicules', en: 'Too many vehicles' },
    detail: ({ limit }) => ({
      fr: `Un compte a au plus ${limit} véhicules.`,
      en: `An account has at most ${limit} vehicles.`,
    }),
    remedy: { fr: 'Utilisez un véhicule qui existe.', en: 'Use an existing vehicle.' },
    members: ({ limit }) => ({ limit }),
  },
};

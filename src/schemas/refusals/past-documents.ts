import type { ImportRefusal } from '../../domain/billing/past/refusal.ts';
import { formatCents } from '../fields/format-amount.ts';
import type { Rows } from './refusal-text.ts';

/** Imports from other programs, and the documents they bring. */
export const pastDocumentRefusals: Rows<ImportRefusal> = {
  import_not_found: {
    code: 'import.not_found',
    status: 404,
    title: { fr: 'Reprise introuvable', en: 'Import not found' },
    remedy: { fr: 'Vérifiez l’identifiant dans la liste des reprises.', en: 'Check the ID in the list of imports.' },
  },
  import_done: {
    code: 'import.done',
    status: 409,
    title: { fr: 'Cette reprise est déjà faite', en: 'This import is already done' },
    remedy: {
      fr: 'Commencez une nouvelle reprise : ce qui est déjà repris y sera reconnu.',
      en: 'Begin another import: what was taken over is recognized there.',
    },
  },
  import_not_done: {
    code: 'import.not_done',
    status: 409,
    title: { fr: 'Cette reprise n’est pas faite', en: 'This import is not done' },
    remedy: {
      fr: 'Seule une reprise faite et non annulée peut être annulée.',
      en: 'Only an import that is done and not undone can be undone.',
    },
  },
  import_empty: {
    code: 'import.empty',
    status: 409,
    title: { fr: 'Rien à reprendre', en: 'Nothing to take over' },
    remedy: {
      fr: 'Ajoutez un fichier qui contient des documents, des clients ou des produits qui ne sont pas encore repris.',
      en: 'Add a file with documents, customers or products that were not taken over yet.',
    },
  },
  import_in_use: {
    code: 'import.in_use',
    status: 409,
    title: { fr: 'Cette reprise sert déjà', en: 'This import is in use' },
    detail: () => ({
      fr: 'Un règlement a été enregistré sur l’un de ses documents, un avoir d’une autre reprise en corrige un, ou ses règlements sont dans un livre clôturé.',
      en: 'A payment was recorded on one of its documents, a credit note of another import corrects one, or its payments are in closed books.',
    }),
    remedy: {
      fr: 'Corrigez les documents un par un au lieu d’annuler la reprise.',
      en: 'Correct single documents instead of undoing the import.',
    },
  },
  import_beyond_scope: {
    code: 'import.beyond_scope',
    status: 403,
    title: { fr: 'Droit manquant pour cette reprise', en: 'A scope is missing for this import' },
    detail: ({ scope }) => ({
      fr: `Un fichier contient une liste qui demande le droit ${scope}.`,
      en: `A file holds a list that needs the scope ${scope}.`,
    }),
    remedy: {
      fr: 'Laissez ce fichier de côté, ou prenez une clé qui a ce droit.',
      en: 'Leave that file out, or use a key with this scope.',
    },
    members: ({ scope }) => ({ scope }),
  },
  import_full: {
    code: 'import.full',
    status: 409,
    title: { fr: 'Trop de fichiers', en: 'Too many files' },
    detail: ({ limit }) => ({
      fr: `Une reprise prend au plus ${limit} fichiers.`,
      en: `An import takes at most ${limit} files.`,
    }),
    remedy: { fr: 'Faites cette reprise, puis une autre.', en: 'Run this import, then begin another.' },
    members: ({ limit }) => ({ limit }),
  },
  too_many_imports: {
    code: 'import.too_many_open',
    status: 409,
    title: { fr: 'Trop de reprises en cours', en: 'Too many open imports' },
    detail: ({ limit }) => ({
      fr: `Au plus ${limit} reprises peuvent être en cours.`,
      en: `At most ${limit} imports can be open.`,
    }),
    remedy: { fr: 'Terminez ou abandonnez une reprise.', en: 'Run or discard an open import.' },
    members: ({ limit }) => ({ limit }),
  },
  import_file_not_found: {
    code: 'import.file_not_found',
    status: 404,
    title: { fr: 'Fichier introuvable dans cette reprise', en: 'File not found in this import' },
    remedy: { fr: 'Vérifiez l’identifiant du fichier.', en: 'Check the ID of the file.' },
  },
  import_file_empty: {
    code: 'import.file_empty',
    status: 400,
    title: { fr: 'Fichier vide', en: 'Empty file' },
    remedy: { fr: 'Choisissez un fichier qui a un contenu.', en: 'Choose a file that has content.' },
  },
  import_place_unknown: {
    code: 'import.place_unknown',
    status: 400,
    title: { fr: 'Ce fichier n’a pas ce document', en: 'The file has no such document' },
    detail: ({ place }) => ({
      fr: `Le fichier n’a pas de document à la place ${place}.`,
      en: `The file has no document at place ${place}.`,
    }),
    remedy: { fr: 'Prenez une place que le plan indique.', en: 'Use a place that the plan states.' },
    members: ({ place }) => ({ place }),
  },
  import_corrections_full: {
    code: 'import.corrections_full',
    status: 409,
    title: { fr: 'Trop de corrections', en: 'Too many corrections' },
    detail: ({ limit }) => ({
      fr: `Les corrections d’un fichier prennent au plus ${limit / 1_048_576} Mio.`,
      en: `The corrections of a file take at most ${limit / 1_048_576} MiB.`,
    }),
    remedy: {
      fr: 'Corrigez le fichier lui-même, et commencez une nouvelle reprise.',
      en: 'Correct the file itself, and begin another import.',
    },
    members: ({ limit }) => ({ limit }),
  },
  past_document_not_found: {
    code: 'past_document.not_found',
    status: 404,
    title: { fr: 'Document repris introuvable', en: 'Past document not found' },
    remedy: {
      fr: 'Vérifiez l’identifiant dans la liste des documents repris.',
      en: 'Check the ID in the list of past documents.',
    },
  },
  past_document_settled: {
    code: 'past_document.settled',
    status: 409,
    title: { fr: 'Ce document repris est soldé', en: 'This past document is settled' },
    remedy: {
      fr: 'Annulez d’abord un règlement si l’un d’eux est faux.',
      en: 'Reverse a payment first if one of them is wrong.',
    },
  },
  past_document_without_paper: {
    code: 'past_document.without_paper',
    status: 404,
    title: { fr: 'Ce document repris n’a pas de fichier', en: 'This past document has no file' },
    remedy: {
      fr: 'Reprenez aussi son PDF : il sera joint au document.',
      en: 'Import its PDF, too: it is added to the document.',
    },
  },
  past_payment_not_found: {
    code: 'past_document.payment_not_found',
    status: 404,
    title: { fr: 'Règlement introuvable', en: 'Payment not found' },
    remedy: { fr: 'Vérifiez l’identifiant parmi les règlements du document.', en: 'Check the ID among the payments.' },
  },
  past_payment_reversed: {
    code: 'past_document.payment_reversed',
    status: 409,
    title: { fr: 'Ce règlement est déjà annulé', en: 'This payment is already reversed' },
    remedy: { fr: 'Enregistrez un nouveau règlement.', en: 'Record a new payment.' },
  },
  past_payment_exceeds: {
    code: 'past_document.payment_exceeds',
    status: 400,
    title: { fr: 'Montant trop élevé', en: 'Amount too high' },
    detail: ({ rest }) => ({
      fr: `Il reste ${formatCents(rest).fr} à régler sur ce document.`,
      en: `${formatCents(rest).en} are left to pay on this document.`,
    }),
    remedy: { fr: 'Saisissez au plus ce qui reste.', en: 'Enter at most what is left.' },
    pointer: () => '/amount',
    members: ({ rest }) => ({ rest }),
  },
  past_payment_in_future: {
    code: 'past_document.payment_in_future',
    status: 400,
    title: { fr: 'Règlement à venir', en: 'Payment in the future' },
    remedy: {
      fr: 'Saisissez le jour où l’argent est arrivé, aujourd’hui au plus tard.',
      en: 'Enter the day on which the money arrived, today at the latest.',
    },
    pointer: () => '/paidOn',
  },
};

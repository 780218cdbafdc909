import type { Kind } from '../../domain/billing/document/kind.ts';
import type { ProjectRefusal } from '../../domain/refusal.ts';
import { billingTypeOf } from '../billing/document-type.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** Why the documents without time have none. */
const notForTime: Readonly<Partial<Record<Kind, InTwoLanguages>>> = {
  advance: {
    fr: 'C’est un acompte : une part de son devis, sans lignes à lui.',
    en: 'It is an advance: a share of its estimate, without lines of its own.',
  },
  credit_note: {
    fr: 'C’est un avoir : il rend ce qui a été facturé.',
    en: 'It is a credit note: it gives back what was billed.',
  },
};

/** Projects, the columns of the board, and tasks. */
export const projectRefusals: Rows<ProjectRefusal> = {
  project_not_found: notFound('opportunity', 'Projet introuvable', 'Project not found'),
  category_not_found: notFound('opportunity_category', 'Colonne introuvable', 'Column not found'),
  task_not_found: notFound('task', 'Tâche introuvable', 'Task not found'),
  category_done_and_lost: {
    code: 'opportunity_category.done_and_lost',
    status: 400,
    title: { fr: 'Colonne terminée et perdue à la fois', en: 'Column both done and lost' },
    remedy: {
      fr: 'Une colonne est celle des projets terminés ou celle des projets perdus : retirez isDone ou isLost.',
      en: 'What stands in a column is done or lost: leave isDone or isLost out.',
    },
    pointer: () => '/isLost',
  },
  task_time_missing: {
    code: 'task.time_missing',
    status: 400,
    title: { fr: 'Temps passé manquant', en: 'Time spent missing' },
    remedy: {
      fr: 'Indiquez quantity, ou notez d’abord le temps passé : timeSpent, en minutes.',
      en: 'Give quantity, or note the time spent on the task first: timeSpent, in minutes.',
    },
    pointer: () => '/quantity',
  },
  task_without_customer: {
    code: 'task.without_customer',
    status: 409,
    title: { fr: 'Tâche sans client', en: 'Task without a customer' },
    detail: () => ({
      fr: 'Elle n’est pour personne : aucune facture ne peut être faite pour elle.',
      en: 'It is for nobody: no invoice can be made for it.',
    }),
    remedy: {
      fr: 'Indiquez billingId, le brouillon qui la reçoit, ou d’abord le client de la tâche : customerId.',
      en: 'Give billingId, the draft that takes it, or the customer of the task first: customerId.',
    },
    pointer: () => '/billingId',
  },
  project_without_time: {
    code: 'opportunity.without_time',
    status: 409,
    title: { fr: 'Aucun temps à facturer', en: 'No time to bill' },
    detail: () => ({
      fr: 'Aucune de ses tâches n’a de temps noté qui ne soit déjà sur un document.',
      en: 'None of its tasks has time that is not on a document already.',
    }),
    remedy: {
      fr: 'Notez d’abord le temps passé sur ses tâches : timeSpent, en minutes.',
      en: 'Note the time spent on its tasks first: timeSpent, in minutes.',
    },
  },
  product_not_by_the_hour: {
    code: 'task.product_not_by_the_hour',
    status: 400,
    title: { fr: 'Produit non vendu à l’heure', en: 'Product not sold by the hour' },
    detail: ({ unit }) => ({
      fr: `Le prix de ce produit vaut pour l’unité « ${unit} », et le temps passé se compte en heures.`,
      en: `The price of this product is for the unit ${unit}, the time spent counts in hours.`,
    }),
    remedy: {
      fr: 'Indiquez quantity dans l’unité du produit, ou unitPrice pour une heure.',
      en: 'Give quantity in the unit of the product, or unitPrice for an hour.',
    },
    pointer: () => '/productId',
    members: ({ unit }) => ({ unit }),
  },
  project_has_documents: {
    code: 'opportunity.has_billings',
    status: 409,
    title: { fr: 'Ce projet a des documents', en: 'This project has documents' },
    remedy: {
      fr: 'Archivez-le au lieu de le supprimer : isArchived.',
      en: 'Archive it instead of deleting it: isArchived.',
    },
  },
  project_full: {
    code: 'opportunity.too_many_tasks',
    status: 413,
    title: { fr: 'Trop de tâches dans ce projet', en: 'Too many tasks in this project' },
    detail: ({ limit }) => ({
      fr: `Un projet en compte au plus ${limit}, terminées comprises.`,
      en: `A project has at most ${limit}, done ones included.`,
    }),
    remedy: {
      fr: 'Supprimez des tâches terminées, ou ouvrez un autre projet.',
      en: 'Delete done tasks, or open another project.',
    },
    members: ({ limit }) => ({ limit }),
  },
  project_of_other_mode: {
    code: 'billing.opportunity_of_other_mode',
    status: 409,
    title: { fr: 'Projet d’un autre mode', en: 'Project of another mode' },
    detail: () => ({
      fr: 'Un document réel appartient à un projet réel, un document de test à un projet de test.',
      en: 'A live document belongs to a live project, a test document to a test project.',
    }),
    remedy: { fr: 'Choisissez un projet du même mode.', en: 'Choose a project of the same mode.' },
    pointer: () => '/opportunityId',
  },
  category_has_projects: {
    code: 'opportunity_category.has_opportunities',
    status: 409,
    title: { fr: 'Cette colonne contient des projets', en: 'Projects stand in this column' },
    remedy: {
      fr: 'Déplacez-les d’abord, ceux de test et les archivés aussi.',
      en: 'Move them to another column first, test and archived ones too.',
    },
  },
  last_category: {
    code: 'opportunity_category.last',
    status: 409,
    title: { fr: 'Dernière colonne du tableau', en: 'Last column of the board' },
    remedy: {
      fr: 'Un tableau a au moins une colonne : ajoutez-en une autre d’abord.',
      en: 'A board has at least one column: add another one first.',
    },
  },
  too_many_categories: {
    code: 'opportunity_category.too_many',
    status: 429,
    title: { fr: 'Trop de colonnes', en: 'Too many columns' },
    detail: ({ limit }) => ({ fr: `Un tableau en a au plus ${limit}.`, en: `A board has at most ${limit}.` }),
    remedy: { fr: 'Supprimez celles qui ne servent plus.', en: 'Delete those no longer used.' },
    members: ({ limit }) => ({ limit }),
  },
  task_of_another_customer: {
    code: 'task.customer_of_another_opportunity',
    status: 409,
    title: { fr: 'Le projet est celui d’un autre client', en: 'The project is for another customer' },
    detail: () => ({
      fr: 'Une tâche et son projet concernent le même client, ou la même organisation.',
      en: 'A task and its project are for the same customer, or for the same organization.',
    }),
    remedy: {
      fr: 'Retirez customerId : la tâche suit le client de son projet.',
      en: 'Leave customerId out: the task follows the customer of its project.',
    },
    pointer: () => '/customerId',
  },
  task_of_other_mode: {
    code: 'task.of_other_mode',
    status: 409,
    title: { fr: 'Tâche d’un autre mode', en: 'Task of another mode' },
    detail: () => ({
      fr: 'Le temps d’une tâche réelle se facture sur un document réel, celui d’une tâche de test sur un document de test.',
      en: 'The time of a live task goes on a live document, that of a test task on a test document.',
    }),
    remedy: { fr: 'Choisissez un document du même mode.', en: 'Choose a document of the same mode.' },
    pointer: () => '/billingId',
  },
  document_takes_no_time: {
    code: 'task.document_takes_no_time',
    status: 409,
    title: { fr: 'Ce document ne reçoit pas de temps passé', en: 'This document takes no time' },
    detail: ({ kind }) =>
      notForTime[kind] ?? { fr: 'Ce document ne dit pas ce qui est vendu.', en: 'It does not say what is sold.' },
    remedy: {
      fr: 'Choisissez le brouillon d’un devis, d’un bon de commande ou d’une facture.',
      en: 'Choose a draft estimate, purchase order or invoice.',
    },
    pointer: () => '/billingId',
    members: ({ kind }) => ({ billingType: billingTypeOf(kind) }),
  },
  task_already_billed: {
    code: 'task.already_billed',
    status: 409,
    title: { fr: 'Tâche déjà facturée', en: 'Task already billed' },
    detail: ({ documentId }) => ({
      fr: `Son temps figure sur le document ${documentId}.`,
      en: `Its time is on the document ${documentId}.`,
    }),
    remedy: {
      fr: 'Pour la facturer ailleurs, retirez la ligne de ce brouillon ou annulez le document.',
      en: 'Take the line off that draft, or cancel the document, to bill it elsewhere.',
    },
    members: ({ documentId }) => ({ billingId: documentId }),
  },
};

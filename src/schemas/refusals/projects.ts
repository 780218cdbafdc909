import type { Kind } from '../../domain/billing/document/kind.ts';
import type { ProjectRefusal } from '../../domain/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { billingTypeOf } from '../billing/document/document-type.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Why documents cannot bill time. */
const notForTime: Readonly<Partial<Record<Kind, BilingualText>>> = {
  advance: {
    fr: 'Un acompte est une part du devis et n’a pas de lignes.',
    en: 'An advance is a share of its estimate and has no lines.',
  },
  credit_note: {
    fr: 'Un avoir rembourse ce qui a été facturé.',
    en: 'A credit note refunds what was billed.',
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
    title: { fr: 'Colonne à la fois « terminée » et « perdue »', en: 'Column is both done and lost' },
    remedy: {
      fr: 'Une colonne accueille soit les projets terminés, soit les projets perdus. Retirez isDone ou isLost.',
      en: 'A column holds either done or lost projects. Remove isDone or isLost.',
    },
    pointer: () => '/isLost',
  },
  task_time_missing: {
    code: 'task.time_missing',
    status: 400,
    title: { fr: 'Temps passé manquant', en: 'Missing time spent' },
    remedy: {
      fr: 'Indiquez quantity, ou notez d’abord le temps passé sur la tâche (timeSpent, en minutes).',
      en: 'Give quantity, or first record the time spent on the task (timeSpent, in minutes).',
    },
    pointer: () => '/quantity',
  },
  task_without_customer: {
    code: 'task.without_customer',
    status: 409,
    title: { fr: 'Tâche sans client', en: 'Task without a customer' },
    detail: () => ({
      fr: 'Cette tâche n’a pas de client : elle ne peut pas être facturée.',
      en: 'This task has no customer, so it cannot be invoiced.',
    }),
    remedy: {
      fr: 'Indiquez le brouillon à compléter (billingId), ou donnez d’abord un client à la tâche (customerId).',
      en: 'Give the draft that the task goes on (billingId), or first give the task a customer (customerId).',
    },
    pointer: () => '/billingId',
  },
  project_without_time: {
    code: 'opportunity.without_time',
    status: 409,
    title: { fr: 'Aucun temps à facturer', en: 'No time to bill' },
    detail: () => ({
      fr: 'Ce projet n’a aucun temps passé qui ne soit déjà sur un document.',
      en: 'All recorded time of this project is already on a document.',
    }),
    remedy: {
      fr: 'Notez d’abord le temps passé sur les tâches du projet (timeSpent, en minutes).',
      en: 'First record the time spent on the tasks of the project (timeSpent, in minutes).',
    },
  },
  product_not_by_the_hour: {
    code: 'task.product_not_by_the_hour',
    status: 400,
    title: { fr: 'Produit non vendu à l’heure', en: 'Product not sold by the hour' },
    detail: ({ unit }) => ({
      fr: `Ce produit se vend à l’unité « ${unit} », alors que le temps passé se compte en heures.`,
      en: `This product is priced per ${unit}, but time spent is counted in hours.`,
    }),
    remedy: {
      fr: 'Indiquez quantity dans l’unité du produit, ou unitPrice à l’heure.',
      en: 'Give quantity in the product’s unit, or unitPrice per hour.',
    },
    pointer: () => '/productId',
    members: ({ unit }) => ({ unit }),
  },
  project_has_documents: {
    code: 'opportunity.has_billings',
    status: 409,
    title: { fr: 'Ce projet a des documents', en: 'This project has documents' },
    remedy: {
      fr: 'Archivez le projet au lieu de le supprimer (isArchived).',
      en: 'Archive the project instead of deleting it (isArchived).',
    },
  },
  project_full: {
    code: 'opportunity.too_many_tasks',
    status: 413,
    title: { fr: 'Trop de tâches dans ce projet', en: 'Too many tasks in this project' },
    detail: ({ limit }) => ({
      fr: `Un projet peut avoir au plus ${limit} tâches, terminées comprises.`,
      en: `A project can have at most ${limit} tasks, including completed ones.`,
    }),
    remedy: {
      fr: 'Supprimez des tâches terminées, ou créez un autre projet.',
      en: 'Delete completed tasks, or create another project.',
    },
    members: ({ limit }) => ({ limit }),
  },
  project_of_other_mode: {
    code: 'billing.opportunity_of_other_mode',
    status: 409,
    title: {
      fr: 'Le projet est dans l’autre mode, réel ou test',
      en: 'The project is in the other mode, live or test',
    },
    detail: () => ({
      fr: 'Un document réel appartient à un projet réel, un document de test à un projet de test.',
      en: 'A live document belongs to a live project, a test document to a test project.',
    }),
    remedy: {
      fr: 'Choisissez un projet du même mode (réel ou test).',
      en: 'Choose a project of the same mode (live or test).',
    },
    pointer: () => '/opportunityId',
  },
  category_has_projects: {
    code: 'opportunity_category.has_opportunities',
    status: 409,
    title: { fr: 'Cette colonne contient des projets', en: 'This column contains projects' },
    remedy: {
      fr: 'Déplacez d’abord les projets de cette colonne, y compris les projets de test et les projets archivés.',
      en: 'Move the projects to another column first, including test and archived projects.',
    },
  },
  last_category: {
    code: 'opportunity_category.last',
    status: 409,
    title: { fr: 'Dernière colonne du tableau', en: 'Last column of the board' },
    remedy: {
      fr: 'Le tableau doit garder au moins une colonne. Ajoutez d’abord une autre colonne.',
      en: 'A board needs at least one column. Add another column first.',
    },
  },
  too_many_categories: {
    code: 'opportunity_category.too_many',
    status: 429,
    title: { fr: 'Trop de colonnes', en: 'Too many columns' },
    detail: ({ limit }) => ({
      fr: `Le tableau peut avoir au plus ${limit} colonnes.`,
      en: `A board can have at most ${limit} columns.`,
    }),
    remedy: { fr: 'Supprimez les colonnes que vous n’utilisez plus.', en: 'Delete the columns you no longer use.' },
    members: ({ limit }) => ({ limit }),
  },
  task_of_another_customer: {
    code: 'task.customer_of_another_opportunity',
    status: 409,
    title: { fr: 'Le projet est celui d’un autre client', en: 'The project is for another customer' },
    detail: () => ({
      fr: 'Une tâche et son projet doivent concerner le même client ou la même organisation.',
      en: 'A task and its project must have the same customer or organization.',
    }),
    remedy: {
      fr: 'Retirez customerId : la tâche prend le client de son projet.',
      en: 'Leave out customerId: the task takes the customer of its project.',
    },
    pointer: () => '/customerId',
  },
  task_of_other_mode: {
    code: 'task.of_other_mode',
    status: 409,
    title: {
      fr: 'La tâche est dans l’autre mode, réel ou test',
      en: 'The task is in the other mode, live or test',
    },
    detail: () => ({
      fr: 'Une tâche réelle se facture sur un document réel, une tâche de test sur un document de test.',
      en: 'A live task is billed on a live document, a test task on a test document.',
    }),
    remedy: {
      fr: 'Choisissez un document du même mode (réel ou test).',
      en: 'Choose a document of the same mode (live or test).',
    },
    pointer: () => '/billingId',
  },
  document_takes_no_time: {
    code: 'task.document_takes_no_time',
    status: 409,
    title: { fr: 'Ce document n’accepte pas de temps passé', en: 'Time cannot be added to this document' },
    detail: ({ kind }) =>
      notForTime[kind] ?? { fr: 'Ce document n’a pas de lignes de vente.', en: 'This document has no sales lines.' },
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
      fr: `Le temps de la tâche figure sur le document ${documentId}.`,
      en: `The time of the task is on document ${documentId}.`,
    }),
    remedy: {
      fr: 'Pour facturer la tâche sur un autre document, retirez sa ligne du brouillon ou annulez le document.',
      en: 'To bill the task on another document, remove its line from the draft or cancel the document.',
    },
    members: ({ documentId }) => ({ billingId: documentId }),
  },
};

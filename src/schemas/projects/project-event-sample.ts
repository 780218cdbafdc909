import type * as z from 'zod';
import type { projectEventJson, taskEventJson } from './project-event.ts';

const around = {
  location: {
    address: '4 place du Marché',
    additionalAddress: 'Bâtiment B',
    zipCode: '44000',
    city: 'Nantes',
    country: 'FR',
  },
  client: [
    {
      email: 'zoe.martin@example.com',
      firstname: 'Zoé',
      lastname: 'Martin',
      role: 'Gérante',
      language: 'fr',
      website: '',
      phone: '+33 6 12 34 56 78',
      keywords: '',
      notes: 'Commande le premier lundi du mois.',
    },
  ],
  customerCompany: {
    name: 'Boulangerie Martin SARL',
    vatNumber: 'FR44732829320',
    siren: '732829320',
    siret: '73282932000074',
    nafCode: '10.71C',
    language: 'fr',
    website: '',
    phone: '',
    keywords: '',
    notes: '',
  },
};
const event = { id: '01890a5d-ac96-774b-bcce-b302099a8057', occurredAt: '2026-03-02T09:15:00.000Z' };
const CUSTOMER_ID = '01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30';
const PROJECT_ID = '01890a5d-8d10-7b6a-9c3e-4f5a6b7c8d9e';

/** A sample project event, for building integrations before the first one. */
export const projectEventSample: z.infer<typeof projectEventJson> = {
  ...around,
  event: { ...event, type: 'project.created', label: 'Projet créé' },
  project: {
    id: PROJECT_ID,
    name: 'Refonte du site',
    description: 'Cinq pages et une boutique.',
    amount: '450000',
    dueDate: '2026-06-30',
    rank: 'i',
    customerId: CUSTOMER_ID,
    categoryId: '01890a5d-9e20-7c7b-8d4f-5a6b7c8d9e0f',
    category: 'Prospects',
    isDone: 'false',
    isLost: 'false',
    archivedAt: '',
    createdAt: '2026-03-02T09:15:00.000Z',
    test: 'false',
  },
};

/** A sample task event. */
export const taskEventSample: z.infer<typeof taskEventJson> = {
  ...around,
  event: { ...event, type: 'task.created', label: 'Tâche créée' },
  task: {
    id: '01890a5d-af30-7d8c-9e50-6b7c8d9e0f1a',
    name: 'Préparer la maquette',
    description: 'Accueil et fiche produit.',
    priority: 'high',
    dueDate: '2026-03-13',
    doneAt: '',
    rank: 'i',
    customerId: CUSTOMER_ID,
    opportunityId: PROJECT_ID,
    timeSpent: '150',
    billedAt: '',
    billingId: '',
    createdAt: '2026-03-02T09:15:00.000Z',
    test: 'false',
  },
};

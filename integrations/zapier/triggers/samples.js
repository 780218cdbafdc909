'use strict';

// What an event of a project or a task looks like, for whoever builds a Zap before the first one happened.

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const customerId = '01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30';
const projectId = '01890a5d-8d10-7b6a-9c3e-4f5a6b7c8d9e';
const occurredAt = '2026-03-02T09:15:00.000Z';

const around = {
  location: { address: '12 rue des Lilas', additionalAddress: '', zipCode: '69003', city: 'Lyon', country: 'FR' },
  client: [
    {
      email: 'lea.moreau@example.com',
      firstname: 'Léa',
      lastname: 'Moreau',
      role: 'Gérante',
      language: 'fr',
      website: '',
      phone: '+33 6 12 34 56 78',
      keywords: '',
      notes: '',
    },
  ],
  customerCompany: {
    name: 'Atelier Moreau SARL',
    vatNumber: 'FR44732829320',
    siren: '732829320',
    siret: '73282932000074',
    nafCode: '',
    language: 'fr',
    website: '',
    phone: '',
    keywords: '',
    notes: '',
  },
};

const projectSample = (type, label) => ({
  id,
  ...around,
  event: { id, type, label, occurredAt },
  project: {
    id: projectId,
    name: 'Site vitrine',
    description: 'Cinq pages.',
    amount: '240000',
    dueDate: '2026-06-30',
    rank: 'i',
    customerId,
    categoryId: '01890a5d-9e20-7c7b-8d4f-5a6b7c8d9e0f',
    category: 'Prospects',
    isDone: 'false',
    isLost: 'false',
    archivedAt: '',
    createdAt: occurredAt,
    test: 'false',
  },
});

const taskSample = (type, label) => ({
  id,
  ...around,
  event: { id, type, label, occurredAt },
  task: {
    id: '01890a5d-af30-7d8c-9e50-6b7c8d9e0f1a',
    name: 'Envoyer la maquette',
    description: '',
    priority: 'high',
    dueDate: '2026-03-13',
    doneAt: '',
    rank: 'i',
    customerId,
    opportunityId: projectId,
    timeSpent: '90',
    billedAt: '',
    billingId: '',
    createdAt: occurredAt,
    test: 'false',
  },
});

module.exports = { projectSample, taskSample };

import type * as z from 'zod';
import type { BillingType } from '../billing/document/document-type.ts';
import { organizationToJson } from '../customers/organization.ts';
import type { projectEventJson, taskEventJson } from '../projects/project-event.ts';

// Sample events for building integrations before the first event: one bill of 1,890.00, its
// customer, a product, a webhook. The caller adds the member `event`.

const CUSTOMER_ID = '01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30';
const DOCUMENT_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const seconds = (moment: string): number => Date.parse(moment) / 1000;
const CREATED_AT = seconds('2026-03-02T09:30:00+01:00');

const numbers: Readonly<Record<BillingType, string>> = {
  estimate: 'D-2026-0001',
  purchase_order: 'BC-2026-0001',
  invoice: 'F-2026-0001',
  advance: 'F-2026-0001',
  asset: 'AV-2026-0001',
};

/** When each step of a document happened, for those with their own time. */
const steps: Readonly<Record<string, { state?: string; at: string; moment: number }>> = {
  signed: { state: 'signed', at: 'signedAt', moment: seconds('2026-03-05T10:00:00+01:00') },
  refused: { state: 'refused', at: 'refusedAt', moment: seconds('2026-03-05T10:00:00+01:00') },
  paid: { state: 'paid', at: 'paidAt', moment: seconds('2026-03-30T11:00:00+02:00') },
  canceled: { at: 'canceledAt', moment: seconds('2026-03-16T09:00:00+01:00') },
  archived: { at: 'archivedAt', moment: seconds('2027-01-04T09:00:00+01:00') },
};

/** A document right after an event. */
export function documentSample(type: BillingType, eventName: string): Record<string, unknown> {
  const isDraft = eventName === 'created' || eventName === 'deleted' || eventName === 'recurring_failed';
  const isBill = type === 'invoice' || type === 'advance';
  const step = steps[eventName];
  return {
    billing: {
      id: DOCUMENT_ID,
      number: isDraft ? null : numbers[type],
      title: 'Site de la boulangerie',
      type,
      state: isDraft ? 'draft' : (step?.state ?? 'finalized'),
      test: false,
      customer: { id: CUSTOMER_ID, name: 'Boulangerie Martin SARL', emails: ['compta@example.com'] },
      currencyCode: 'EUR',
      amountWithoutTax: 157_500,
      vatAmount: 31_500,
      amountWithTax: 189_000,
      remainingAmountWithTax: isBill ? (eventName === 'paid' ? 0 : 189_000) : null,
      emittedAt: CREATED_AT,
      dueAt: isBill ? seconds('2026-04-01T00:00:00+02:00') : null,
      finalizedAt: isDraft ? null : seconds('2026-03-02T10:15:00+01:00'),
      signedAt: null,
      refusedAt: null,
      paidAt: null,
      canceledAt: null,
      archivedAt: null,
      parentId: null,
      opportunityId: null,
      path: `/v2/billing/${DOCUMENT_ID}`,
      ...(step && { [step.at]: step.moment }),
    },
  };
}

/** A bill that was paid twice. */
export const overpaidSample = (type: 'invoice' | 'advance'): Record<string, unknown> => ({
  ...documentSample(type, 'paid'),
  excess: { onlinePaymentId: '01890a6a-1c2d-7e3f-8a4b-5c6d7e8f9a0b', amount: 189_000 },
});

/** A bill that its customer refused at an approved platform. */
export const platformSample = (type: 'invoice' | 'advance' | 'asset'): Record<string, unknown> => ({
  ...documentSample(type, 'finalized'),
  platform: {
    ...{ stage: 'refused', code: 210, status: 'refused' },
    reasons: [{ code: 'CMD_ERR', text: 'Numéro de commande inconnu' }],
  },
});

export const contactSample = {
  contact: {
    id: CUSTOMER_ID,
    emails: ['zoe.martin@example.com'],
    defaultContact: false,
    createdAt: CREATED_AT,
    hasBillings: false,
    test: false,
    firstname: 'Zoé',
    lastname: 'Martin',
    phone: '+33 6 12 34 56 78',
    hasTiersPrestation: false,
  },
};

export const organizationSample = {
  organization: organizationToJson({
    customer: {
      kind: 'organization',
      id: CUSTOMER_ID,
      test: false,
      details: {
        name: 'Boulangerie Martin SARL',
        commercialName: 'Au bon pain de Nantes',
        emails: ['compta@example.com'],
        siret: '73282932000074',
        vatNumber: 'FR44732829320',
        billingAddress: { address: '4 place du Marché', city: 'Nantes', zipCode: '44000', country: 'FR' },
      },
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
    },
    hasDocuments: true,
    contacts: 2,
  }),
};

export const supplierInvoiceSample = {
  supplierInvoice: {
    id: '01890a62-2d3e-7f40-8b52-6c7d8e9f0a1b',
    name: 'facture-2026-118.xml',
    size: 8_312,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    source: 'upload',
    state: 'to_do',
    receivedAt: seconds('2026-03-30T09:15:00+02:00'),
    format: 'cii',
    supplier: { key: '552081317', name: 'Papeterie Durand', siren: '552081317', vatNumber: 'FR03552081317' },
    number: '2026-118',
    issuedOn: '2026-03-27',
    dueOn: '2026-04-26',
    type: '380',
    currency: 'EUR',
    amountWithoutTax: 12_000,
    vatAmount: 2_400,
    amountWithTax: 14_400,
    amountDue: 14_400,
  },
};

export const supplierStatusSample = {
  supplierInvoice: { ...supplierInvoiceSample.supplierInvoice, source: 'platform' },
  status: {
    ...{ id: '01890a62-4f5a-7b6c-8d7e-9f0a1b2c3d4e', direction: 'sent', code: 207, status: 'disputed' },
    statedAt: seconds('2026-03-30T10:05:00+02:00'),
    reasons: [{ code: 'QTE_ERR', text: 'Deux cartons sur trois ont été livrés.' }],
    amounts: [],
    delivery: 'waiting',
  },
};

export const eReportSample = {
  eReport: {
    ...{ kind: 'transactions', from: '2027-09-01', to: '2027-09-30' },
    transmission: {
      ...{ id: '01890a63-5a6b-7c7d-8e9f-0a1b2c3d4e5f', type: 'IN', state: 'rejected', platform: '0123' },
      totals: [{ currency: 'EUR', amount: 150_000, vat: 22_750 }],
      createdAt: seconds('2027-10-02T09:00:00+02:00'),
      submittedAt: seconds('2027-10-02T09:00:02+02:00'),
      flowId: 'F-20271002-0001',
      statuses: [
        {
          ...{ code: 301, status: 'rejected', statedAt: seconds('2027-10-11T02:00:00+02:00') },
          receivedAt: seconds('2027-10-11T02:05:00+02:00'),
          reasons: [{ code: 'REJ_COH', text: 'La somme des taux ne donne pas le total (TT-83).' }],
        },
      ],
    },
  },
};

export const accountDeletionSample = {
  deletion: {
    state: 'waiting',
    requestedAt: seconds('2026-03-02T10:10:00+01:00'),
    dueAt: seconds('2026-04-01T11:10:00+02:00'),
  },
};

export const archiveSample = {
  archive: {
    ...{ id: '01890a64-6b7c-7d8e-9f0a-1b2c3d4e5f60', test: false, from: '2026-01-01', to: '2026-12-31' },
    ...{ state: 'ready', createdAt: seconds('2027-01-04T09:00:00+01:00') },
    endedAt: seconds('2027-01-04T09:00:40+01:00'),
    expiresAt: seconds('2027-01-11T09:00:40+01:00'),
    size: 1_482_752,
    sha256: '3f1b5c7d9e0a2468bdf13579ace02468f0e1d2c3b4a5968778695a4b3c2d1e0f',
    signedSha256: 'a1c3e5f7092b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7',
    keyFingerprint: '7d2e4f6a8c0b1d3e5f7092a4b6c8dae0f1325476981badcfe0123456789abcde',
    counts: { documents: 12, payments: 9, closures: 4, bookClosings: 1, files: 24, links: 57 },
  },
};

const sampleTrip = {
  ...{ id: '01890a63-7c8d-7e9f-8a0b-2c3d4e5f6a7b', number: 1, kind: 'trip', on: '2026-03-01', bookedOn: '2026-03-01' },
  ...{
    vehicleId: '01890a63-4b7d-7f95-8e13-6c5d4e3f2a1b',
    vehicleName: 'Clio',
    origin: 'Lyon',
    destination: 'Grenoble',
  },
  ...{ purpose: 'Visite de chantier', kilometers: 112, returnTrip: true, distance: 224, amount: 14_246 },
  ...{ use: 'deducted', corrected: false, createdAt: 1_772_442_900, test: false },
};
export const tripRecordedSample = { trip: sampleTrip };
export const tripCorrectedSample = {
  trip: {
    ...{
      ...sampleTrip,
      id: '01890a63-8d9e-7f0a-9b1c-3d4e5f6a7b8c',
      number: 2,
      kind: 'counter_entry',
      kilometers: -112,
    },
    ...{ distance: -224, amount: -14_246, correctsId: sampleTrip.id },
  },
};

const samplePurchase = {
  ...{ id: '01890a65-2d3e-7f4a-8b5c-6d7e8f9a0b1c', number: 1, paidOn: '2026-03-01', bookedOn: '2026-03-01' },
  ...{
    supplierName: 'Papeterie du Port',
    nature: 'supplies',
    designation: 'Papier',
    amount: 4_990,
    deductibleVat: 832,
  },
  vat: [{ treatment: 'charged', rate: 2_000, net: 4_158, vat: 832, deductible: 832 }],
  ...{ method: 'credit_card', reference: 'TK-4411', corrected: false, createdAt: 1_772_442_900, test: false },
};
export const purchaseRecordedSample = { purchase: samplePurchase };
export const purchaseCorrectedSample = {
  purchase: {
    ...{ ...samplePurchase, id: '01890a65-3e4f-7a5b-8c6d-7e8f9a0b1c2d', number: 2, correctsId: samplePurchase.id },
    ...{ amount: -4_990, deductibleVat: -832 },
    vat: [{ treatment: 'charged', rate: 2_000, net: -4_158, vat: -832, deductible: -832 }],
  },
  replacement: {
    ...{ ...samplePurchase, id: '01890a65-4f5a-7b6c-8d7e-8f9a0b1c2d3e', number: 3, replacesId: samplePurchase.id },
    ...{ amount: 4_090, deductibleVat: 682 },
    vat: [{ treatment: 'charged', rate: 2_000, net: 3_408, vat: 682, deductible: 682 }],
  },
};
export const recurringPurchaseSample = {
  recurringPurchase: {
    ...{
      id: '01890a65-5a6b-7c7d-8e8f-9a0b1c2d3e4f',
      supplierName: 'Régie Martin',
      nature: 'other',
      designation: 'Loyer',
    },
    ...{ amount: 60_000, deductibleVat: 0, vat: [], method: 'direct_debit', reference: 'Bail 12' },
    ...{ every: 'month', from: '2026-04-05', until: '2027-03-05', onLastDay: false, state: 'active' },
    ...{ nextOn: '2026-04-05', createdAt: 1_772_442_900, test: false },
  },
};

export const openingBalancesSample = {
  openingBalances: {
    ...{ id: '01890a66-2d3e-7f4a-8b5c-6d7e8f9a0b1c', number: 1, on: '2026-01-01', label: 'Reprise des soldes 2025' },
    lines: [
      { account: '512', label: 'Banque', debit: 420_000, credit: 0 },
      { account: '101', label: 'Capital individuel', debit: 0, credit: 420_000 },
    ],
    ...{ author: '01890a5d-7c21-7d3e-8f40-2b1a3c4d5e6f', reversed: false, createdAt: 1_772_442_900, test: false },
  },
};

export const bookClosingSample = {
  closing: {
    ...{ id: '01890a63-6b7c-7d8e-9f0a-1b2c3d4e5f6a', number: 1, from: '2026-01-01', to: '2026-03-31' },
    receipts: {
      sha256: '0c5f2f0b3f7d5e8f1f4f9b9c9d7f3a4c2a1e6d8b7c5f4e3d2c1b0a9f8e7d6c5b',
      totals: {
        ...{ count: 12, amount: 1_234_000, vat: 0, cash: 0, unstated: 0, disbursements: 0, withoutRate: 0 },
        natures: [{ nature: 'bnc', amount: 1_234_000, vat: 0 }],
      },
    },
    purchases: {
      sha256: '1d6e3e1c4e8c6f9e2e5eac8d8e8e4b5d3b2f7e9c8d6e5f4e3d2c1b0a9f8e7d6c',
      totals: {
        ...{ count: 1, amount: 4_990, deductibleVat: 0, cash: 0 },
        natures: [{ nature: 'supplies', amount: 4_990, deductibleVat: 0 }],
      },
    },
    sha256: '2e7f4f2d5f9d7eaf3f6fbd9e9f9f5c6e4c3e8fad9e7f6e5f4e3d2c1b0a9f8e7d',
    createdAt: seconds('2026-04-02T09:00:00+02:00'),
    test: false,
  },
};

export const productSample = {
  product: {
    id: '01890a5d-7c21-7d3e-8f40-2b1a3c4d5e6f',
    designation: 'Développement web',
    reference: 'DEV-1',
    type: 'SERVICE_DELIVERY',
    unit: 'DAY',
    unitPrice: 45_000,
    priceWithoutTaxes: 45_000,
    priceWithTaxes: 54_000,
    lockUnitPrice: false,
    vatCode: 'FR_2000',
    vatAmount: 9_000,
    taxesIncluded: false,
    stock: 0,
    isStockable: false,
    isDeliveryOfGood: false,
    personalServiceActivity: false,
  },
};

const webhook = { id: '01890a5d-d140-7e9d-8a61-7c8d9e0f1a2b', url: 'https://automate.example.com/hooks/facturier' };
export const webhookSample = {
  test: { webhook },
  disabled: { webhook: { ...webhook, reason: 'gone', disabledAt: '2026-03-02T09:15:00.000Z' } },
};

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

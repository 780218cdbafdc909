import { createProduct, deleteProduct, updateProduct } from '../../../api/catalogue/products.ts';
import {
  archiveContact,
  archiveOrganization,
  createContact,
  createOrganization,
  deleteContact,
  deleteOrganization,
  updateContact,
  updateOrganization,
} from '../../../api/customers/customers.ts';
import { listCategories } from '../../../api/projects/categories.ts';
import { createProject, deleteProject } from '../../../api/projects/projects.ts';
import { createTask, deleteTask } from '../../../api/projects/tasks.ts';
import { updateProject } from '../../../api/projects/update-project.ts';
import { updateTask } from '../../../api/projects/update-task.ts';
import type { Operation } from '../../../pipeline/operation.ts';
import type { RecordEventName } from '../../../schemas/events/event-type.ts';
import type { Act, EventTrigger, UntriggerableEvent, WithId } from './event-trigger.ts';

type Sort = 'contact' | 'organization' | 'product' | 'project' | 'task';
type Body = Record<string, unknown>;

/** Triggers an event of a new customer, product, project or task. */
export function recordTrigger(sort: Sort, happening: RecordEventName): EventTrigger | UntriggerableEvent {
  const { create, update, archive, remove, id: named = 'id', body, changed, needsCustomer } = records[sort];
  const made = async (act: Act): Promise<string> => {
    const { id } = await act.ask<WithId>(create, { body: await body(act) });
    act.made(sort, id);
    return id;
  };
  const then = (operation: Operation, more: Body = {}, takes = create): EventTrigger => ({
    takes,
    ...(needsCustomer && { needsCustomer }),
    act: async (act) => {
      const id = await made(act);
      await act.ask(operation, { path: { [named]: id }, body: more });
      return id;
    },
  });
  switch (happening) {
    case 'created':
      return { takes: create, ...(needsCustomer && { needsCustomer }), act: made };
    case 'updated':
      return then(update, changed, update);
    case 'archived':
      return archive ? then(archive) : { instead: NOT_ARCHIVED };
    case 'deleted':
      return then(remove);
  }
}

type Ways = {
  create: Operation;
  update: Operation;
  archive?: Operation;
  remove: Operation;
  /** Name of its path parameter, if not `id`. */
  id?: string;
  needsCustomer?: true;
  body: (act: Act) => Promise<Body> | Body;
  /** Body of its update. */
  changed: Body;
};

const ADDRESS = { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' };
/** A customer whose documents can be finalized. */
export const CONTACT = {
  firstname: 'Essai',
  lastname: 'Facturier',
  emails: ['essai@example.com'],
  billingAddress: ADDRESS,
};
const ORGANIZATION = { name: 'Essai Facturier SARL', emails: ['essai@example.com'], billingAddress: ADDRESS };
const PRODUCT = {
  designation: 'Essai',
  reference: 'ESSAI',
  type: 'SERVICE_DELIVERY',
  unit: 'DAY',
  vatCode: 'FR_2000',
  unitPrice: 45_000,
};

const records: Readonly<Record<Sort, Ways>> = {
  contact: {
    create: createContact,
    update: updateContact,
    archive: archiveContact,
    remove: deleteContact,
    body: () => CONTACT,
    changed: { ...CONTACT, jobTitle: 'Gérant' },
  },
  organization: {
    create: createOrganization,
    update: updateOrganization,
    archive: archiveOrganization,
    remove: deleteOrganization,
    body: () => ORGANIZATION,
    changed: { ...ORGANIZATION, commercialName: 'Essai' },
  },
  product: {
    create: createProduct,
    update: updateProduct,
    remove: deleteProduct,
    id: 'productId',
    body: () => PRODUCT,
    changed: { ...PRODUCT, unitPrice: 48_000 },
  },
  project: {
    create: createProject,
    update: updateProject,
    remove: deleteProject,
    needsCustomer: true,
    body: async (act) => ({
      name: 'Essai',
      amount: 450_000,
      customerId: await act.customer(),
      categoryId: await firstColumn(act),
    }),
    changed: { name: 'Essai modifié' },
  },
  task: {
    create: createTask,
    update: updateTask,
    remove: deleteTask,
    body: () => ({ name: 'Essai', description: 'Créée par facturier trigger.' }),
    changed: { name: 'Essai modifié' },
  },
};

/** The first column of the board. */
async function firstColumn({ ask }: Act): Promise<string | undefined> {
  const [first] = await ask<WithId[]>(listCategories);
  return first?.id;
}

const NOT_ARCHIVED = {
  fr: 'un produit ne peut pas être archivé. Essayez product.deleted.',
  en: 'products cannot be archived. Try product.deleted.',
};

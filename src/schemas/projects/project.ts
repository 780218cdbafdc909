import * as z from 'zod';
import type { Revision } from '../../domain/customers/apply-changes.ts';
import { cents } from '../../domain/money/cents.ts';
import type { CountedCategory } from '../../domain/projects/category.ts';
import type { Project, ProjectDetails, Work } from '../../domain/projects/project.ts';
import type { ProjectCustomer } from '../../domain/projects/project-customer.ts';
import { startOfDay } from '../../domain/time/civil-day.ts';
import { dueDate, dueDayForTools, dueDayOf } from '../billing/due-day.ts';
import { RegistrationStateJson, registrationStates } from '../customers/contact.ts';
import { CustomerJson, type PortalTokenOf, partyToJson } from '../customers/customer.ts';
import { PaymentMethodJson } from '../fields/enumerations.ts';
import { idOf } from '../fields/id.ts';
import { filledText, NAME_MAX, NOTE_MAX, text } from '../fields/text.ts';
import { CategoryJson, categoryToJson } from './project-category.ts';
import { afterRank } from './rank.ts';

/** Ten billion euros. */
const AMOUNT_MAX_CENTS = 1_000_000_000_000;

/** The form of a project. */
export const ProjectForm = z
  .object({
    name: filledText(NAME_MAX).meta({ description: 'Name of the project.' }),
    amount: z.int().min(0).max(AMOUNT_MAX_CENTS).meta({ description: 'Value, in cents.' }),
    customerId: idOf('the contact or organization the project is for'),
    categoryId: idOf('the board column of the project'),
    description: text(NOTE_MAX)
      .nullable()
      .optional()
      .meta({ description: 'The description of the project; null for none.' }),
    dueDate: dueDate.nullable().optional(),
    afterRank,
  })
  .meta({ id: 'OpportunityForm' });

/** The form of a change: missing members stay as they are. */
export const ProjectChange = ProjectForm.partial()
  .extend({
    isArchived: z
      .boolean()
      .optional()
      .meta({ description: 'true archives the project with its tasks, false returns it to the board.' }),
  })
  .meta({ id: 'OpportunityChange' });

/** The parameters of the tools that write a project. */
export const projectParameters = z.object({
  name: ProjectForm.shape.name,
  amount: ProjectForm.shape.amount,
  customerId: ProjectForm.shape.customerId,
  categoryId: ProjectForm.shape.categoryId,
  description: ProjectForm.shape.description,
  dueDate: dueDayForTools,
});

/** The customer of a project: as in documents, with additional members. */
const ProjectCustomerJson = CustomerJson.extend({
  paymentMethods: z.array(PaymentMethodJson).optional(),
  tiersPrestationIsActivated: z.boolean().meta({
    description: 'Whether Urssaf may be asked for payments for this customer.',
  }),
  tiersPrestation: z
    .object({
      idClient: z.string().meta({ description: 'Urssaf’s id of the customer.' }),
      registeredAt: z.number().meta({ description: 'Unix seconds.' }),
      status: RegistrationStateJson,
    })
    .meta({ id: 'RegistrationOfCustomer' })
    .optional(),
  archivedAt: z
    .number()
    .optional()
    .meta({ description: 'When the customer was archived, Unix seconds; absent if active.' }),
}).meta({ id: 'OpportunityCustomer' });

export const ProjectJson = z
  .object({
    id: z.string(),
    createdAt: z.number().meta({ description: 'Unix seconds.' }),
    name: z.string(),
    description: z.string().optional(),
    dueDate: z.number().optional().meta({ description: 'The first second of the due day in the account’s zone.' }),
    amount: z.number().meta({ description: 'Cents.' }),
    rank: z.string().meta({ description: 'The position in the column; ranks are compared byte by byte.' }),
    customerId: z.string(),
    categoryId: z.string(),
    category: CategoryJson,
    customer: ProjectCustomerJson,
    archivedAt: z
      .number()
      .optional()
      .meta({ description: 'When the project was archived, Unix seconds; absent while it is on the board.' }),
    work: z
      .object({
        tasks: z.number(),
        tasksDone: z.number(),
        timeSpent: z.number().meta({ description: 'Minutes of all tasks of the project.' }),
        timeToBill: z.number().meta({ description: 'Minutes of the tasks whose time is on no document.' }),
      })
      .meta({ id: 'OpportunityWork' }),
    test: z.boolean(),
  })
  .meta({ id: 'Opportunity' });

/** The input of an answer in addition to the project. */
export type ProjectShown = {
  customer: ProjectCustomer;
  work: Work;
  board: readonly CountedCategory[];
  accountId: string;
  zone: string;
  portalTokenOf?: PortalTokenOf | undefined;
};

/** A project in the API, with its column and its customer. */
export function projectToJson(project: Project, shown: ProjectShown): z.input<typeof ProjectJson> {
  const { id, test, name, description, amount, dueOn, customerId, categoryId, rank, createdAt, archivedAt } = project;
  const column = shown.board.find(({ category }) => category.id === categoryId);
  if (!column) throw new Error(`the project ${id} is in no column`);
  return {
    id,
    createdAt,
    name,
    ...(description !== undefined && { description }),
    ...(dueOn !== undefined && { dueDate: startOfDay(dueOn, shown.zone) }),
    amount,
    rank,
    customerId,
    categoryId,
    category: categoryToJson(column, shown.accountId),
    customer: customerToJson(shown),
    ...(archivedAt !== undefined && { archivedAt }),
    work: shown.work,
    test,
  };
}

/** The fields of a project form, except its position. IDs are in lower case, as in the database. */
export function projectRevision(form: z.output<typeof ProjectChange>, zone: string): Revision<ProjectDetails> {
  const { name, amount, customerId, categoryId, description, dueDate: due } = form;
  return {
    name,
    amount: amount === undefined ? undefined : cents(amount),
    customerId: customerId?.toLowerCase(),
    categoryId: categoryId?.toLowerCase(),
    description: description === '' ? null : description,
    dueOn: due == null ? due : dueDayOf(due, zone),
  };
}

function customerToJson(shown: ProjectShown): z.input<typeof ProjectCustomerJson> {
  const { paymentMethods, registration, archivedAt } = shown.customer;
  return {
    ...partyToJson(shown.customer, shown),
    ...(paymentMethods && { paymentMethods: [...paymentMethods] }),
    tiersPrestationIsActivated: registration?.state === 'active',
    ...(registration && {
      tiersPrestation: {
        idClient: registration.agencyId,
        registeredAt: registration.registeredAt,
        status: registrationStates[registration.state],
      },
    }),
    ...(archivedAt !== undefined && { archivedAt }),
  };
}

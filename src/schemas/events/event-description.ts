import * as z from 'zod';
import { ArchiveJson } from '../account/archive.ts';
import { AccountDeletionJson } from '../account/deletion.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { DocumentEventJson, OverpaidEventJson } from '../billing/document/document-event.ts';
import type { BillingType } from '../billing/document/document-type.ts';
import { ImportOfEventJson, PastDocumentOfEventJson } from '../billing/past/import.ts';
import { BookClosingJson } from '../books/closing.ts';
import { TripJson } from '../books/mileage.ts';
import { OpeningEntryJson } from '../books/opening-entry.ts';
import { PurchaseJson } from '../books/purchase.ts';
import { RecurringPurchaseJson } from '../books/recurring-purchase.ts';
import { ProductJson } from '../catalogue/product.ts';
import { ContactJson } from '../customers/contact.ts';
import { OrganizationJson } from '../customers/organization.ts';
import { EReportEventJson } from '../einvoicing/e-report-deposit.ts';
import { PlatformEventJson } from '../einvoicing/platform-event.ts';
import { ReceivedSupplierInvoiceJson } from '../einvoicing/supplier-invoice.ts';
import { SupplierStatusEventJson } from '../einvoicing/supplier-status.ts';
import { projectEventJson, taskEventJson } from '../projects/project-event.ts';
import { EventJson, WebhookDisabledEventJson, WebhookTestEventJson } from './event.ts';
import {
  accountDeletionSample,
  archiveSample,
  bookClosingSample,
  contactSample,
  documentSample,
  eReportSample,
  openingBalancesSample,
  organizationSample,
  overpaidSample,
  platformSample,
  productSample,
  projectEventSample,
  purchaseCorrectedSample,
  purchaseRecordedSample,
  recurringPurchaseSample,
  supplierInvoiceSample,
  supplierStatusSample,
  taskEventSample,
  tripCorrectedSample,
  tripRecordedSample,
  webhookSample,
} from './event-samples.ts';
import { type EventType, eventTypes, labelOf } from './event-type.ts';
import { importSample, pastDocumentSample } from './import-samples.ts';

// Customer and product events contain the full object, as in API responses.

export const ContactEventJson = z.strictObject({ event: EventJson, contact: ContactJson }).meta({ id: 'ContactEvent' });
export const OrganizationEventJson = z
  .strictObject({ event: EventJson, organization: OrganizationJson })
  .meta({ id: 'OrganizationEvent' });
export const ProductEventJson = z.strictObject({ event: EventJson, product: ProductJson }).meta({ id: 'ProductEvent' });

const SupplierInvoiceEventJson = z
  .strictObject({ event: EventJson, supplierInvoice: ReceivedSupplierInvoiceJson })
  .meta({ id: 'SupplierInvoiceEvent' });

const SupplierStatusChangedEventJson = z
  .strictObject({
    event: EventJson,
    supplierInvoice: ReceivedSupplierInvoiceJson,
    status: SupplierStatusEventJson,
  })
  .meta({ id: 'SupplierInvoiceStatusEvent' });

const BooksClosedEventJson = z
  .strictObject({ event: EventJson, closing: BookClosingJson })
  .meta({ id: 'BooksClosedEvent' });

const TripRecordedEventJson = z.strictObject({ event: EventJson, trip: TripJson }).meta({ id: 'TripRecordedEvent' });
const TripCorrectedEventJson = z
  .strictObject({ event: EventJson, trip: TripJson, replacement: TripJson.optional() })
  .meta({ id: 'TripCorrectedEvent' });

const PurchaseRecordedEventJson = z
  .strictObject({ event: EventJson, purchase: PurchaseJson })
  .meta({ id: 'PurchaseRecordedEvent' });
const PurchaseCorrectedEventJson = z
  .strictObject({ event: EventJson, purchase: PurchaseJson, replacement: PurchaseJson.optional() })
  .meta({ id: 'PurchaseCorrectedEvent' });
const OpeningBalancesEventJson = z
  .strictObject({ event: EventJson, openingBalances: OpeningEntryJson })
  .meta({ id: 'OpeningBalancesEvent' });
const RecurringPurchaseEventJson = z
  .strictObject({ event: EventJson, recurringPurchase: RecurringPurchaseJson })
  .meta({ id: 'RecurringPurchaseEvent' });

const ImportEventJson = z.strictObject({ event: EventJson, import: ImportOfEventJson }).meta({ id: 'ImportEvent' });
const PastDocumentEventJson = z
  .strictObject({ event: EventJson, pastDocument: PastDocumentOfEventJson })
  .meta({ id: 'PastDocumentEvent' });

const EReportStatusEventJson = z
  .strictObject({ event: EventJson, eReport: EReportEventJson })
  .meta({ id: 'EReportStatusEvent' });

const AccountDeletionEventJson = z
  .strictObject({ event: EventJson, deletion: AccountDeletionJson })
  .meta({ id: 'AccountDeletionEvent' });

const ArchiveEventJson = z.strictObject({ event: EventJson, archive: ArchiveJson }).meta({ id: 'ArchiveEvent' });

/** An event description for building integrations before the first event. */
type EventDescription = {
  id: EventType;
  labels: BilingualText;
  /** The JSON Schema of its bodies. */
  schema: Record<string, unknown>;
  /** An example body. */
  sample: Record<string, unknown>;
};

/** Every event type in display order. Built once, because it never changes. */
export function describedEvents(): readonly EventDescription[] {
  described ??= eventTypes.map((id) => {
    const { schema, sample } = shapeOf(id);
    return { id, labels: labelOf(id), schema: jsonSchemaOf(schema), sample: about(id, sample) };
  });
  return described;
}
let described: readonly EventDescription[] | undefined;

/** The schema of a type's bodies, and an example. */
export function shapeOf(type: EventType): Shape {
  const [subject = '', eventName = ''] = type.split('.');
  const own = shapes[type] ?? shapes[subject];
  if (own) return own;
  return { schema: DocumentEventJson, sample: documentSample(subject as BillingType, eventName) };
}

type Shape = { schema: z.ZodType; sample: Record<string, unknown> };

const shapes: Readonly<Record<string, Shape>> = {
  project: { schema: projectEventJson, sample: projectEventSample },
  task: { schema: taskEventJson, sample: taskEventSample },
  contact: { schema: ContactEventJson, sample: contactSample },
  organization: { schema: OrganizationEventJson, sample: organizationSample },
  product: { schema: ProductEventJson, sample: productSample },
  'invoice.overpaid': { schema: OverpaidEventJson, sample: overpaidSample('invoice') },
  'advance.overpaid': { schema: OverpaidEventJson, sample: overpaidSample('advance') },
  'invoice.platform_status_changed': { schema: PlatformEventJson, sample: platformSample('invoice') },
  'advance.platform_status_changed': { schema: PlatformEventJson, sample: platformSample('advance') },
  'asset.platform_status_changed': { schema: PlatformEventJson, sample: platformSample('asset') },
  'supplier_invoice.received': { schema: SupplierInvoiceEventJson, sample: supplierInvoiceSample },
  'supplier_invoice.status_changed': { schema: SupplierStatusChangedEventJson, sample: supplierStatusSample },
  'e_report.status_changed': { schema: EReportStatusEventJson, sample: eReportSample },
  'archive.created': { schema: ArchiveEventJson, sample: archiveSample },
  'account.deletion_requested': { schema: AccountDeletionEventJson, sample: accountDeletionSample },
  'account.deletion_canceled': { schema: AccountDeletionEventJson, sample: accountDeletionSample },
  'trip.recorded': { schema: TripRecordedEventJson, sample: tripRecordedSample },
  'trip.corrected': { schema: TripCorrectedEventJson, sample: tripCorrectedSample },
  'purchase.recorded': { schema: PurchaseRecordedEventJson, sample: purchaseRecordedSample },
  'purchase.corrected': { schema: PurchaseCorrectedEventJson, sample: purchaseCorrectedSample },
  opening_balances: { schema: OpeningBalancesEventJson, sample: openingBalancesSample },
  recurring_purchase: { schema: RecurringPurchaseEventJson, sample: recurringPurchaseSample },
  import: { schema: ImportEventJson, sample: importSample },
  past_document: { schema: PastDocumentEventJson, sample: pastDocumentSample },
  'books.closed': { schema: BooksClosedEventJson, sample: bookClosingSample },
  'webhook.test': { schema: WebhookTestEventJson, sample: webhookSample.test },
  'webhook.disabled': { schema: WebhookDisabledEventJson, sample: webhookSample.disabled },
};

const jsonSchemaOf = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Record<string, unknown>;

/** The sample with this event type only. */
const about = (type: EventType, sample: Record<string, unknown>): Record<string, unknown> => ({
  ...sample,
  event: {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    type,
    label: labelOf(type).fr,
    occurredAt: '2026-03-02T09:15:00.000Z',
  },
});

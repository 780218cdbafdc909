import * as z from 'zod';
import { ContactJson } from './contact.ts';
import { EventJson } from './event.ts';
import { OrganizationJson } from './organization.ts';
import { ProductJson } from './product.ts';

// Customers and products are told whole, as they are answered.

export const ContactEventJson = z.strictObject({ event: EventJson, contact: ContactJson }).meta({ id: 'ContactEvent' });
export const OrganizationEventJson = z
  .strictObject({ event: EventJson, organization: OrganizationJson })
  .meta({ id: 'OrganizationEvent' });
export const ProductEventJson = z.strictObject({ event: EventJson, product: ProductJson }).meta({ id: 'ProductEvent' });

import * as z from 'zod';
import { ProductJson } from '../catalogue/product.ts';
import { ContactJson } from '../customers/contact.ts';
import { OrganizationJson } from '../customers/organization.ts';
import { EventJson } from './event.ts';

// Customer and product events contain the full object, as in API responses.

export const ContactEventJson = z.strictObject({ event: EventJson, contact: ContactJson }).meta({ id: 'ContactEvent' });
export const OrganizationEventJson = z
  .strictObject({ event: EventJson, organization: OrganizationJson })
  .meta({ id: 'OrganizationEvent' });
export const ProductEventJson = z.strictObject({ event: EventJson, product: ProductJson }).meta({ id: 'ProductEvent' });

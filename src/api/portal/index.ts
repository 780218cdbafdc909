import type { Operation } from '../../pipeline/operation.ts';
import type { PersonalOperation } from '../../pipeline/personal-operation.ts';
import { linkBilling, listBillingLinks, revokeBillingLink } from './billing-links.ts';
import { getCustomerPortalPayments } from './customer-portal-payments.ts';

/** Links an owner creates for customers. */
export const portalOperations: readonly Operation[] = [linkBilling, listBillingLinks, revokeBillingLink];

/** Operations with the secret of a customer's portal. */
export const customerPortalOperations: readonly PersonalOperation[] = [getCustomerPortalPayments];

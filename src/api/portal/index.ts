import type { Operation } from '../../pipeline/operation.ts';
import type { PersonalOperation } from '../../pipeline/personal-operation.ts';
import { linkBilling, listBillingLinks, revokeBillingLink } from './billing-links.ts';
import { getCustomerPortalPayments } from './customer-portal-payments.ts';

/** What an owner gives his customers to open without an account. */
export const portalOperations: readonly Operation[] = [linkBilling, listBillingLinks, revokeBillingLink];

/** What a customer asks by the secret of his portal. */
export const customerPortalOperations: readonly PersonalOperation[] = [getCustomerPortalPayments];

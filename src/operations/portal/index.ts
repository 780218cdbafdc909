import type { Operation } from '../../road/operation.ts';
import { linkBilling, listBillingLinks, revokeBillingLink } from './billing-links.ts';

/** What an owner gives his customers to open without an account. */
export const portalOperations: readonly Operation[] = [linkBilling, listBillingLinks, revokeBillingLink];

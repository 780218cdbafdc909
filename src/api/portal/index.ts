import type { CustomerOperation } from '../../pipeline/customer-operation.ts';
import type { Operation } from '../../pipeline/operation.ts';
import type { PersonalOperation } from '../../pipeline/personal-operation.ts';
import { linkBilling, listBillingLinks, revokeBillingLink } from './billing-links.ts';
import {
  askForPortal,
  downloadStatementOfPortal,
  openDocumentOfPortal,
  seePortalForm,
} from './by-link/customer-portal.ts';
import { payAtStandIn, payDocument, seeStandIn } from './by-link/pay-document.ts';
import { downloadFacturX, downloadPdf, downloadSigned, seeDocument } from './by-link/see-document.ts';
import { askAboutDocument, refuseDocument, sendSignatureCode, signDocument } from './by-link/sign-document.ts';
import { getCustomerPortalPayments } from './customer-portal-payments.ts';

/** Links an owner creates for customers. */
export const portalOperations: readonly Operation[] = [linkBilling, listBillingLinks, revokeBillingLink];

/** Operations with the secret of a customer's portal. */
export const customerPortalOperations: readonly PersonalOperation[] = [getCustomerPortalPayments];

/** All operations with a customer link, without an account. */
export const operationsByLink = {
  seeDocument,
  downloadPdf,
  downloadFacturX,
  downloadSigned,
  signDocument,
  sendSignatureCode,
  refuseDocument,
  askAboutDocument,
  seePortalForm,
  askForPortal,
  openDocumentOfPortal,
  downloadStatementOfPortal,
  payDocument,
  seeStandIn,
  payAtStandIn,
} satisfies Record<string, CustomerOperation>;

import type { CustomerOperation } from '../../../pipeline/customer-operation.ts';
import { askForPortal, seePortalForm } from './ask-for-portal.ts';
import { downloadFacturX, downloadPdf, downloadSigned } from './download-document.ts';
import { downloadStatementOfPortal, openDocumentOfPortal } from './open-portal.ts';
import { payAtStandIn, payDocument, seeStandIn } from './pay-document.ts';
import { seeDocument } from './see-document.ts';
import { askAboutDocument, refuseDocument, sendSignatureCode, signDocument } from './sign-document.ts';

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

import type { CustomerOperation } from '../../../road/customer-operation.ts';
import { downloadFacturX, downloadPdf, downloadSigned } from './download-document.ts';
import { seeDocument } from './see-document.ts';
import { askAboutDocument, refuseDocument, sendSignatureCode, signDocument } from './sign-document.ts';

/** Everything a customer can ask by a link, without an account. */
export const operationsByLink = {
  seeDocument,
  downloadPdf,
  downloadFacturX,
  downloadSigned,
  signDocument,
  sendSignatureCode,
  refuseDocument,
  askAboutDocument,
} satisfies Record<string, CustomerOperation>;

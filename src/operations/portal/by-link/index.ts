import type { CustomerOperation } from '../../../road/customer-operation.ts';
import { downloadFacturX, downloadPdf } from './download-document.ts';
import { seeDocument } from './see-document.ts';

/** Everything a customer can ask by a link, without an account. */
export const operationsByLink = { seeDocument, downloadPdf, downloadFacturX } satisfies Record<
  string,
  CustomerOperation
>;

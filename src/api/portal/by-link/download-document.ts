import * as z from 'zod';
import { customerOperation } from '../../../pipeline/customer-operation.ts';
import { withCustomerLink } from '../../../services/portal/customer-link.ts';
import { fileAtLink } from '../../../services/portal/file-for-link.ts';

export const downloadPdf = downloading('pdf', 'Returns the PDF of the linked document to the customer.');
export const downloadFacturX = downloading('facturx', 'Returns the Factur-X of the linked invoice to the customer.');
export const downloadSigned = downloading('signed', 'Returns the file that the customer signed.');

function downloading(format: 'pdf' | 'facturx' | 'signed', summary: string) {
  return customerOperation({
    name: `download-${format}-by-link`,
    summary,
    route: `GET /c/{link}/${format}`,
    opens: ['document', 'signature'],
    body: z.object({}),
    refusals: ['customer_link_not_found', 'links_slowed'],
    run: async (context, link) => {
      const prepared = await withCustomerLink(context, link, (mine, opened) => fileAtLink(mine, opened, { format }));
      if ('refused' in prepared || 'file' in prepared) return prepared;
      const made = await prepared.make();
      return withCustomerLink(context, link, async (mine) => {
        const file = await prepared.keep(mine, made);
        return 'refused' in file ? ({ refused: 'customer_link_not_found' } as const) : { file };
      });
    },
  });
}

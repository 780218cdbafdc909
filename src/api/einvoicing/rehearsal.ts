import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { billsToRehearse } from '../../db/einvoicing/bills-to-rehearse.ts';
import type { Rehearsed } from '../../domain/einvoicing/rehearsed.ts';
import { operation } from '../../pipeline/operation.ts';
import { RehearsalJson, rehearsalForm, rehearsalToJson } from '../../schemas/einvoicing/rehearsal.ts';
import type { Context } from '../../services/context.ts';
import { readToRehearse, rehearse } from '../../services/einvoicing/rehearse-sending.ts';

/** Documents of one page: about a second of work, in slices. */
const DOCUMENTS_OF_PAGE = 50;

export const rehearseEInvoicing = operation({
  name: 'rehearse-e-invoicing',
  summary: 'Rehearses e-invoicing with past documents: which would have reached their buyers through a platform.',
  description:
    'The finalized invoices, advances and credit notes of the mode of the key are written as electronic invoices and handed to a trial platform of their own, with the customers and the company as they are today, under the rules that apply to small businesses from 2027-09-01, and so is what was collected of them (status 212). It forgets them: nothing is stored and nothing leaves. At most 50 documents at a time.',
  chapter: 'E-invoicing',
  routes: ['POST /v2/e-invoicing/rehearsal'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: rehearsalForm,
  success: 200,
  output: RehearsalJson,
  refusals: [],
  example: { from: '2026-01-01', to: '2026-12-31' },
  async run(context, { from, to, after }) {
    const { tx, test, realNow, newId, language } = context;
    const [{ settings }, found] = await Promise.all([
      settingsOf(tx),
      billsToRehearse(tx, { test, from, to }, { after, most: DOCUMENTS_OF_PAGE + 1 }),
    ]);
    const ids = found.slice(0, DOCUMENTS_OF_PAGE);
    const read = await readToRehearse(context, ids);
    const { siret, name = settings.name } = settings.emitter;
    const seller = siret === undefined ? undefined : { siren: siret.slice(0, 9), name };
    return {
      aside: () => rehearse(read, seller, { now: realNow, newId, language }),
      after: async (_: Context, rehearsed: Rehearsed) => ({
        body: {
          ...rehearsalToJson(rehearsed),
          ...{ checked: read.length, ...(found.length > ids.length && { next: ids.at(-1) }) },
        },
      }),
    };
  },
});

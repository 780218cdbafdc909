import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { customersWithoutSiren } from '../../db/einvoicing/customers-without-siren.ts';
import { listPlatformConnections } from '../../db/einvoicing/platform-connections.ts';
import type { Emitter } from '../../domain/account/settings.ts';
import { dutiesOf } from '../../domain/einvoicing/reform-duties.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import { ReadinessJson } from '../../schemas/einvoicing/readiness.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';

export const getReadiness = operation({
  name: 'get-e-invoicing-readiness',
  summary: 'Returns what the French e-invoicing reform asks of the business, what is ready and what is missing.',
  description:
    'The days are those of small and micro-businesses. With a live key: a test key sees no live connections or customers, and sandboxes prepare nothing.',
  chapter: 'E-invoicing',
  routes: ['GET /v2/e-invoicing/readiness'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: ReadinessJson,
  refusals: [],
  tool: {
    name: 'get-e-invoicing-readiness',
    description: 'Says what the French e-invoicing reform asks of the business, from when, and what is missing.',
    ...answeredAs('readiness', ReadinessJson),
  },
  async run({ tx, now, test }) {
    // A key of test mode sees no live data.
    const [{ settings }, connections, customers] = await Promise.all([
      settingsOf(tx),
      test ? [] : listPlatformConnections(tx, false),
      test ? 0 : customersWithoutSiren(tx),
    ]);
    const day = civilDayOf(now, settings.zone);
    const sends = connections.some((each) => each.sends);
    const receives = connections.some((each) => each.receives);
    const duties = dutiesOf(settings, { today: day, sends, receives }).map((duty) => ({ ...duty }));
    const isConcerned = duties.some(({ state }) => state !== 'not_concerned');
    return { body: { day, duties, gaps: isConcerned ? gapsOf(settings.emitter, customers) : [] } };
  },
});

const gapsOf = ({ siret, address }: Emitter, customers: number): z.input<typeof ReadinessJson>['gaps'] => [
  ...(siret === undefined ? [{ gap: 'company_siren' } as const] : []),
  ...(address === undefined ? [{ gap: 'company_address' } as const] : []),
  ...(customers > 0 ? [{ gap: 'customers_siren', count: customers } as const] : []),
];

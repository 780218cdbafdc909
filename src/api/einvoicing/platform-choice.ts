import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { listPlatformConnections } from '../../db/einvoicing/platform-connections.ts';
import { operation } from '../../pipeline/operation.ts';
import { PlatformChoiceJson, platformChoiceToJson } from '../../schemas/einvoicing/platform-choice.ts';

export const getPlatformChoice = operation({
  name: 'get-platform-choice',
  summary: 'Gets which approved platforms send and receive for the account.',
  description: 'In the mode of the key: sandboxes with a test key.',
  chapter: 'E-invoicing',
  routes: ['GET /v2/e-invoicing/platform-choice'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: PlatformChoiceJson,
  refusals: [],
  async run({ tx, test }) {
    const [{ settings }, connections] = await Promise.all([settingsOf(tx), listPlatformConnections(tx, test)]);
    return { body: platformChoiceToJson(settings, connections) };
  },
});

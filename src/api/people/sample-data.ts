import * as z from 'zod';
import type { Demonstration } from '../../domain/people/demonstration.ts';
import { SAMPLES_MAX } from '../../domain/people/sample-account.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { SignedInJson, signedInToJson } from '../../schemas/people/signed-in.ts';
import { leaveSample, openDemonstration, openSample } from '../../services/people/sample-account.ts';
import { signInResponse } from '../../services/people/sign-in/open-session.ts';
import { signedInOf } from '../../services/people/sign-in/signed-in.ts';

export const makeSampleData = personalOperation({
  name: 'make-sample-data',
  summary: 'Create sample data to explore: 12 months of a freelancer, in a separate account, in test mode.',
  description: `All kinds and states of documents, late ones, a threshold near 90 %, projects and tasks. The sample data is test data and affects no other account. Creating it takes a few seconds; one set at a time, at most ${SAMPLES_MAX} in 30 days.`,
  chapter: 'People',
  routes: ['POST /v2/person/sample-data'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 201,
  output: SignedInJson,
  refusals: ['sample_stands', 'samples_exhausted', 'sample_unfinished'],
  run: async (context) => {
    const opened = await openSample(context);
    if ('refused' in opened) return opened;
    return { body: signedInToJson({ ...signedInOf(context), accounts: opened.accounts }) };
  },
});

export const removeSampleData = personalOperation({
  name: 'remove-sample-data',
  summary: 'Delete your sample data account permanently.',
  description: 'The account with the sample data becomes inaccessible. Other accounts do not change.',
  chapter: 'People',
  routes: ['DELETE /v2/person/sample-data'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['sample_not_found'],
  run: async (context) => {
    const left = await leaveSample(context);
    return left ?? { body: null };
  },
});

export const lookAtDemonstration = personalOperation({
  name: 'look-at-demonstration',
  summary: 'Whether this service is a public demonstration, and when it is emptied.',
  chapter: 'People',
  routes: ['GET /v2/person/demonstration'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({
    isDemonstration: z.boolean(),
    resetsAt: z.number().optional().meta({ description: 'Unix seconds; only of a demonstration.' }),
  }),
  refusals: [],
  run: async ({ environment: { demonstration } }) => ({ body: shown(demonstration) }),
});

const shown = (demonstration: Demonstration | undefined) => ({
  isDemonstration: demonstration !== undefined,
  ...(demonstration && { resetsAt: demonstration.resetsAt }),
});

export const openDemonstrationForVisitor = personalOperation({
  name: 'open-demonstration',
  summary: 'Visit a public demonstration: you are signed in to sample data of your own.',
  description:
    'Only where the operator set `DEMO`. Nothing leaves the service: no mail, no webhook, no payment provider. Everything is deleted each night.',
  chapter: 'People',
  routes: ['POST /v2/person/demonstration'],
  asker: 'anybody',
  path: z.object({}),
  body: z.object({}),
  success: 201,
  output: SignedInJson,
  refusals: ['demonstration_off', 'demonstration_full', 'sample_unfinished'],
  run: async (context) => {
    const opened = await openDemonstration(context);
    return 'refused' in opened ? opened : signInResponse(opened);
  },
});

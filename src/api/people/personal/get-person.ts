import * as z from 'zod';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { SignedInJson, signedInToJson } from '../../../schemas/people/signed-in.ts';
import { signedInOf } from '../../../services/people/sign-in/signed-in.ts';

export const getPerson = personalOperation({
  name: 'get-person',
  summary: 'Get the signed-in person, their session and their accounts.',
  description: 'The answer gives the rights of the person’s role in each account, as scopes of API keys.',
  chapter: 'People',
  routes: ['GET /v2/person'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({}),
  success: 200,
  output: SignedInJson,
  refusals: [],
  run: async (context) => ({ body: signedInToJson(signedInOf(context)) }),
});

import type { Answer } from '../client/call.ts';

export type Webhook = Answer<'list-webhooks'>['docs'][number];
export type WithSecret = { readonly url: string; readonly secret: string };

import type { Answer } from '../../client/call.ts';

export type Key = Answer<'list-api-keys'>['docs'][number];

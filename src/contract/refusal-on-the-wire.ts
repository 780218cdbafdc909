import type { RefusalCode, Refused } from '../domain/refusal.ts';
import { forbiddenByState } from './refusals/forbidden-by-state.ts';
import { notThere } from './refusals/not-there.ts';
import { ofAttachments } from './refusals/of-attachments.ts';
import { ofKeys } from './refusals/of-keys.ts';
import { ofMail } from './refusals/of-mail.ts';
import { ofProjects } from './refusals/of-projects.ts';
import { ofThemes } from './refusals/of-themes.ts';
import type { Told } from './refusals/told.ts';
import { unusableFile } from './refusals/unusable-file.ts';
import { unusableInput } from './refusals/unusable-input.ts';
import { unusableWebhook } from './refusals/unusable-webhook.ts';

/** Every refusal of the business, as the interface words it. A new one does not compile until one of these tells it. */
export const refusalOnTheWire: { readonly [Code in RefusalCode]: Told<Refused<Code>> } = {
  ...notThere,
  ...unusableInput,
  ...unusableFile,
  ...ofAttachments,
  ...unusableWebhook,
  ...forbiddenByState,
  ...ofKeys,
  ...ofMail,
  ...ofProjects,
  ...ofThemes,
};

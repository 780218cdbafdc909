import * as z from 'zod';
import { VatCodeJson, VatMentionJson } from '../fields/enumerations.ts';

const fits = (what: string) => z.boolean().meta({ description: `Whether ${what}.` });

/** The possible VAT codes and mentions, and which of them fit. */
export const VatChoicesJson = z
  .object({
    codes: z
      .array(
        z
          .object({
            vatCode: VatCodeJson,
            ratePercent: z.number(),
            fits: fits('the account charges this code to this customer'),
          })
          .meta({ id: 'VatCodeChoice' }),
      )
      .meta({ description: 'All codes: fitting ones first, by descending rate.' }),
    mentions: z
      .array(
        z
          .object({
            vatMention: VatMentionJson,
            text: z.string().optional().meta({
              description: 'The printed text, in French as required by law; absent if nothing is printed.',
            }),
            translation: z.string().optional().meta({
              description: 'The translation printed beside the French text if the document is in another language.',
            }),
            fits: fits('the document meets what finalization requires of its mention, and the VAT regime allows it'),
          })
          .meta({ id: 'VatMentionChoice' }),
      )
      .meta({ description: 'Every mention, in the order of their numbers.' }),
  })
  .meta({ id: 'VatChoices' });

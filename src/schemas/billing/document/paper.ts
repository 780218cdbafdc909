import * as z from 'zod';
import { LocaleJson } from '../../fields/enumerations.ts';

const Labelled = z.object({ label: z.string(), value: z.string() }).meta({ id: 'PaperFact' });

const Party = z
  .object({
    label: z.string(),
    name: z.string(),
    lines: z.array(z.string()).meta({ description: 'The address, line by line.' }),
    details: z.array(z.string()).meta({ description: 'Legal numbers and contact details.' }),
  })
  .meta({ id: 'PaperParty' });

const Table = z
  .object({
    title: z.string(),
    head: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    figuresFrom: z.int().meta({ description: 'The index, from 0, of the first column with figures.' }),
    sumsFrom: z.int().optional().meta({ description: 'The index, from 0, of the first row with sums.' }),
    note: z.string().optional(),
  })
  .meta({ id: 'PaperTable' });

/** The printed content of a document in page order: every amount, date and label is formatted. */
export const PaperJson = z
  .object({
    locale: LocaleJson,
    title: z.string().meta({ description: 'The name of the file’s document: “Facture F-2026-0001”.' }),
    heading: z.string(),
    number: z.string(),
    subject: z.string().optional(),
    watermark: z.string().optional(),
    accent: z.string().meta({ description: 'The colour of its theme, as #1f3a4d.' }),
    emitter: Party,
    customer: Party,
    delivery: Party.optional(),
    facts: z.array(Labelled),
    headerNote: z.string().optional(),
    columns: z.array(z.object({ key: z.string(), label: z.string() }).meta({ id: 'PaperColumn' })),
    lines: z.array(
      z
        .object({
          section: z
            .string()
            .optional()
            .meta({ description: 'The heading of the section that begins with this line.' }),
          subtotal: Labelled.optional().meta({ description: 'The total of the section that ends with this line.' }),
          designation: z.string(),
          description: z.string().optional(),
          notes: z.array(z.string()),
          cells: z.record(z.string(), z.string()).meta({ description: 'Values of the other columns, by key.' }),
        })
        .meta({ id: 'PaperLine' }),
    ),
    totals: z.array(
      Labelled.extend({
        weight: z
          .enum(['part', 'sum', 'due'])
          .meta({ description: 'due: the amount to pay, the most important figure; exactly one.' }),
      }).meta({ id: 'PaperTotal' }),
    ),
    tables: z
      .array(Table)
      .meta({ description: 'VAT per rate, advances deducted or planned, amounts in other currencies.' }),
    payment: z
      .object({ title: z.string(), facts: z.array(Labelled), note: z.string().optional() })
      .meta({ id: 'PaperPayment' })
      .optional(),
    mentions: z.array(
      z
        .object({
          text: z.string(),
          beside: z.string().optional().meta({ description: 'Translation, if the document is not in French.' }),
        })
        .meta({ id: 'PaperMention' }),
    ),
    footerNote: z.string().optional(),
    terms: z.object({ title: z.string(), text: z.string() }).meta({ id: 'PaperTerms' }).optional(),
    foot: z.string().meta({ description: 'The sender, at the foot of every page.' }),
  })
  .meta({ id: 'Paper' });

import * as z from 'zod';
import type { BankMovement } from '../../domain/home/document-trail.ts';
import { masked } from '../../domain/payments/bank/statement.ts';
import { FamilyMemberJson } from '../billing/document/document-group.ts';
import { ActivityJson } from './activity.ts';

/** An entry of the audit chain about one of the documents or their payments. */
const TrailEntryJson = ActivityJson.extend({
  hash: z.string().meta({
    description: 'The hash of the entry in the audit trail (SHA-256, hexadecimal).',
    example: '8672e42c12e7ce40b1a9d3f0e5c6278491ab03cd5ef67812345a6b7c8d9e0f12',
  }),
}).meta({ id: 'TrailEntry' });

const BankMovementJson = z
  .object({
    billingId: z.string(),
    paymentId: z.string().optional().meta({ description: 'The payment that it made or confirms.' }),
    bookedOn: z.string().meta({ format: 'date', description: 'The day on the statement.' }),
    amount: z.int().meta({ description: 'Cents of its currency: the part for this document.' }),
    currency: z.string().meta({ description: 'Three letters (ISO 4217).', example: 'EUR' }),
    label: z.string().meta({ description: 'The bank’s text.' }),
    counterpart: z.string().optional(),
    account: z.string().meta({
      description: 'The first and last characters of the IBAN or account number.',
      example: 'FR76…0189',
    }),
  })
  .meta({ id: 'TrailBankMovement' });

/** Everything that proves a document, from the estimate to the bank. */
export const DocumentTrailJson = z
  .object({
    documents: z.array(FamilyMemberJson).meta({ description: 'The documents of its family, in order of creation.' }),
    entries: z.array(TrailEntryJson).meta({ description: 'What happened to them, oldest first.' }),
    bankMovements: z.array(BankMovementJson).meta({ description: 'The money on bank statements, by day.' }),
  })
  .meta({ id: 'DocumentTrail' });

export const bankMovementToJson = ({
  documentId,
  account,
  ...movement
}: BankMovement): z.input<typeof BankMovementJson> => ({
  ...movement,
  billingId: documentId,
  account: account === '' ? '' : masked(account),
});

import * as z from 'zod';
import type { Estimate } from '../../domain/billing/document/document.ts';
import { refusalReasons, type SignatureProcedure } from '../../domain/billing/estimate/signature-procedure.ts';
import type { PortalTokenOf } from '../customers/customer.ts';

const seconds = z.number().meta({ description: 'Unix seconds.' });

const SignatureFollowUpJson = z
  .object({
    emails: z
      .array(z.string())
      .meta({ description: 'The recipients of the signature link; empty if it goes to the customer.' }),
    withCode: z.boolean(),
    message: z.string().optional(),
    askedAt: seconds,
    activatedAt: seconds.optional().meta({ description: 'When the link was first mailed.' }),
    openedAt: seconds.optional().meta({ description: 'When the link was first opened.' }),
    reminders: z.int().min(0),
    remindedAt: seconds.optional(),
    emailVerifiedAt: seconds.optional(),
    signer: z.string().optional().meta({ description: 'The name typed by the signer.' }),
    refusalReason: z.enum(refusalReasons).optional(),
    refusalWord: z.string().optional(),
    stamp: z
      .object({
        lackingSince: seconds,
        coveredAt: seconds.optional().meta({
          description: 'When a time-stamping authority stamped the audit trail, which contains the hash of the file.',
        }),
      })
      .meta({ id: 'LackingStamp' })
      .optional()
      .meta({ description: 'Present if the time-stamping authority did not stamp the signed file.' }),
  })
  .meta({ id: 'SignatureFollowUp' });

export const ElectronicSignatureJson = z
  .object({
    id: z.string(),
    canceledAt: seconds.nullable(),
    signedAt: seconds.nullable(),
    refusedAt: seconds.nullable(),
    procedureId: z.string().nullable(),
    magicLink: z.string().nullable().meta({
      description:
        'Opens the page where the customer signs: keep it secret. Null without `billing:write` and `customers:read`, and once it can no longer be used.',
    }),
    status: z.enum(['requested', 'activated', 'on_going', 'refused', 'signed', 'cancelled']),
    followUp: SignatureFollowUpJson.optional().meta({ description: 'Absent if no signature was requested.' }),
  })
  .meta({ id: 'ElectronicSignature' });

/**
 * The state of an online signature; `magicLink` only for callers who may read customer links,
 * while it is valid.
 */
export function signatureToJson({ id, life: { signature } }: Estimate, portalTokenOf: PortalTokenOf | undefined) {
  const { canceledAt = null, signedAt = null, refusedAt = null } = signature ?? {};
  const leads = signature?.status === 'activated' || signature?.status === 'on_going';
  return {
    withElectronicSignature: signature !== undefined && signature.status !== 'cancelled',
    electronicSignature: {
      ...{ id: signature?.id ?? id, canceledAt, signedAt, refusedAt, procedureId: signature?.id ?? null },
      magicLink: (leads && signature && portalTokenOf?.ofLink?.(signature.id)) || null,
      // The status is required even if no signature was ever requested.
      status: signature?.status ?? ('requested' as const),
      followUp: signature && followUpOf(signature),
    },
  };
}

function followUpOf(procedure: SignatureProcedure): z.input<typeof SignatureFollowUpJson> {
  const { emails, withCode, message, askedAt, activatedAt, openedAt, reminders, remindedAt } = procedure;
  const { emailVerifiedAt, signer, reason: refusalReason, word: refusalWord, stamp } = procedure;
  return {
    ...{ emails: [...emails], withCode, message, askedAt, activatedAt, openedAt, reminders, remindedAt },
    ...{ emailVerifiedAt, signer, refusalReason, refusalWord, stamp },
  };
}

import { type Estimate, type Finalized, isFinalized } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/facts.ts';
import { procedureOf, type SigningState, signingState } from '../../domain/billing/estimate/signature.ts';
import { type SignatureProcedure } from '../../domain/billing/estimate/signature-procedure.ts';
import type { CustomerLink } from '../../domain/portal/customer-link.ts';
import type { Refused } from '../../domain/refusal.ts';
import { type Held, holdFamily } from '../billing/hold-family.ts';
import { wanted } from '../billing/see-family.ts';
import type { Context } from '../context.ts';

/** An offer somebody holds the link to sign of, held until the transaction ends. */
export type AtSignature = {
  readonly held: Held<Estimate>;
  readonly document: Finalized<Estimate>;
  readonly facts: Facts;
  readonly procedure: SignatureProcedure;
  readonly state: SigningState;
};

/** The offer of a link to sign, as it stands for whoever holds the link: of a procedure that gave way to another, canceled. */
export async function atSignature(
  context: Context,
  { id, documentId }: CustomerLink,
): Promise<AtSignature | Refused<'customer_link_not_found'>> {
  const held = await holdFamily(context, documentId as string, wanted.estimate, { moves: true });
  if ('refused' in held) return { refused: 'customer_link_not_found' };
  const { document, facts } = held.family.asked;
  const procedure = procedureOf(document);
  if (!isFinalized<Estimate>(document) || procedure?.id !== id) return { refused: 'customer_link_not_found' };
  return { held, document, facts, procedure, state: signingState(document, procedure, facts) };
}

import { type Estimate, type Finalized, isFinalized } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import type { DocumentGroup } from '../../domain/billing/document/group/document-group.ts';
import { procedureOf, type SigningState, signingState } from '../../domain/billing/estimate/signature.ts';
import { type SignatureProcedure } from '../../domain/billing/estimate/signature-procedure.ts';
import type { CustomerLink } from '../../domain/portal/customer-link.ts';
import type { Refused } from '../../domain/refusal.ts';
import { documentLookups, loadDocumentGroup } from '../billing/document-group/load-document-group.ts';
import { type LockedGroup, lockDocumentGroup } from '../billing/document-group/lock-document-group.ts';
import type { Context } from '../context.ts';

/** An offer for the holder of its signing link, and the state of signing. */
export type SignatureState = {
  readonly document: Finalized<Estimate>;
  readonly facts: Facts;
  readonly procedure: SignatureProcedure;
  readonly state: SigningState;
};

/** The same, locked until the transaction ends. */
export type AtSignature = SignatureState & { readonly held: LockedGroup<Estimate> };

/** The offer of a signing link and its state; links of a replaced procedure do not work. */
export async function loadSignature(
  context: Context,
  link: CustomerLink,
): Promise<SignatureState | Refused<'customer_link_not_found'>> {
  const found = await loadDocumentGroup(context, link.documentId as string, documentLookups.estimate);
  return 'refused' in found ? NOTHING : signatureIn(found, link);
}

/** The same, locked for a change. */
export async function lockSignature(
  context: Context,
  link: CustomerLink,
): Promise<AtSignature | Refused<'customer_link_not_found'>> {
  const locked = await lockDocumentGroup(context, link.documentId as string, documentLookups.estimate, { moves: true });
  if ('refused' in locked) return NOTHING;
  const state = signatureIn(locked.group, link);
  return 'refused' in state ? state : { ...state, held: locked };
}

const NOTHING: Refused<'customer_link_not_found'> = { refused: 'customer_link_not_found' };

function signatureIn(
  { asked: { document, facts } }: DocumentGroup<Estimate>,
  { id }: CustomerLink,
): SignatureState | Refused<'customer_link_not_found'> {
  const procedure = procedureOf(document);
  if (!isFinalized<Estimate>(document) || procedure?.id !== id) return NOTHING;
  return { document, facts, procedure, state: signingState(document, procedure, facts) };
}

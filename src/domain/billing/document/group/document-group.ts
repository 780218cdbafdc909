import type { Party } from '../../../customers/party.ts';
import type { Refused } from '../../../refusal.ts';
import type { BillingDocument } from '../document.ts';
import { type Facts, factsOf } from '../draft-context.ts';

/** One document of a document group, with its context. */
export type Member<D extends BillingDocument = BillingDocument> = {
  readonly document: D;
  readonly facts: Facts;
  /** Changes whenever the customer or account data shown on a draft changes: a part of its ETag. */
  readonly contextVersion: string;
  /**
   * Set if this step created the document from another one: the draft as it was first created.
   */
  readonly draftedAs?: BillingDocument;
};

/**
 * The documents that descend from the same one, at one moment, and the one the operation is about
 * (`asked`). Rules take a document group and return the changed group; unchanged documents stay the
 * same objects.
 */
export type DocumentGroup<D extends BillingDocument = BillingDocument> = {
  readonly asked: Member<D>;
  readonly members: ReadonlyMap<string, Member>;
};

/**
 * Today's context for a draft created from a document that may be finalized, with a customer frozen
 * in the past.
 */
export type DraftContext = {
  readonly customer?: Party;
  readonly projectName?: string;
  /** The last civil day on which a document of the draft's series was finalized. */
  readonly seriesLastOn?: string;
  readonly turnoverThisYear?: number;
  readonly contextVersion: string;
};

/**
 * Maximum documents per document group, drafts included, because all of them are loaded together.
 * Only a cancellation may exceed it.
 */
export const DOCUMENT_GROUP_SIZE_MAX = 200;

/** The documents, in order of creation. */
export const documentsOf = ({ members }: DocumentGroup): BillingDocument[] =>
  [...members.values()].map((one) => one.document);

/** The group with changed documents. */
export function withDocuments<D extends BillingDocument>(
  group: DocumentGroup<D>,
  ...documents: readonly BillingDocument[]
): DocumentGroup<D> {
  const members = new Map(group.members);
  for (const document of documents) {
    const member = members.get(document.id);
    if (!member) throw new Error(`the document ${document.id} does not belong to this document group`);
    members.set(document.id, { ...member, document });
  }
  return about(members, group.asked.document.id);
}

/** The group with other facts for the requested document (`asked`). */
export function withFacts<D extends BillingDocument>(
  { asked, members }: DocumentGroup<D>,
  facts: Facts,
  contextVersion: string = asked.contextVersion,
): DocumentGroup<D> {
  const { id } = asked.document;
  return about(new Map(members).set(id, { ...asked, facts, contextVersion }), id);
}

/** Adds a draft created from a document of the group; the draft becomes `asked`. */
export function withChild<D extends BillingDocument>(
  group: DocumentGroup,
  draft: D,
  { contextVersion, ...known }: DraftContext,
): DocumentGroup<D> {
  const { settings, now } = group.asked.facts;
  const parent = group.members.get(draft.parentId ?? '')?.document;
  const facts = factsOf(settings, now, { ...known, parent });
  return about(
    new Map(group.members).set(draft.id, { document: draft, facts, contextVersion, draftedAs: draft }),
    draft.id,
  );
}

/** Refuses another document if the group is full. */
export const documentGroupFull = ({ members }: DocumentGroup): Refused<'family_full'> | undefined =>
  members.size < DOCUMENT_GROUP_SIZE_MAX ? undefined : { refused: 'family_full', limit: DOCUMENT_GROUP_SIZE_MAX };

/** The group without one document, with another as `asked`; undefined if it was the only one. */
export function without({ members }: DocumentGroup, id: string): DocumentGroup | undefined {
  const left = new Map(members);
  left.delete(id);
  const [other] = left.keys();
  return other === undefined ? undefined : about(left, other);
}

/** The same group, with another of its documents as `asked`. */
export const askedFor = <D extends BillingDocument>({ members }: DocumentGroup, id: string): DocumentGroup<D> =>
  about(members, id);

/** A group of one document. */
export const documentGroupOf = <D extends BillingDocument>(member: Member<D>): DocumentGroup<D> =>
  about(new Map([[member.document.id, member]]), member.document.id);

function about<D extends BillingDocument>(members: ReadonlyMap<string, Member>, id: string): DocumentGroup<D> {
  const asked = members.get(id);
  if (!asked) throw new Error(`the document ${id} does not belong to this document group`);
  return { asked: asked as Member<D>, members };
}

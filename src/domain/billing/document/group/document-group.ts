import type { Party } from '../../../customers/party.ts';
import type { Refused } from '../../../refusal.ts';
import type { BillingDocument } from '../document.ts';
import { type Facts, factsOf } from '../draft-context.ts';

/** One document of a document group, and what is known around it. */
export type Member<D extends BillingDocument = BillingDocument> = {
  readonly document: D;
  readonly facts: Facts;
  /** Changes whenever what a draft shows of its customer or of the account does: a part of its ETag. */
  readonly contextVersion: string;
  /** Of one made of another in this step: the draft it was made as, whatever it has become by now. */
  readonly draftedAs?: BillingDocument;
};

/**
 * The documents that descend from the same one, as they are at one moment, and the one among them it is about. Rules about
 * documents take a document group and answer the document group as it becomes; what was not touched stays the same object.
 */
export type DocumentGroup<D extends BillingDocument = BillingDocument> = {
  readonly asked: Member<D>;
  readonly members: ReadonlyMap<string, Member>;
};

/** What is known today around a draft that is made of a document, which may be finalized and know its customer as he was. */
export type DraftContext = {
  readonly customer?: Party;
  readonly projectName?: string;
  /** The last civil day finalized in the series of the draft. */
  readonly seriesLastOn?: string;
  readonly turnoverThisYear?: number;
  readonly contextVersion: string;
};

/** Documents one document group may hold, drafts included: all of it is read whenever one of them is. Canceling is never held up. */
export const DOCUMENT_GROUP_SIZE_MAX = 200;

/** Its documents, in the order they were made. */
export const documentsOf = ({ members }: DocumentGroup): BillingDocument[] =>
  [...members.values()].map((one) => one.document);

/** The family with documents of it as they have become. */
export function withDocuments<D extends BillingDocument>(
  group: DocumentGroup<D>,
  ...documents: readonly BillingDocument[]
): DocumentGroup<D> {
  const members = new Map(group.members);
  for (const document of documents) {
    const member = members.get(document.id);
    if (!member) throw new Error(`the document ${document.id} is not of this family`);
    members.set(document.id, { ...member, document });
  }
  return about(members, group.asked.document.id);
}

/** The family with something else known around the document it is about. */
export function withFacts<D extends BillingDocument>(
  { asked, members }: DocumentGroup<D>,
  facts: Facts,
  contextVersion: string = asked.contextVersion,
): DocumentGroup<D> {
  const { id } = asked.document;
  return about(new Map(members).set(id, { ...asked, facts, contextVersion }), id);
}

/** The family with a draft made of one of its documents, which it is about from here on. */
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

/** Refuses one document more where a document group has as many as it may. */
export const documentGroupFull = ({ members }: DocumentGroup): Refused<'family_full'> | undefined =>
  members.size < DOCUMENT_GROUP_SIZE_MAX ? undefined : { refused: 'family_full', limit: DOCUMENT_GROUP_SIZE_MAX };

/** The family without one of its documents, about another; undefined where it was alone. */
export function without({ members }: DocumentGroup, id: string): DocumentGroup | undefined {
  const left = new Map(members);
  left.delete(id);
  const [other] = left.keys();
  return other === undefined ? undefined : about(left, other);
}

/** The same family, about another of its documents. */
export const askedFor = <D extends BillingDocument>({ members }: DocumentGroup, id: string): DocumentGroup<D> =>
  about(members, id);

/** A family of one. */
export const documentGroupOf = <D extends BillingDocument>(member: Member<D>): DocumentGroup<D> =>
  about(new Map([[member.document.id, member]]), member.document.id);

function about<D extends BillingDocument>(members: ReadonlyMap<string, Member>, id: string): DocumentGroup<D> {
  const asked = members.get(id);
  if (!asked) throw new Error(`the document ${id} is not of this family`);
  return { asked: asked as Member<D>, members };
}

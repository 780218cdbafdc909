import { attachmentMember, documentMember, extensions, renderingMember } from '../member-names.ts';
import { digestOfRendering, type Rendered } from '../rendering-digest.ts';
import { type ArchivedDocument, readDocument } from '../sealed-records.ts';
import { type CheckContext, find, type Member, tried } from './context.ts';

/** Checks documents, each followed by its files, against the links that sealed them. */
export type DocumentChecker = {
  document: (member: Member, text: string) => void;
  file: (member: Member) => void;
  /** Ends the files of the last document. */
  close: () => void;
  /** Compares rendered files with their links, which may come later. */
  end: () => void;
};

type Current = { document: ArchivedDocument; sha256: string; files: string[]; owed: Map<string, string> };

export function documentChecker(checking: CheckContext): DocumentChecker {
  const { links, index, list, counts, booked } = checking;
  const ids = new Set<string>();
  const rendered: { name: string; digest: string }[] = [];
  let current: Current | undefined;
  return {
    document: ({ name, sha256 }, text) => {
      const document = tried(() => readDocument(text));
      if (!document || documentMember(namesOf(document)) !== name) return find(checking, 'member_unreadable', name);
      current = { document, sha256, files: [], owed: owedBy(document) };
      ids.add(document.id);
      counts.documents += 1;
    },
    file: ({ name, sha256 }) => {
      const how = current && renderedAs(current.document, name);
      const attached = current?.owed.get(name);
      if (!current || (!how && attached === undefined)) return find(checking, 'member_unexpected', name);
      if (attached !== undefined && attached !== sha256) find(checking, 'sealed_without_link', name);
      if (how) rendered.push({ name, digest: digestOfRendering(current.document.id, how, sha256) });
      current.owed.delete(name);
      current.files.push(name);
      counts.files += 1;
    },
    close: () => {
      if (!current) return;
      const { document, sha256, files, owed } = current;
      current = undefined;
      for (const name of owed.keys()) find(checking, 'sealed_missing', name);
      const claim = links.claim(['finalized'], sha256);
      if (!claim?.inSpan || claim.subject.id !== document.id)
        return find(checking, 'sealed_without_link', document.sealed.number);
      claim.isUsed = true;
      list(index.document(document, { seq: claim.seq, at: claim.at, sha256 }, files));
      if (document.booked) booked.push({ seq: claim.seq, entry: document.booked });
    },
    end: () => {
      for (const { name, digest } of rendered) {
        const claim = links.claim(['rendered'], digest);
        if (claim) claim.isUsed = true;
        else find(checking, 'sealed_without_link', name);
      }
      for (const { type, seq, subject, isUsed } of links.claims()) {
        if (type === 'rendered' && ids.has(subject.id) && !isUsed)
          find(checking, 'sealed_missing', `${subject.number ?? subject.id} (${seq})`);
      }
    },
  };
}

const namesOf = ({ id, sealed: { number } }: ArchivedDocument) => ({ id, number });

const owedBy = (document: ArchivedDocument): Map<string, string> =>
  new Map(
    document.attachments.map((attachment, place) => [
      attachmentMember(namesOf(document), place + 1, attachment),
      attachment.sha256,
    ]),
  );

/** The rendering of a document's file, from its name; undefined if the name has no such form. */
function renderedAs(document: ArchivedDocument, name: string): Rendered | undefined {
  const parts = /\.([a-z]{2})(\.annule)?\.(facturx\.pdf|signe\.pdf|cii\.xml|ubl\.xml|pdf)$/.exec(name);
  const format = (Object.keys(extensions) as (keyof typeof extensions)[]).find(
    (each) => extensions[each] === parts?.[3],
  );
  if (!parts?.[1] || !format) return undefined;
  const rendered = { format, locale: parts[1], canceled: parts[2] !== undefined };
  return renderingMember(namesOf(document), rendered) === name ? rendered : undefined;
}

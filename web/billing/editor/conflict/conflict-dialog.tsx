import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { timeOf } from '../../../app/formats/dates.tsx';
import { IconCheck } from '../../../app/icons.tsx';
import { useSession } from '../../../app/session/session.ts';
import { useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { draftFrom } from '../draft/draft.ts';
import { draftStorage } from '../saving/unsaved-draft.ts';
import { loadDraft } from '../saving/use-autosave.ts';
import { useDifferenceLabels } from './difference-labels.ts';
import { differences, inCopy, merged, type Side, type Versions } from './differences.ts';

/** Conflict dialog: the document was changed elsewhere. Lists each difference, to choose a side. */
export function ConflictDialog({ versions }: { versions: Versions }) {
  const { saving, document } = useEditor();
  const words = useTranslations('editor').conflict;
  const language = useLanguage();
  const [choice, setChoice] = useState<Readonly<Record<string, Side>>>({});
  const found = differences(versions);
  const said = useDifferenceLabels(versions);
  const all = (side: Side) => Object.fromEntries(found.map(({ id }) => [id, side]));
  const settle = (chosen: Readonly<Record<string, Side>>): void => saving.settle(merged(versions, found, chosen));
  // Unreadable inputs go with the copy: this document follows the other side, and they would block
  // it.
  const both = useBoth(versions, () => saving.settle(versions.there));
  return (
    <Dialog
      title={words.title}
      wide
      onClose={() => {}}
      footer={
        <>
          <button type="button" className="btn quiet" onClick={() => settle(all('there'))}>
            {words.allThere}
          </button>
          <button type="button" className="btn quiet" disabled={both.isRunning} onClick={() => void both.run()}>
            {words.both}
          </button>
          <span className="push wide-only" />
          <button type="button" className="btn" onClick={() => settle(all('here'))}>
            {words.allHere}
          </button>
          <button type="button" className="btn primary" onClick={() => settle(choice)}>
            {words.keepChoice}
          </button>
        </>
      }
    >
      <p className="quiet">{words.said}</p>
      <div className="versions">
        <div className="version-head" aria-hidden="true">
          <span className="quiet">{words.field}</span>
          <b>{words.here}</b>
          <span>
            <b>{words.there}</b>
            <small>{timeOf(document.updatedAt, language)}</small>
          </span>
        </div>
        {found.map((difference) => (
          <Choice
            key={difference.id}
            id={difference.id}
            said={said(difference)}
            side={choice[difference.id] ?? difference.chosen}
            onChange={(side) => setChoice({ ...choice, [difference.id]: side })}
          />
        ))}
      </div>
      <ErrorMessage error={both.error} />
      <p className="small quiet same-list">
        <IconCheck /> <span>{words.same}</span>
      </p>
    </Dialog>
  );
}

/** Keeps both: this version becomes a separate draft, and the document follows the other side. */
function useBoth(versions: Versions, takeThere: () => void) {
  const { document } = useEditor();
  const words = useTranslations('editor').conflict;
  const navigate = useNavigate();
  const { account, mode } = useSession();
  return useAction(async () => {
    const copy = await loadDraft((await call('duplicate-billing', { billingId: document.id })).id);
    const base = draftFrom(copy.document);
    const draft = inCopy(versions, base);
    // The copy opens as an unsaved draft, so that it is saved like any other.
    draftStorage(localStorage, [account?.id ?? '', mode, copy.document.id]).keep({
      version: copy.version,
      base,
      draft,
    });
    takeThere();
    toast(words.bothSaid);
    await navigate({ to: '/documents/$id', params: { id: copy.document.id } });
  });
}

/** One difference: its name, and both sides to choose from. */
function Choice({
  id,
  said,
  side,
  onChange,
}: {
  id: string;
  said: { name: string; here: string; there: string };
  side: Side;
  onChange: (side: Side) => void;
}) {
  const words = useTranslations('editor').conflict;
  return (
    <fieldset className="version-row">
      <legend className="screen-reader-only">{said.name}</legend>
      <span className="setting-name" aria-hidden="true">
        {said.name}
      </span>
      {(['here', 'there'] as const).map((of) => (
        <label key={of}>
          <input type="radio" className="check" name={id} checked={side === of} onChange={() => onChange(of)} />
          <span>
            <span className="screen-reader-only">{words.side(words[of])}</span>
            {said[of]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

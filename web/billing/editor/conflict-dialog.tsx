import { useState } from 'react';
import { timeOf } from '../../ground/days.tsx';
import { IconCheck } from '../../ground/icons.tsx';
import { Dialog } from '../../ground/parts/dialog.tsx';
import { useLanguage, useWords } from '../../words/language.ts';
import { useDifferenceWords } from './difference-words.ts';
import { differences, merged, type Side, type Versions } from './differences.ts';
import { useEditor } from './editor-context.ts';

/** The document was changed elsewhere: each thing that differs, with what stands here and there, to choose from. */
export function ConflictDialog({ versions }: { versions: Versions }) {
  const { saving, document } = useEditor();
  const words = useWords('editor').conflict;
  const language = useLanguage();
  const [choice, setChoice] = useState<Readonly<Record<string, Side>>>({});
  const found = differences(versions);
  const said = useDifferenceWords(versions);
  const all = (side: Side) => Object.fromEntries(found.map(({ id }) => [id, side]));
  const settle = (chosen: Readonly<Record<string, Side>>): void => saving.settle(merged(versions, found, chosen));
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
        <div className="v-head" aria-hidden="true">
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
      <p className="small quiet same-list">
        <IconCheck /> <span>{words.same}</span>
      </p>
    </Dialog>
  );
}

/** One thing that differs: its name, and both sides to choose from. */
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
  const words = useWords('editor').conflict;
  return (
    <fieldset className="v-row">
      <legend className="sr">{said.name}</legend>
      <span className="k" aria-hidden="true">
        {said.name}
      </span>
      {(['here', 'there'] as const).map((of) => (
        <label key={of}>
          <input type="radio" className="check" name={id} checked={side === of} onChange={() => onChange(of)} />
          <span>
            <span className="sr">{words[of]} : </span>
            {said[of]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

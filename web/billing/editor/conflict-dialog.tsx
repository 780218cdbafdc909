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
        {found.map((difference) => {
          const { name, here, there } = said(difference);
          const side = choice[difference.id] ?? difference.chosen;
          const option = (of: Side, text: string) => (
            <label>
              <input
                type="radio"
                className="check"
                name={difference.id}
                checked={side === of}
                onChange={() => setChoice({ ...choice, [difference.id]: of })}
              />
              <span>
                <span className="sr">{of === 'here' ? words.here : words.there} : </span>
                {text}
              </span>
            </label>
          );
          return (
            <fieldset key={difference.id} className="v-row">
              <legend className="sr">{name}</legend>
              <span className="k" aria-hidden="true">
                {name}
              </span>
              {option('here', here)}
              {option('there', there)}
            </fieldset>
          );
        })}
      </div>
      <p className="small quiet same-list">
        <IconCheck /> <span>{words.same}</span>
      </p>
    </Dialog>
  );
}

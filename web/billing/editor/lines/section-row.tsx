import { type DragEvent, type KeyboardEvent, memo, useState } from 'react';
import { MenuItem, PopupMenu } from '../../../app/components/popup-menu.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { titleOf } from '../draft/line.ts';
import { formatCents } from '../fields/format-numbers.ts';
import { DragHandle } from './drag-handle.tsx';
import { LINE_DRAGGED, SECTION_DRAGGED } from './drag-types.ts';
import type { LineActions } from './line-actions.ts';

/** Maximum characters of a title in the API. */
const TITLE_MAX = 120;

type Row = {
  /** The key of the first line, which identifies the section. */
  readonly first: string;
  readonly title: string;
  /** Index of the first line. */
  readonly place: number;
  /** Whether the section has no other line below. */
  readonly isLast: boolean;
  readonly actions: LineActions;
};

/** Section title, above its first line: edited in place, moved with all its lines. */
export const SectionRow = memo(function SectionRow({ first, title, place, isLast, actions }: Row) {
  const words = useTranslations('editor').sections;
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const [line, section] = [LINE_DRAGGED, SECTION_DRAGGED].map((kind) => event.dataTransfer.getData(kind));
    if (line) actions.sections.take(first, line);
    else if (section) actions.sections.drop(section, first);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.altKey && step !== undefined) actions.sections.move(first, step);
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) actions.enter(first);
    else return;
    event.preventDefault();
  };
  return (
    <tr
      className="section"
      data-section={first}
      onKeyDown={onKeyDown}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <td colSpan={6}>
        <SectionMenu first={first} title={title} isFirst={place === 0} isLast={isLast} actions={actions} />
        <Title label={words.title(place + 1)} first={first} title={title} actions={actions} />
      </td>
    </tr>
  );
});

/**
 * The title may not be blank or equal to its neighbour's, which would merge both sections: the
 * typed text is local until blur.
 */
function Title({ label, first, title, actions }: { label: string } & Pick<Row, 'first' | 'title' | 'actions'>) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      type="text"
      className="inline-input"
      aria-label={label}
      maxLength={TITLE_MAX}
      value={typed ?? title}
      onChange={({ target }) => {
        setTyped(target.value);
        const said = titleOf(target.value);
        if (said !== '' && !actions.sections.joins(first, said)) actions.sections.name(first, said);
      }}
      onBlur={() => {
        setTyped(undefined);
        if (typed === undefined) return;
        const said = titleOf(typed);
        if (said === '') actions.sections.remove(first);
        else if (said !== title) actions.sections.name(first, said);
      }}
    />
  );
}

/** Handle of a section: drag it with its lines, press it for the menu. */
function SectionMenu({
  first,
  title,
  isFirst,
  isLast,
  actions,
}: Pick<Row, 'first' | 'title' | 'isLast' | 'actions'> & { isFirst: boolean }) {
  const { sections: words, lines } = useTranslations('editor');
  return (
    <PopupMenu
      position="bottom-start"
      button={<DragHandle what={SECTION_DRAGGED} dragged={first} label={words.handle(title)} hint={words.drag} />}
    >
      {!isFirst && (
        <MenuItem onClick={() => actions.sections.move(first, -1)} hint={<kbd>{lines.altUp}</kbd>}>
          {lines.up}
        </MenuItem>
      )}
      {!isLast && (
        <MenuItem onClick={() => actions.sections.move(first, 1)} hint={<kbd>{lines.altDown}</kbd>}>
          {lines.down}
        </MenuItem>
      )}
      <MenuItem onClick={() => actions.sections.remove(first)}>{words.remove}</MenuItem>
    </PopupMenu>
  );
}

/** Subtotal of a section without tax, from the last response. */
export const SubtotalRow = memo(function SubtotalRow({
  title,
  amount,
  language,
}: {
  title: string;
  amount: number | undefined;
  language: 'fr' | 'en';
}) {
  const words = useTranslations('editor').sections;
  return (
    <tr className="subtotal">
      <td colSpan={5}>{words.subtotal(title)}</td>
      <td className={amount === undefined ? 'numeric faint' : 'numeric'}>{formatCents(amount ?? 0, language)}</td>
    </tr>
  );
});

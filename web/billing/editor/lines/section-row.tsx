import { type DragEvent, type KeyboardEvent, memo, useState } from 'react';
import { MenuItem, PopupMenu } from '../../../app/components/popup-menu.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { titleOf } from '../draft/line.ts';
import { formatCents } from '../fields/format-numbers.ts';
import { DragHandle } from './drag-handle.tsx';
import { LINE_DRAGGED, SECTION_DRAGGED } from './drag-types.ts';
import type { LineActions } from './line-row.tsx';

/** Characters of a title the service takes. */
const TITLE_MAX = 120;

type Row = {
  /** The key of its first line: its name on this page. */
  readonly first: string;
  readonly title: string;
  /** The place of its first line, from 0. */
  readonly place: number;
  /** Whether nothing stands below it. */
  readonly isLast: boolean;
  readonly acts: LineActions;
};

/** The heading of a section, above its first line: written where it stands, moved with all its lines. */
export const SectionRow = memo(function SectionRow({ first, title, place, isLast, acts }: Row) {
  const words = useTranslations('editor').sections;
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const [line, section] = [LINE_DRAGGED, SECTION_DRAGGED].map((kind) => event.dataTransfer.getData(kind));
    if (line) acts.sections.take(first, line);
    else if (section) acts.sections.drop(section, first);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.altKey && step !== undefined) acts.sections.move(first, step);
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) acts.enter(first);
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
        <SectionMenu first={first} title={title} isFirst={place === 0} isLast={isLast} acts={acts} />
        <Title label={words.title(place + 1)} first={first} title={title} acts={acts} />
      </td>
    </tr>
  );
});

/**
 * A title is never blank, and while it is typed never that of the section beside it, which it would become one with: until it
 * is left, what was typed stands here alone.
 */
function Title({ label, first, title, acts }: { label: string } & Pick<Row, 'first' | 'title' | 'acts'>) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      type="text"
      className="w"
      aria-label={label}
      maxLength={TITLE_MAX}
      value={typed ?? title}
      onChange={({ target }) => {
        setTyped(target.value);
        const said = titleOf(target.value);
        if (said !== '' && !acts.sections.joins(first, said)) acts.sections.name(first, said);
      }}
      onBlur={() => {
        setTyped(undefined);
        if (typed === undefined) return;
        const said = titleOf(typed);
        if (said === '') acts.sections.remove(first);
        else if (said !== title) acts.sections.name(first, said);
      }}
    />
  );
}

/** The handle of a section: a pointer drags it with its lines; pressed, it offers what can be done with it. */
function SectionMenu({
  first,
  title,
  isFirst,
  isLast,
  acts,
}: Pick<Row, 'first' | 'title' | 'isLast' | 'acts'> & { isFirst: boolean }) {
  const { sections: words, lines } = useTranslations('editor');
  return (
    <PopupMenu
      position="bottom-start"
      button={<DragHandle what={SECTION_DRAGGED} dragged={first} label={words.handle(title)} hint={words.drag} />}
    >
      {!isFirst && (
        <MenuItem onClick={() => acts.sections.move(first, -1)} rightSection={<kbd>{lines.altUp}</kbd>}>
          {lines.up}
        </MenuItem>
      )}
      {!isLast && (
        <MenuItem onClick={() => acts.sections.move(first, 1)} rightSection={<kbd>{lines.altDown}</kbd>}>
          {lines.down}
        </MenuItem>
      )}
      <MenuItem onClick={() => acts.sections.remove(first)}>{words.remove}</MenuItem>
    </PopupMenu>
  );
}

/** What a section comes to, without tax, as the service last answered it. */
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
      <td className={amount === undefined ? 'num faint' : 'num'}>{formatCents(amount ?? 0, language)}</td>
    </tr>
  );
});

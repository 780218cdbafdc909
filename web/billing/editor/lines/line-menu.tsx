import { MenuItem, PopupMenu } from '../../../app/components/popup-menu.tsx';
import { useTranslations } from '../../../locales/language.ts';
import type { DraftLine } from '../draft/line.ts';
import type { Standing } from '../draft/sections.ts';
import { DragHandle } from './drag-handle.tsx';
import { LINE_DRAGGED } from './drag-types.ts';
import type { LineActions } from './line-actions.ts';

/** Handle of a line: drag it to move, press it for the menu. */
export function LineMenu({
  line,
  place,
  count,
  standing,
  acts,
  setDragged,
}: {
  line: DraftLine;
  place: number;
  count: number;
  standing: Standing;
  acts: LineActions;
  setDragged: (key: string | undefined) => void;
}) {
  const { lines: words, lineDetails: details, sections } = useTranslations('editor');
  const begins = standing === 'only' || standing === 'first';
  const { key } = line;
  const items: readonly (readonly [string, () => void, string?] | false)[] = [
    (place > 0 || standing === 'first') && [words.up, () => acts.move(key, -1), words.altUp],
    (place < count - 1 || standing === 'inside') && [words.down, () => acts.move(key, 1), words.altDown],
    line.description === undefined && [
      words.addDescription,
      () => acts.change(key, 'description', { description: '' }),
    ],
    line.discount === undefined && [
      words.addDiscount,
      () => acts.change(key, 'discount', { discount: { mode: 'PERCENTAGE', amount: 0 } }),
    ],
    line.discount !== undefined && [words.noDiscount, () => acts.change(key, 'discount', { discount: undefined })],
    !begins && [sections.start, () => acts.sections.start(key)],
    begins && [sections.remove, () => acts.sections.remove(key)],
    (standing === 'first' || standing === 'inside') && [sections.takeOut, () => acts.sections.leave(key)],
    [details.open, () => acts.detail(key)],
    [words.duplicate, () => acts.duplicate(key)],
    [words.insert, () => acts.add({ after: key })],
    [words.remove, () => acts.remove(key)],
  ];
  return (
    <PopupMenu
      position="bottom-start"
      button={
        <DragHandle
          what={LINE_DRAGGED}
          dragged={key}
          label={words.handle(place + 1)}
          hint={words.drag}
          onDragged={setDragged}
        />
      }
    >
      {items.map(
        (item) =>
          item && (
            <MenuItem key={item[0]} onClick={item[1]} hint={item[2] && <kbd>{item[2]}</kbd>}>
              {item[0]}
            </MenuItem>
          ),
      )}
    </PopupMenu>
  );
}

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
  actions,
  setDragged,
}: {
  line: DraftLine;
  place: number;
  count: number;
  standing: Standing;
  actions: LineActions;
  setDragged: (key: string | undefined) => void;
}) {
  const { lines: words, lineDetails: details, sections } = useTranslations('editor');
  const begins = standing === 'only' || standing === 'first';
  const { key } = line;
  const items: readonly (readonly [string, () => void, string?] | false)[] = [
    (place > 0 || standing === 'first') && [words.up, () => actions.move(key, -1), words.altUp],
    (place < count - 1 || standing === 'inside') && [words.down, () => actions.move(key, 1), words.altDown],
    line.description === undefined && [
      words.addDescription,
      () => actions.change(key, 'description', { description: '' }),
    ],
    line.discount === undefined && [
      words.addDiscount,
      () => actions.change(key, 'discount', { discount: { mode: 'PERCENTAGE', amount: 0 } }),
    ],
    line.discount !== undefined && [words.noDiscount, () => actions.change(key, 'discount', { discount: undefined })],
    !begins && [sections.start, () => actions.sections.start(key)],
    begins && [sections.remove, () => actions.sections.remove(key)],
    (standing === 'first' || standing === 'inside') && [sections.takeOut, () => actions.sections.leave(key)],
    [details.open, () => actions.detail(key)],
    [words.duplicate, () => actions.duplicate(key)],
    [words.insert, () => actions.add({ after: key })],
    [words.remove, () => actions.remove(key)],
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

import type { ComponentProps } from 'react';
import { IconGripVertical } from '../../../app/icons.tsx';

/** Drag handle of a row, which also opens its menu. `what` is the drag type (`drag-types.ts`). */
export function DragHandle({
  what,
  dragged,
  label,
  hint,
  onDragged,
  ...ofMenu
}: ComponentProps<'button'> & {
  what: string;
  dragged: string;
  label: string;
  hint: string;
  onDragged?: (key: string | undefined) => void;
}) {
  return (
    <button
      {...ofMenu}
      type="button"
      className="handle"
      draggable
      aria-label={label}
      title={hint}
      onDragStart={(event) => {
        event.dataTransfer.setData(what, dragged);
        event.dataTransfer.effectAllowed = 'move';
        onDragged?.(dragged);
      }}
      onDragEnd={() => onDragged?.(undefined)}
    >
      <IconGripVertical />
    </button>
  );
}

import type { ReactNode } from 'react';
import { IconDots } from '../icons.tsx';
import { MenuItem, PopupMenu } from './popup-menu.tsx';

/**
 * Menu of further actions behind three dots. `label` names its subject; undefined actions are left
 * out.
 */
export function MoreMenu({ label, actions }: { label: string; actions: readonly (MoreAct | false)[] }) {
  return (
    <PopupMenu
      button={
        <button type="button" className="btn quiet square" aria-label={label}>
          <IconDots />
        </button>
      }
    >
      {actions.map(
        (act) =>
          act && (
            <MenuItem key={act.name} icon={act.icon} isDangerous={act.isDangerous === true} onClick={act.run}>
              {act.name}
            </MenuItem>
          ),
      )}
    </PopupMenu>
  );
}

type MoreAct = {
  readonly name: string;
  readonly run: () => void;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
};

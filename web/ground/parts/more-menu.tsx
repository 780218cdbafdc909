import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDots } from '../icons.tsx';

/** What else can be done with a row, behind three dots. `label` names the row; an act that is not there is left out. */
export function MoreMenu({ label, acts }: { label: string; acts: readonly (MoreAct | false)[] }) {
  return (
    <Menu
      unstyled
      position="bottom-end"
      offset={6}
      classNames={{ dropdown: 'pop menu', item: 'menu-item' }}
      withinPortal
    >
      <Menu.Target>
        <button type="button" className="btn quiet square" aria-label={label}>
          <IconDots />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(
          (act) =>
            act && (
              <Menu.Item
                key={act.name}
                leftSection={act.icon}
                {...(act.isGrave && { className: 'menu-item danger' })}
                onClick={act.run}
              >
                {act.name}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type MoreAct = {
  readonly name: string;
  readonly run: () => void;
  readonly icon?: ReactNode;
  readonly isGrave?: boolean;
};

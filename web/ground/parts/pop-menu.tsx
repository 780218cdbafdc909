import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

/** What opens under a button: `button` is pressed, `children` are offered. */
export function PopMenu({
  button,
  fromStart = false,
  children,
}: {
  button: ReactNode;
  /** Below the beginning of the button, not its end. */
  fromStart?: boolean;
  children: ReactNode;
}) {
  return (
    <Menu
      unstyled
      position={fromStart ? 'bottom-start' : 'bottom-end'}
      offset={6}
      classNames={{ dropdown: 'pop menu', item: 'menu-item' }}
      withinPortal
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

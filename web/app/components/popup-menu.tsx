import { HeadlessMantineProvider, Menu, Popover, type PopoverProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

/**
 * What opens at a button that is pressed: keys, roles and places are Mantine's, what is drawn is ours. No screen that can be drawn without one brings it,
 * so it comes after the first paint of those who begin.
 */
export function PopupMenu({
  button,
  position = 'bottom-end',
  opened,
  onChange,
  children,
}: {
  button: ReactElement;
  position?: NonNullable<PopoverProps['position']>;
  /** Whether it is open, where the one who draws it decides. */
  opened?: boolean;
  onChange?: (opened: boolean) => void;
  children: ReactNode;
}) {
  return (
    <HeadlessMantineProvider theme={theme}>
      <Menu
        unstyled
        {...{ position, offset: 6 }}
        {...(opened !== undefined && { opened })}
        {...(onChange && { onChange })}
        classNames={{ dropdown: 'pop menu', item: 'menu-item' }}
        // A menu has items and nothing else: what would take the focus before them is no item.
        withInitialFocusPlaceholder={false}
        withinPortal
      >
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </HeadlessMantineProvider>
  );
}

/** One act of a menu, and one of several states of which one holds. */
export const { Item: MenuItem, RadioItem: MenuChoice } = Menu;

/** A small form that floats below a button and has the focus until it closes. */
export function Pop({
  button,
  name,
  opened,
  onChange,
  children,
}: {
  button: ReactElement;
  name: string;
  opened: boolean;
  onChange: (opened: boolean) => void;
  children: ReactNode;
}) {
  return (
    <HeadlessMantineProvider theme={theme}>
      <Popover
        {...{ opened, onChange, position: 'bottom-start', offset: 4 }}
        unstyled
        trapFocus
        returnFocus
        withinPortal
        classNames={{ dropdown: 'pop filter-pop' }}
      >
        <Popover.Target>{button}</Popover.Target>
        <Popover.Dropdown aria-label={name}>{children}</Popover.Dropdown>
      </Popover>
    </HeadlessMantineProvider>
  );
}

const theme = { respectReducedMotion: true };

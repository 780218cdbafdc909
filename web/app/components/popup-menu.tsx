import { HeadlessMantineProvider, Menu, Popover, type PopoverProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

/**
 * Popup menu and popover. Mantine provides keys, roles and positions; the styles are ours. It is
 * loaded after the first paint, so no first screen depends on it.
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
  /** Open state, if the parent controls it. */
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
        // A menu may contain only items: anything else that takes focus is invalid.
        withInitialFocusPlaceholder={false}
        withinPortal
      >
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </HeadlessMantineProvider>
  );
}

/** A menu action, and a choice among several states. */
export const { Item: MenuItem, RadioItem: MenuChoice } = Menu;

/** A small form below a button that keeps the focus until it closes. */
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

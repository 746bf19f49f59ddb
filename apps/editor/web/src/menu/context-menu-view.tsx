import {Menu, Text} from '@mantine/core';
import {useShared} from '../shared-value.ts';
import {contextMenu} from './context-menu.ts';
import classes from './menu.module.css';

function focus(entry: HTMLElement | null): void {
  entry?.focus({preventScroll: true});
}

/** The menu where somebody has clicked. */
export function ContextMenuView() {
  const shown = useShared(contextMenu);
  if (shown === undefined) return null;
  const {x, y, entries, focused} = shown;
  // Escape leads back to where the key for the menu was pressed.
  const close = () => {
    // An entry may have put the focus elsewhere already.
    const isHere = document.activeElement?.closest('[role=menu]') !== null;
    if (isHere && focused instanceof HTMLElement) focused.focus({preventScroll: true});
    contextMenu.set(undefined);
  };
  return (
    <Menu
      key={`${x} ${y}`}
      opened
      onClose={close}
      position="bottom-start"
      offset={0}
      withinPortal={false}
      // Its own place for the focus is no entry of a menu.
      trapFocus={false}
      withInitialFocusPlaceholder={false}
      floatingStrategy="fixed"
    >
      <Menu.Target>
        <button
          type="button"
          aria-label="Menu"
          tabIndex={-1}
          className={classes['place']}
          style={{insetInlineStart: x, insetBlockStart: y}}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry, n) =>
          entry === 'divider' ? (
            <Menu.Divider key={n} />
          ) : (
            <Menu.Item
              key={n}
              ref={n === 0 ? focus : undefined}
              onClick={entry.run}
              rightSection={
                entry.keys !== undefined && (
                  <Text size="xs" c="dimmed">
                    {entry.keys}
                  </Text>
                )
              }
            >
              {entry.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

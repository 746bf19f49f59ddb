import {Drawer, VisuallyHidden} from '@mantine/core';
import type {ReactNode} from 'react';

/** The side bar of a narrow window, over the page. */
export function SideDrawer({onClose, children}: {onClose: () => void; children: ReactNode}) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title={<VisuallyHidden>Menu</VisuallyHidden>}
      size="min(22rem, 90vw)"
      padding="xs"
    >
      {children}
    </Drawer>
  );
}

import {ActionIcon, type ActionIconProps, Tooltip, type FloatingPosition} from '@mantine/core';
import type {ComponentPropsWithoutRef} from 'react';

type IconButtonProps = ActionIconProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> & {
    /** What it does, for who does not see it. */
    readonly label: string;
    /** What is shown beside the mouse, where that is not the same. */
    readonly tip?: string | undefined;
    readonly tipPosition?: FloatingPosition;
  };

/** A button that is an icon, with what it does in words. */
export function IconButton({label, tip = label, tipPosition = 'top', ...button}: IconButtonProps) {
  return (
    <Tooltip label={tip} position={tipPosition}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} {...button} />
    </Tooltip>
  );
}

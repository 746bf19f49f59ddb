import {Button, type ButtonProps} from '@mantine/core';
import type {ComponentProps, ReactNode} from 'react';
import classes from './short-button.module.css';

type ShortButtonProps = Omit<ComponentProps<'button'>, keyof ButtonProps> &
  Pick<ButtonProps, 'size' | 'variant' | 'disabled'> & {
    readonly icon: ReactNode;
    readonly children: ReactNode;
  };

/**
 * A quiet button that is known by its icon in a narrow window; screen readers still hear the word.
 */
export function ShortButton({icon, children, ...own}: ShortButtonProps) {
  return (
    <Button variant="subtle" color="gray" {...own} className={classes['button']} leftSection={icon}>
      <span className={classes['word']}>{children}</span>
    </Button>
  );
}

import {Badge, type BadgeProps} from '@mantine/core';
import {createLink} from '@tanstack/react-router';
import type {AnchorHTMLAttributes} from 'react';

function BadgeAnchor(
  props: BadgeProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof BadgeProps>,
) {
  return <Badge component="a" {...props} />;
}

/** A badge that leads somewhere. */
export const BadgeLink = createLink(BadgeAnchor);

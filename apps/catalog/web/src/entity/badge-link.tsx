import {Badge, type BadgeProps} from '@mantine/core';
import {createLink} from '@tanstack/react-router';
import type {AnchorHTMLAttributes} from 'react';

/** The router makes a link of any component that draws an anchor. */
function BadgeAnchor(
  props: BadgeProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof BadgeProps>,
) {
  return <Badge component="a" {...props} />;
}

/** A badge that leads somewhere. */
export const BadgeLink = createLink(BadgeAnchor);

import {Tabs} from '@mantine/core';
import {type ReactNode, useEffect, useRef} from 'react';

type TabListProps = {
  /** The chosen tab. */
  readonly active: string;
  readonly children: ReactNode;
};

/**
 * Tabs in a row, which scrolls sideways where they do not fit; the chosen one is always in sight.
 */
export function TabList({active, children}: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector('[role=tab][data-active]')
      ?.scrollIntoView({block: 'nearest', inline: 'center'});
  }, [active]);
  return <Tabs.List ref={list}>{children}</Tabs.List>;
}

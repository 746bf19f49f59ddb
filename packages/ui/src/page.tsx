import {Group, Text, Title} from '@mantine/core';
import {type ReactNode, useEffect} from 'react';
import {breakable} from './name.tsx';
import classes from './page.module.css';

export type PageProps = {
  readonly title: string;
  /** Over the title: where the page is. */
  readonly above?: ReactNode;
  /** Under the title. */
  readonly note?: ReactNode;
  /** Before the title: an icon or a badge. */
  readonly lead?: ReactNode;
  /** Beside the title: buttons. */
  readonly actions?: ReactNode;
  readonly isBusy?: boolean;
  /** As high as the window, for pages whose parts scroll by themselves. */
  readonly isFull?: boolean;
  readonly children: ReactNode;
};

/** A page with its one heading; the window's title follows it. */
export function Page({
  title,
  above,
  note,
  lead,
  actions,
  isBusy = false,
  isFull = false,
  children,
}: PageProps) {
  useEffect(() => {
    // Tabs and the history of the browser are told apart by it.
    document.title = `${title} · Gazetteer`;
  }, [title]);
  return (
    <div className={classes['page']} data-full={isFull || undefined} aria-busy={isBusy}>
      <Group justify="space-between" align="flex-start" gap="sm" className={classes['head']}>
        <div className={classes['title']}>
          {above}
          <Group gap="xs" wrap="nowrap" align="flex-start">
            {lead !== undefined && <span className={classes['lead']}>{lead}</span>}
            <Title
              order={1}
              dir="auto"
              // Qualified names may be as long as a paragraph; they get smaller letters.
              data-long={title.length > 80 || undefined}
              className={classes['heading']}
            >
              {breakable(title)}
            </Title>
          </Group>
          {note !== undefined && (
            <Text component="div" size="sm" c="dimmed" className={classes['note']}>
              {note}
            </Text>
          )}
        </div>
        {actions !== undefined && (
          <Group gap="xs" className={classes['actions']}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </div>
  );
}

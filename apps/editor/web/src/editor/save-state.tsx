import {Button, Text, Tooltip} from '@mantine/core';
import {CloudAlert, CloudCheck, CloudUpload} from 'lucide-react';
import {useSyncExternalStore} from 'react';
import classes from './editor.module.css';
import {sheets} from './sheets.ts';

/** Whether what is typed is on the server. */
export function SaveState() {
  const {keeper} = sheets;
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.get);
  if (keeping.kind === 'failed') {
    return (
      <div className={classes['unsaved']} role="alert">
        <CloudAlert size={16} aria-hidden />
        <Tooltip label={keeping.message}>
          <Text size="xs" tabIndex={0}>
            {keeping.isKept
              ? 'Not on the server yet, kept in this browser'
              : 'Not saved: server and browser storage are unavailable. Copy your SQL.'}
          </Text>
        </Tooltip>
        <Button size="compact-xs" variant="default" onClick={() => sheets.save()}>
          Try now
        </Button>
      </div>
    );
  }
  const isKept = keeping.kind === 'kept';
  const text = isKept ? 'All tabs are saved' : 'Saving tabs';
  return (
    <Tooltip label={text}>
      <span
        className={classes['saved']}
        role="img"
        aria-label={text}
        data-kept={isKept || undefined}
      >
        {isKept ? <CloudCheck size={16} /> : <CloudUpload size={16} />}
      </span>
    </Tooltip>
  );
}

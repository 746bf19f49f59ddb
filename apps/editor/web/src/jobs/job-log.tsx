import {Button, Group, Text} from '@mantine/core';
import {CopyButton, saveFile} from '@gazetteer/ui';
import {Download} from 'lucide-react';
import type {ReactNode} from 'react';
import {useEndInSight} from '../run/use-end-in-sight.ts';
import classes from './jobs.module.css';

/** A log that follows its end as long as the end is in sight. `children` say why there is none. */
export function JobLog({
  text,
  fileName,
  children,
}: {
  text: string;
  fileName: string;
  children: ReactNode;
}) {
  const {box, onScroll} = useEndInSight(text);
  if (text.trim() === '') return <Text c="dimmed">{children}</Text>;
  return (
    <>
      <Group gap="xs" className={classes['parts']}>
        <CopyButton text={text} label="Copy the log" />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Download size={14} />}
          onClick={() => saveFile(fileName, new Blob([text], {type: 'text/plain'}))}
        >
          Download
        </Button>
      </Group>
      <pre
        ref={box}
        className={classes['log']}
        tabIndex={0}
        role="region"
        aria-label="Log"
        onScroll={onScroll}
      >
        {text}
      </pre>
    </>
  );
}

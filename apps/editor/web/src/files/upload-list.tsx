import {Button, Progress} from '@mantine/core';
import {useShared} from '../shared-value.ts';
import {uploads} from './upload-parts.ts';
import classes from './files.module.css';

/** What is on its way to the cluster, whichever folder is shown. */
export function UploadList() {
  const all = useShared(uploads);
  if (all.length === 0) return null;
  return (
    <ul className={classes['uploads']} aria-label="Uploads">
      {all.map(({id, name, part, stop}) => (
        <li key={id}>
          <bdi>{name}</bdi>
          <Progress value={part * 100} aria-label={`Upload of ${name}`} />
          <Button size="compact-xs" variant="default" aria-label={`Cancel ${name}`} onClick={stop}>
            Cancel
          </Button>
        </li>
      ))}
    </ul>
  );
}

import {Button, Text} from '@mantine/core';
import {BookText, Tag, Trash2} from 'lucide-react';
import {lazy, Suspense, useState} from 'react';
import {useMay} from '../../api/may.tsx';
import type {EntityHeader} from '../../api/wire.ts';
import classes from './search.module.css';

const ClassifyDialog = lazy(async () => ({default: (await import('../../entity/classify-dialog.tsx')).ClassifyDialog}));
const TermsDialog = lazy(async () => ({default: (await import('../../entity/terms-dialog.tsx')).TermsDialog}));
const DeleteDialog = lazy(async () => ({default: (await import('../../entity/delete-dialog.tsx')).DeleteDialog}));

/** What can be done with the chosen entities together. */
export function SelectionBar({entities, onDone}: {entities: readonly EntityHeader[]; onDone: () => void}) {
  const [open, setOpen] = useState<'classify' | 'terms' | 'delete'>();
  const may = useMay();
  if (entities.length === 0) return null;
  const close = () => setOpen(undefined);
  const active = entities.filter(entity => entity.status === 'ACTIVE');
  const isAllDeleted = active.length === 0;
  return (
    <div className={classes['selection']} role="region" aria-label="Chosen entities">
      <Text size="sm" fw={600}>
        {entities.length.toLocaleString()} chosen
      </Text>
      {!isAllDeleted && may('entity-add-classification') && (
        <Button size="compact-sm" variant="default" leftSection={<Tag size={14} />} onClick={() => setOpen('classify')}>
          Classify
        </Button>
      )}
      {!isAllDeleted && may('add-relationship') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<BookText size={14} />}
          onClick={() => setOpen('terms')}
        >
          Terms
        </Button>
      )}
      {may(isAllDeleted ? 'admin-purge' : 'entity-delete') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Trash2 size={14} />}
          onClick={() => setOpen('delete')}
        >
          {isAllDeleted ? 'Delete permanently' : 'Delete'}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={onDone}>
        Clear selection
      </Button>
      {open !== undefined && (
        <Suspense>
          <ClassifyDialog isOpen={open === 'classify'} onClose={close} targets={active} onDone={onDone} />
          <TermsDialog
            isOpen={open === 'terms'}
            onClose={close}
            guids={active.map(entity => entity.guid)}
            onDone={onDone}
          />
          <DeleteDialog
            isOpen={open === 'delete'}
            onClose={close}
            guids={(isAllDeleted ? entities : active).map(entity => entity.guid)}
            isPurge={isAllDeleted}
            onDone={onDone}
          />
        </Suspense>
      )}
    </div>
  );
}

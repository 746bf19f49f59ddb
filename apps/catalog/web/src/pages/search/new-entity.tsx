import {Button} from '@mantine/core';
import {useNavigate} from '@tanstack/react-router';
import {Plus} from 'lucide-react';
import {lazy, Suspense, useState} from 'react';
import {useTypes} from '../../api/type-index.ts';

const EntityDialog = lazy(async () => ({
  default: (await import('../../entity/entity-dialog.tsx')).EntityDialog,
}));

/** Makes an entity by hand, of the type that is looked at if there is one. */
export function NewEntity({typeName}: {typeName: string | undefined}) {
  const [isOpen, setOpen] = useState<boolean>();
  const navigate = useNavigate();
  // An address may name several types, or one that is gone.
  const known = useTypes().entities.has(typeName ?? '') ? typeName : undefined;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Plus size={14} />}
        onClick={() => setOpen(true)}
      >
        New entity
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <EntityDialog
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            typeName={known}
            onSaved={guid => void navigate({to: '/detailPage/$guid', params: {guid}})}
          />
        </Suspense>
      )}
    </>
  );
}

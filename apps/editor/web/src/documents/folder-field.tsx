import {Anchor, Breadcrumbs, Button, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {Folder} from 'lucide-react';
import {documentQuery, listQuery} from './document-queries.ts';
import classes from './documents.module.css';

type FolderFieldProps = {
  /** '' for the top. */
  readonly value: string;
  readonly onChange: (folder: string) => void;
  /** One that cannot be chosen, with all that is in it. */
  readonly without?: string | undefined;
};

/**
 * Where something goes: folders are walked into, and the one that is open is the one chosen. A
 * folder is not put into itself, nor into one below it: these are not offered.
 */
export function FolderField({value, onChange, without}: FolderFieldProps) {
  const {data, error, refetch} = useQuery(listQuery(value));
  const here = useQuery({...documentQuery(value), enabled: value !== ''}).data;
  const above = [
    {uuid: '', name: 'My queries'},
    ...(here === undefined ? [] : [...here.path, here]),
  ];
  const folders = data?.filter(({kind, uuid}) => kind === 'folder' && uuid !== without) ?? [];
  return (
    <div role="group" aria-label="Folder">
      <Text size="sm" fw={500} component="div">
        Folder
      </Text>
      <Breadcrumbs className={classes['path']}>
        {above.map(({uuid, name}, n) =>
          n === above.length - 1 ? (
            <Text key={uuid} size="sm" fw={600} dir="auto">
              {name}
            </Text>
          ) : (
            <Anchor
              key={uuid}
              component="button"
              type="button"
              size="sm"
              onClick={() => onChange(uuid)}
            >
              <bdi>{name}</bdi>
            </Anchor>
          ),
        )}
      </Breadcrumbs>
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} hasTitle={false} />
      ) : data === undefined ? (
        <LoadingState />
      ) : (
        <div className={classes['folders']}>
          {folders.length === 0 && (
            <Text size="sm" c="dimmed">
              No folders.
            </Text>
          )}
          {folders.map(({uuid, name}) => (
            <Button
              key={uuid}
              size="compact-sm"
              variant="default"
              leftSection={<Folder size={14} />}
              onClick={() => onChange(uuid)}
            >
              <bdi className={classes['name']}>{name}</bdi>
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

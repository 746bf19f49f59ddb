import {Button, Group, Text} from '@mantine/core';
import {
  EmptyState,
  ErrorState,
  LoadingState,
  Problem,
  toast,
  useConfirm,
  When,
} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import {DiffTable} from './diff-table.tsx';
import {
  differenceQuery,
  documentQuery,
  documentsChanged,
  versionsQuery,
} from './document-queries.ts';
import type {DocumentVersion, SavedDocument, VersionDifference} from '../api/wire.ts';
import classes from './documents.module.css';
import {takeWhereUnchanged} from './sheet-actions.ts';

/** What was saved when and by whom, what changed with it, and the way back. */
export function VersionsView({uuid, onDone}: {uuid: string; onDone: () => void}) {
  const {data: document, error} = useQuery(documentQuery(uuid));
  const versions = useQuery(versionsQuery(uuid));
  const [chosen, setChosen] = useState<number>();
  const [isToNow, setToNow] = useState(false);
  if (error !== null || versions.error !== null)
    return <ErrorState error={error ?? versions.error} retry={() => void versions.refetch()} />;
  if (document === undefined || versions.data === undefined)
    return <LoadingState what="Loading versions" />;
  const newest = versions.data[0]?.version ?? 1;
  const place = versions.data.findIndex(one => one.version === chosen);
  // What was chosen may be gone: of a notebook not all numbers are kept.
  const at = Math.max(0, place);
  const version = versions.data[at]?.version ?? newest;
  // The list ends somewhere; of what has all numbers there is one before all the same.
  const earlier = document.kind === 'notebook' ? 0 : version - 1;
  const before = versions.data[at + 1]?.version ?? earlier;
  const [from, to] = isToNow ? [version, newest] : [before, version];
  return (
    <>
      <Text fw={600} dir="auto" mb="xs">
        {document.name}
      </Text>
      <div className={classes['versions']}>
        <ul aria-label="Versions">
          {versions.data.map(one => (
            <li key={one.version}>
              <button
                type="button"
                aria-pressed={one.version === version}
                className={classes['version']}
                onClick={() => setChosen(one.version)}
              >
                <strong>Version {one.version}</strong>
                <span>
                  <When ms={one.savedAt} isRelative /> by <bdi>{one.savedBy}</bdi>
                </span>
                {one.comment !== '' && <em dir="auto">{one.comment}</em>}
              </button>
            </li>
          ))}
        </ul>
        <div className={classes['difference']}>
          <Group justify="space-between" mb="xs">
            <Group gap="xs" role="group" aria-label="Compare with">
              <Button
                size="compact-sm"
                variant={isToNow ? 'default' : 'light'}
                aria-pressed={!isToNow}
                onClick={() => setToNow(false)}
              >
                Changes in this version
              </Button>
              <Button
                size="compact-sm"
                variant={isToNow ? 'light' : 'default'}
                aria-pressed={isToNow}
                onClick={() => setToNow(true)}
              >
                Changes since this version
              </Button>
            </Group>
            {document.permission !== 'read' && version !== newest && (
              <Restore document={document} version={version} onDone={onDone} />
            )}
          </Group>
          {from < 1 ? (
            <EmptyState title="First version">
              There is no earlier version to compare with.
            </EmptyState>
          ) : (
            <Difference uuid={uuid} from={from} to={to} />
          )}
        </div>
      </div>
    </>
  );
}

/** Of two versions: first what is not text, then the lines. */
function Difference({uuid, from, to}: {uuid: string; from: number; to: number}) {
  const {data, error, refetch} = useQuery(differenceQuery(uuid, from, to));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Comparing" />;
  return (
    <>
      <FieldChanges fields={data.fields} />
      <DiffTable lines={data.lines} left={nameOf(data.from)} right={nameOf(data.to)} />
    </>
  );
}

/** Over a column of the difference. */
function nameOf({version, savedBy}: DocumentVersion): string {
  return `Version ${version}, by ${savedBy}`;
}

/** Name, description and what else is not its text. */
function FieldChanges({fields}: Pick<VersionDifference, 'fields'>) {
  const all = Object.entries(fields);
  if (all.length === 0) return null;
  return (
    <dl className={classes['fields']}>
      {all.map(([name, {from, to}]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <del>{shown(from)}</del> <ins>{shown(to)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text as it is; what has parts as JSON. */
function shown(value: unknown): string {
  if (value === '') return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Sheets that show the document take the older text only where nothing was typed since. */
function Restore({
  document,
  version,
  onDone,
}: {
  document: SavedDocument;
  version: number;
  onDone: () => void;
}) {
  const confirm = useConfirm();
  const restore = useMutation({
    mutationFn: () =>
      ask('POST /api/v1/documents/{uuid}/versions/{version}/restore', {
        path: {uuid: document.uuid, version: String(version)},
      }),
    onSuccess: async saved => {
      takeWhereUnchanged(saved);
      toast({
        kind: 'done',
        title: `Version ${version} is the newest again, as version ${saved.version}`,
      });
      onDone();
      await documentsChanged();
    },
  });
  // Nothing is lost by it: the old text becomes a new version.
  const restoreIt = async () => {
    const text = `What it says now stays as version ${document.version}.`;
    if (await confirm({title: `Restore version ${version}?`, text, action: 'Restore'}))
      restore.mutate();
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={restore.isPending}
        onClick={() => void restoreIt()}
      >
        Restore version {version}
      </Button>
      <Problem error={restore.error} />
    </>
  );
}

import {Button} from '@mantine/core';
import {toast, useConfirm} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {
  ArchiveRestore,
  Copy,
  Download,
  FolderInput,
  KeyRound,
  type LucideIcon,
  Pencil,
  Trash2,
} from 'lucide-react';
import {useState} from 'react';
import {configQuery} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import {PermissionsDialog, RenameDialog, TargetDialog} from './file-dialogs.tsx';
import {isOfS3, namesText, s3Root} from './file-place.ts';
import {downloadUrl, filesChanged, type StoredFile} from './file-queries.ts';
import {QueryFile} from './query-button.tsx';

type FileActionsProps = {
  /** The chosen ones. */
  readonly files: readonly StoredFile[];
  /** Where they are. */
  readonly folder: string;
  readonly inTrash: boolean;
};

/** What can be done with the chosen files. */
export function FileActions({files, folder, inTrash}: FileActionsProps) {
  const [dialog, setDialog] = useState<'rename' | 'move' | 'copy' | 'permissions'>();
  const act = useActions(files);
  const [first] = files;
  if (first === undefined) return null;
  const one = files.length === 1 ? first : undefined;
  const close = () => setDialog(undefined);
  // Buckets are for the tools of the store.
  if (folder === s3Root) return null;
  if (inTrash)
    return (
      <>
        <Action Icon={ArchiveRestore} label="Restore" onClick={() => void act.restore()} />
        <Action Icon={Trash2} label="Delete permanently" onClick={() => void act.remove()} />
      </>
    );
  return (
    <>
      {one?.type === 'file' && <QueryFile path={one.path} size={one.stats.size} />}
      {one?.type === 'file' && <DownloadLink path={one.path} />}
      {one !== undefined && (
        <Action Icon={Pencil} label="Rename" onClick={() => setDialog('rename')} />
      )}
      <Action Icon={FolderInput} label="Move" onClick={() => setDialog('move')} />
      <Action Icon={Copy} label="Copy" onClick={() => setDialog('copy')} />
      {isOfS3(folder) ? (
        <Action Icon={Trash2} label="Delete permanently" onClick={() => void act.remove()} />
      ) : (
        <>
          <Action Icon={KeyRound} label="Permissions" onClick={() => setDialog('permissions')} />
          <Action Icon={Trash2} label="Move to trash" onClick={() => void act.throwAway()} />
        </>
      )}
      {dialog === 'rename' && <RenameDialog file={first} onClose={close} />}
      {(dialog === 'move' || dialog === 'copy') && (
        <TargetDialog what={dialog} files={files} folder={folder} onClose={close} />
      )}
      {dialog === 'permissions' && <PermissionsDialog files={files} onClose={close} />}
    </>
  );
}

/** Nothing where downloads are off. */
export function DownloadLink({path}: {path: string}) {
  const {storage_browser: storage} = useSuspenseQuery(configQuery).data;
  if (!storage.enable_file_download_button) return null;
  return (
    <Button
      size="xs"
      variant="default"
      component="a"
      href={downloadUrl(path)}
      download
      leftSection={<Download size={14} />}
    >
      Download
    </Button>
  );
}

function Action(props: {Icon: LucideIcon; label: string; onClick: () => void}) {
  const {Icon, label, onClick} = props;
  return (
    <Button size="xs" variant="default" leftSection={<Icon size={14} />} onClick={onClick}>
      {label}
    </Button>
  );
}

/** Deletes everything in the trash of the person. */
export function EmptyTrash() {
  const act = useActions([]);
  return <Action Icon={Trash2} label="Empty trash" onClick={() => void act.emptyTrash()} />;
}

function useActions(files: readonly StoredFile[]) {
  const confirm = useConfirm();
  // The server does all of them or says at which it stopped.
  const path = files.map(one => one.path);
  const what = namesText(files);
  const tried = async (done: string, problem: string, work: () => Promise<unknown>) => {
    try {
      await work();
      toast({kind: 'done', title: done});
    } catch (error) {
      toast({kind: 'problem', title: problem, error});
    }
    await filesChanged();
  };
  return {
    throwAway: async () =>
      await tried(`Moved ${what} to the trash`, `Couldn’t delete ${what}`, () =>
        ask('POST /api/v1/storage/rmtree', {body: {path}}),
      ),
    restore: async () =>
      await tried(`Restored ${what}`, `Couldn’t restore ${what}`, () =>
        ask('POST /api/v1/storage/trash/restore', {body: {path}}),
      ),
    emptyTrash: async () => {
      const isWanted = await confirm({
        title: 'Empty the trash?',
        text: 'Everything in your trash is deleted. This can’t be undone.',
        action: 'Empty trash',
        isDangerous: true,
      });
      if (isWanted)
        await tried('Trash emptied', 'Couldn’t empty the trash', () =>
          ask('POST /api/v1/storage/trash/purge', {body: {}}),
        );
    },
    remove: async () => {
      const isWanted = await confirm({
        title: `Delete ${what} permanently?`,
        text: 'Folders are deleted with everything in them. This can’t be undone.',
        action: 'Delete permanently',
        isDangerous: true,
      });
      if (isWanted)
        await tried(`Deleted ${what}`, `Couldn’t delete ${what}`, () =>
          ask('POST /api/v1/storage/rmtree', {body: {path, skip_trash: true}}),
        );
    },
  };
}

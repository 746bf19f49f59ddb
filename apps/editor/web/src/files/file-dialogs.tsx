import {Checkbox, Textarea, TextInput} from '@mantine/core';
import {Dialog, DialogForm} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import {go} from '../place.ts';
import {filesAddress, inFolder, namesText} from './file-place.ts';
import {filesChanged, type StoredFile} from './file-queries.ts';
import {sendFile} from './upload-parts.ts';
import classes from './files.module.css';

type Closing = {readonly onClose: () => void};

/** A change of files that a dialog sends: afterwards it closes, and what is shown is read again. */
function useFileChange(onClose: () => void, change: () => Promise<unknown>) {
  return useMutation({
    mutationFn: change,
    onSuccess: onClose,
    onSettled: filesChanged,
  });
}

/** Opens the folder as soon as there is one. */
export function NewFolderDialog({folder, onClose}: Closing & {readonly folder: string}) {
  const [name, setName] = useState('');
  const make = useFileChange(onClose, async () => {
    await ask('POST /api/v1/storage/mkdir', {body: {path: folder, name}});
    go(filesAddress(inFolder(folder, name)));
  });
  return (
    <Dialog isOpen onClose={onClose} title="New folder">
      <DialogForm
        action="Create folder"
        onSubmit={() => make.mutate()}
        onCancel={onClose}
        isBusy={make.isPending}
        isReady={name !== '' && !name.includes('/')}
        error={make.error}
      >
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={name.includes('/') ? 'A name can’t contain /.' : undefined}
          onChange={event => setName(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

/** A file of a text that is pasted or typed; it is sent like any other upload. */
export function NewFileDialog({folder, onClose}: Closing & {readonly folder: string}) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  // The same text is the same file when it is sent again.
  const create = useFileChange(onClose, () =>
    sendFile(folder, new File([text], name, {lastModified: 0})),
  );
  return (
    <Dialog isOpen onClose={onClose} title="New file" size="lg">
      <DialogForm
        action="Create file"
        onSubmit={() => create.mutate()}
        onCancel={onClose}
        isBusy={create.isPending}
        isReady={name !== '' && !name.includes('/')}
        error={create.error}
      >
        <TextInput
          label="Name"
          placeholder="orders.csv"
          data-autofocus
          value={name}
          error={name.includes('/') ? 'A name can’t contain /.' : undefined}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Content"
          description="Type or paste a text, such as rows of a spreadsheet"
          autosize
          minRows={8}
          maxRows={16}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

/** A name only: with a slash in it, the server would move the file. */
export function RenameDialog({file, onClose}: Closing & {readonly file: StoredFile}) {
  const [name, setName] = useState(file.name);
  const rename = useFileChange(onClose, () =>
    ask('POST /api/v1/storage/rename', {body: {src_path: file.path, dest_path: name}}),
  );
  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${file.name}`}>
      <DialogForm
        action="Rename"
        onSubmit={() => rename.mutate()}
        onCancel={onClose}
        isBusy={rename.isPending}
        isReady={name !== '' && name !== file.name && !name.includes('/')}
        error={rename.error}
      >
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={name.includes('/') ? 'A name can’t contain /. To move it, use Move.' : undefined}
          onChange={event => setName(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

type TargetProps = Closing & {
  readonly what: 'move' | 'copy';
  readonly files: readonly StoredFile[];
  readonly folder: string;
};

/** Of the title and the button. */
const verbs = {move: 'Move', copy: 'Copy'} as const;

/** Another folder for some files. Nobody can know here whether it exists: the server says so. */
export function TargetDialog({what, files, folder, onClose}: TargetProps) {
  const [target, setTarget] = useState(folder);
  const body = {src_path: files.map(({path}) => path), dest_path: target};
  const send = useFileChange(onClose, () =>
    what === 'move'
      ? ask('POST /api/v1/storage/move', {body})
      : ask('POST /api/v1/storage/copy', {body}),
  );
  const named = namesText(files);
  return (
    <Dialog isOpen onClose={onClose} title={`${verbs[what]} ${named}`}>
      <DialogForm
        action={verbs[what]}
        onSubmit={() => send.mutate()}
        onCancel={onClose}
        isBusy={send.isPending}
        // Absolute, of HDFS or of S3, and another one than now.
        isReady={/^(?:s3a:\/)?\//.test(target) && target !== folder}
        error={send.error}
      >
        <TextInput
          label="Folder"
          description="The path of the folder to put it in"
          data-autofocus
          value={target}
          onChange={event => setTarget(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

const people = ['Owner', 'Group', 'Others'] as const;
const actions = ['Read', 'Write', 'Execute'] as const;

/** Permissions of the chosen ones, and whose they are: what is left empty stays. */
export function PermissionsDialog(props: Closing & {readonly files: readonly StoredFile[]}) {
  const {files, onClose} = props;
  const [first] = files;
  // As they are until somebody changes one: several may have other ones than the first.
  const [changed, setChanged] = useState<number>();
  const bits = changed ?? Number.parseInt(first?.mode ?? '0', 8);
  const [isRecursive, setRecursive] = useState(false);
  const [user, setUser] = useState('');
  const [group, setGroup] = useState('');
  const path = files.map(one => one.path);
  const save = useFileChange(onClose, async () => {
    // With the sticky bit, which the table does not show and is not to take away.
    const mode = (bits & 0o1777).toString(8).padStart(3, '0');
    if (changed !== undefined)
      await ask('POST /api/v1/storage/chmod', {body: {path, mode, recursive: isRecursive}});
    if (user !== '' || group !== '')
      await ask('POST /api/v1/storage/chown', {
        body: {path, user, group, recursive: isRecursive},
      });
  });
  const named = namesText(files);
  return (
    <Dialog isOpen onClose={onClose} title={`Permissions of ${named}`}>
      <DialogForm
        action="Save permissions"
        onSubmit={() => save.mutate()}
        onCancel={onClose}
        isBusy={save.isPending}
        isReady={changed !== undefined || user !== '' || group !== ''}
        error={save.error}
      >
        <RightsTable bits={bits} onChange={setChanged} />
        {files.some(({type}) => type === 'dir') && (
          <Checkbox
            label="Everything in the folder as well"
            checked={isRecursive}
            onChange={event => setRecursive(event.currentTarget.checked)}
          />
        )}
        <TextInput
          label="New owner"
          description="Only a superuser of the cluster can change it"
          placeholder={first?.stats.user ?? ''}
          value={user}
          onChange={event => setUser(event.currentTarget.value)}
        />
        <TextInput
          label="New group"
          placeholder={first?.stats.group ?? ''}
          value={group}
          onChange={event => setGroup(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

/** The nine bits of a mode, a row for each of those whom they are about. */
function RightsTable({bits, onChange}: {bits: number; onChange: (bits: number) => void}) {
  return (
    <table className={classes['rights']}>
      <thead>
        <tr>
          <td />
          {actions.map(action => (
            <th key={action} scope="col">
              {action}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person, row) => (
          <tr key={person}>
            <th scope="row">{person}</th>
            {actions.map((action, column) => {
              // From the owner's right to read (0400) to the others' right to execute (0001).
              const bit = 1 << (8 - row * 3 - column);
              return (
                <td key={action}>
                  <Checkbox
                    aria-label={`${person}: ${action}`}
                    checked={(bits & bit) !== 0}
                    onChange={() => onChange(bits ^ bit)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

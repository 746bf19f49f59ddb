import {Button, FileButton, Group, Progress, Stack, Text, Textarea} from '@mantine/core';
import {Problem, toast, useConfirm} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {Upload} from 'lucide-react';
import {useEffect, useRef, useState} from 'react';
import {ApiFailure, ask} from '../api/request.ts';
import {go} from '../place.ts';
import {importAddress} from './import-address.ts';
import {fileNameFor, formatOf, pastedFile} from './import-names.ts';
import {sendToEngine} from './send-file.ts';
import classes from './imports.module.css';

/** Why an upload ends without a word: its page is not there any more. */
const left = 'left';

/** Uploads the file that is chosen, dropped or pasted, and leads to what is in it. */
export function ChooseFile({engine, into}: {engine: string; into: string}) {
  const [pasted, setPasted] = useState('');
  const {upload, part, stop} = useUpload(engine, into);
  const choose = (file: File | null | undefined) => {
    if (file !== null && file !== undefined && !upload.isPending) upload.mutate(file);
  };
  if (upload.isPending)
    return (
      <Stack className={classes['narrow']}>
        <Text>
          Uploading <bdi>{upload.variables.name}</bdi>
        </Text>
        <Progress value={part * 100} aria-label={`Upload of ${upload.variables.name}`} />
        <Group>
          <Button variant="default" onClick={stop}>
            Cancel upload
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack className={classes['narrow']}>
      <Problem error={upload.error} />
      <DropField onFile={choose} />
      <Textarea
        label="Rows"
        description="Paste rows of a CSV, of a spreadsheet or JSON, with the names of the columns first."
        value={pasted}
        onChange={event => setPasted(event.currentTarget.value)}
        rows={8}
        spellCheck={false}
      />
      <Group>
        <Button
          variant="default"
          disabled={pasted.trim() === ''}
          onClick={() => choose(pastedFile(pasted))}
        >
          Import rows
        </Button>
      </Group>
    </Stack>
  );
}

/** One upload at a time, how much of it (0 to 1) is there, and what ends it. */
function useUpload(engine: string, into: string) {
  const [part, setPart] = useState(0);
  const stop = useRef<AbortController>(undefined);
  // What has come stays on the server for a while, for the next try.
  useEffect(() => () => stop.current?.abort(left), []);
  const complete = useComplete(engine);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (formatOf(file.name) === undefined)
        throw new Error(
          `${file.name} isn’t a CSV, TSV, JSON, Parquet or XLSX file. Save it as one.`,
        );
      const mine = new AbortController();
      stop.current = mine;
      setPart(0);
      try {
        const id = await sendToEngine(engine, file, mine.signal, setPart);
        return await complete(id, file, mine.signal);
      } catch (error) {
        if (!mine.signal.aborted) throw error;
        if (mine.signal.reason !== left)
          toast({
            kind: 'done',
            title: `Stopped uploading ${file.name}`,
            text: 'Choose it again to continue where it stopped.',
          });
        return undefined;
      }
    },
    onSuccess: path => {
      if (path !== undefined) go(importAddress(engine, path, into));
    },
  });
  return {upload, part, stop: () => stop.current?.abort()};
}

function DropField({onFile}: {onFile: (file: File | null | undefined) => void}) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={event => {
        // Without it the browser opens the file in place of the page.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <FileButton onChange={onFile}>
        {props => (
          <Button {...props} leftSection={<Upload size={16} />}>
            Choose file
          </Button>
        )}
      </FileButton>
      <Text size="sm">
        Or drop a file here. CSV, TSV, JSON, Parquet and XLSX files can be imported.
      </Text>
    </div>
  );
}

/** Makes a file of the upload; undefined where the person keeps the one of the same name. */
function useComplete(engine: string) {
  const confirm = useConfirm();
  return async (
    id: string,
    {name, size}: File,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const path = fileNameFor(name);
    const send = async (replace: boolean) =>
      await ask(
        'POST /api/v1/storage/{engine}/upload/complete',
        {path: {engine}, body: {id, path, total: size, replace}},
        {signal},
      );
    try {
      await send(false);
    } catch (error) {
      if (!isTaken(error)) throw error;
      const isWanted = await confirm({
        title: `Replace ${path}?`,
        text: 'You have a file of this name. Its content can’t be restored.',
        action: 'Replace file',
        isDangerous: true,
      });
      if (!isWanted) {
        await ask('DELETE /api/v1/storage/{engine}/upload', {path: {engine}, query: {id}});
        return undefined;
      }
      await send(true);
    }
    signal.throwIfAborted();
    return path;
  };
}

/** Whether the name is; other conflicts have the same status. */
function isTaken(error: unknown): boolean {
  return error instanceof ApiFailure && error.body.errorCode === 'GAZETTEER-409-00-003';
}

import {Button, FileButton, Menu} from '@mantine/core';
import {toast} from '@gazetteer/ui';
import {ArrowDownUp, Download, Upload} from 'lucide-react';
import {useEffect, useRef, useState} from 'react';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import {documentsChanged} from './document-queries.ts';
import classes from './documents.module.css';

type Imported = Answer<'POST /api/v1/documents/import'>;

/**
 * Queries as files: in from `.sql` files, a zip of them or an export of Hue's documents, out as a
 * zip.
 */
export function Transfer({folder, name}: {folder: string; name: string | undefined}) {
  const [isBusy, setBusy] = useState(false);
  const reset = useRef<() => void>(null);
  const take = async (files: readonly File[]) => {
    setBusy(true);
    await importFiles(folder, files);
    setBusy(false);
    reset.current?.();
  };
  const query = new URLSearchParams({name: name ?? 'queries'});
  const address =
    folder === ''
      ? `/api/v1/documents/export?${query}`
      : `/api/v1/documents/${folder}/export?${query}`;
  return (
    <FileButton
      multiple
      accept=".sql,.zip,.json,application/zip,application/json,text/plain"
      onChange={take}
      // Without it the browser does not tell of the same file chosen again.
      resetRef={reset}
    >
      {({onClick}) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              loading={isBusy}
              leftSection={<ArrowDownUp size={14} />}
            >
              Files
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Upload size={16} />} onClick={onClick}>
              Import .sql, .zip or Hue export (.json)
            </Menu.Item>
            <Menu.Item
              component="a"
              href={address}
              download=""
              leftSection={<Download size={16} />}
            >
              Download all queries as .zip
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  );
}

/** Files can be dropped anywhere on the page. */
export function DropFiles({folder}: {folder: string}) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      // Texts and tabs are dragged, too.
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void importFiles(folder, [...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [folder]);
  if (!isOver) return null;
  return <div className={classes['drop']}>Drop .sql files, a .zip or Hue’s export here</div>;
}

async function importFiles(folder: string, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  try {
    const made: Imported[] = [];
    const isZip = ({name}: File) => /\.zip$/i.test(name);
    // One after the other: each is sent whole, and two may make the same folder.
    for (const zip of files.filter(isZip)) made.push(await importZip(folder, zip));
    const texts = files.filter(file => !isZip(file));
    if (texts.length > 0) {
      const read = await Promise.all(
        texts.map(async file => ({path: file.name, text: await file.text()})),
      );
      made.push(await ask('POST /api/v1/documents/import', {body: {folder, files: read}}));
    }
    const queries = made.reduce((sum, one) => sum + one.queries, 0);
    const folders = made.reduce((sum, one) => sum + one.folders, 0);
    const more =
      folders === 0 ? '' : folders === 1 ? ' and 1 new folder' : ` and ${folders} new folders`;
    const over = made.reduce((sum, one) => sum + one.passedOver, 0);
    const text =
      over === 0 ? '' : `${over} documents were skipped: unsupported kind, or no statement.`;
    const title = `${queries === 1 ? '1 query is' : `${queries} queries are`} here now${more}`;
    toast({kind: 'done', title, ...(text !== '' && {text})});
  } catch (error) {
    toast({kind: 'problem', title: 'Nothing was imported', error});
  }
  await documentsChanged();
}

async function importZip(folder: string, file: File): Promise<Imported> {
  return await ask('POST /api/v1/documents/import', {query: {folder}}, {file});
}

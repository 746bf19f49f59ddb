import {ActionIcon, Menu, Tooltip} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {csv, csvBlob, saveFile, toast} from '@gazetteer/ui';
import {Link} from '@tanstack/react-router';
import {Download, FileDown, FileSpreadsheet, Server, Table2, Upload} from 'lucide-react';
import {lazy, Suspense, useState} from 'react';
import {client} from '../../api/client.ts';
import {useMay} from '../../api/may.tsx';
import {queries, searchQuery} from '../../api/queries.ts';
import {attributesToAsk, type ResultColumn} from './result-columns.tsx';
import {type SearchLink, searchParameters, shownParameters} from './search-link.ts';

/** Few open it. */
const DownloadsDialog = lazy(async () => ({
  default: (await import('./downloads-dialog.tsx')).DownloadsDialog,
}));

type DownloadMenuProps = {
  readonly link: SearchLink;
  readonly columns: readonly ResultColumn[];
  readonly count: number;
};

/**
 * Results as a file: as they are shown, at once; or all of them, however many, written by the
 * server in the background.
 */
export function DownloadMenu({link, columns, count}: DownloadMenuProps) {
  // Undefined until it is opened for the first time, so that its part is not loaded before.
  const [isOpen, setOpen] = useState<boolean>();
  const may = useMay();
  return (
    <>
      <Menu position="bottom-end">
        <Tooltip label="Download">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="Download">
              <Download size={16} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Table2 size={16} />}
            onClick={() => void download(link, columns, count)}
          >
            This page (CSV)
          </Menu.Item>
          <Menu.Item
            leftSection={<Server size={16} />}
            onClick={() => void write(link, columns).then(isStarted => isStarted && setOpen(true))}
          >
            All results (CSV, prepared in background)
          </Menu.Item>
          {(['CSV', 'XLSX'] as const).map(format => (
            <Menu.Item
              key={format}
              leftSection={<FileSpreadsheet size={16} />}
              onClick={() =>
                void writeTable(link, format).then(isStarted => isStarted && setOpen(true))
              }
            >
              Table to edit ({format}, prepared in background)
            </Menu.Item>
          ))}
          <Menu.Divider />
          {may('entity-update', 'entity-update-business-metadata') && (
            <Menu.Item
              leftSection={<Upload size={16} />}
              renderRoot={props => <Link to="/import/assets" {...props} />}
            >
              Import a table
            </Menu.Item>
          )}
          <Menu.Item leftSection={<FileDown size={16} />} onClick={() => setOpen(true)}>
            Files of results
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen !== undefined && (
        <Suspense>
          <DownloadsDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Starts a table that an import takes back. */
async function writeTable(link: SearchLink, format: 'CSV' | 'XLSX'): Promise<boolean> {
  // Its columns are those that an import knows, and not those on the page.
  const body = {searchParameters: searchParameters(link, []), format};
  return await started(() => client.call('POST /v2/search/basic/download/create_table', {body}));
}

/** Starts a file of the server's. */
async function write(link: SearchLink, columns: readonly ResultColumn[]): Promise<boolean> {
  // By technical names, which are unique; headings are for people.
  const labels = columns.flatMap(({header, technical = header, attribute}) =>
    attribute === undefined ? [] : [[technical, attribute]],
  );
  const body: Schemas['DownloadRequest'] = {
    searchParameters: searchParameters(link, attributesToAsk(columns)),
    attributeLabelMap: Object.fromEntries(labels) as Record<string, string>,
  };
  return await started(() => client.call('POST /v2/search/basic/download/create_file', {body}));
}

async function started(start: () => Promise<unknown>): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    toast({kind: 'problem', title: 'Couldn’t start the export', error});
    return false;
  }
}

const maxRows = 10_000;

/** The columns as they are shown, and all rows up to what one request may ask for. */
async function download(
  link: SearchLink,
  columns: readonly ResultColumn[],
  count: number,
): Promise<void> {
  try {
    const parameters = {
      ...shownParameters(link, attributesToAsk(columns)),
      // From the first one, whatever page is shown.
      limit: maxRows,
      offset: 0,
    };
    const {entities = []} = await queries.fetchQuery(searchQuery(parameters));
    const rows = entities.map(entity => columns.map(column => column.text(entity)));
    const text = csv([columns.map(({header, technical = header}) => technical), ...rows]);
    saveFile('search.csv', csvBlob(text));
    // A file that is cut has to say so.
    if (count > entities.length) {
      toast({
        kind: 'note',
        title: `The file has the first ${entities.length.toLocaleString()} of ${count.toLocaleString()} results`,
        text: 'The server can write a file of all of them.',
      });
    }
  } catch (error) {
    toast({kind: 'problem', title: 'Couldn’t create the file', error});
  }
}

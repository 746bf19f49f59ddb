import {Alert, Button, Checkbox, Group, Stack, Text} from '@mantine/core';
import {Page, Problem} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {Undo2, Upload} from 'lucide-react';
import {type ReactNode, useState} from 'react';
import {countText} from '../../bulk/action-text.ts';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {FileDrop} from '../../table-import/file-drop.tsx';
import {ProblemTable} from '../../table-import/problem-table.tsx';
import type {Headings, Report} from '../../table-import/report.ts';
import {keepTable, type ProgressListener, type Table} from '../../table-import/table-file.ts';
import {UploadProgress} from '../../table-import/upload-progress.tsx';
import classes from './import.module.css';

/** What an import does, or would do. */
export type Outcome = {
  readonly report: Report;
  /** Entities that are changed. */
  readonly changed: number;
  /** The bulk change that can be undone. */
  readonly bulkGuid?: string | undefined;
};

export type TableOptions = {
  readonly table: Table;
  /** Empty cells empty what they are about. */
  readonly clears: boolean;
};

type ImportTablePageProps = {
  readonly title: string;
  /** What the table has, such as `assets`. */
  readonly what: string;
  readonly headings: Headings;
  readonly check: (options: TableOptions, tell: ProgressListener) => Promise<Outcome>;
  readonly send: (options: TableOptions, tell: ProgressListener) => Promise<Outcome>;
  readonly canClear: boolean;
  readonly children: ReactNode;
};

/** A table is checked first, so that nothing is imported that nobody has looked at. */
export function ImportTablePage(props: ImportTablePageProps) {
  const {title, what, headings, canClear, children} = props;
  const {table, clears, setClears, part, start, sending, isBusy, outcome, error} =
    useTableImport(props);
  return (
    <Page
      title={title}
      lead={<Upload size={26} strokeWidth={1.75} aria-hidden />}
      above={<Link to="/bulkChanges">Bulk changes</Link>}
      isBusy={isBusy}
    >
      <div className={classes['cards']}>
        <TitledCard title="File">
          <Stack gap="sm">
            <FileDrop
              onFile={async file => start({table: await keepTable(file), clears})}
              isBusy={isBusy}
              name={table?.name}
              hasProblems={error !== null || (outcome?.report.problems.length ?? 0) > 0}
              what={what}
            />
            {canClear && (
              <Checkbox
                label="Empty cells clear values"
                description="Otherwise they leave values as they are"
                checked={clears}
                disabled={isBusy}
                onChange={event => {
                  const next = event.currentTarget.checked;
                  // Otherwise the preview would be of the other choice.
                  if (table === undefined || sending.isSuccess) setClears(next);
                  else start({table, clears: next});
                }}
              />
            )}
            {isBusy && (
              <UploadProgress
                part={part}
                text={sending.isPending ? 'Importing rows…' : 'Checking rows…'}
              />
            )}
            <Problem
              error={error}
              title={`Couldn’t ${sending.isError ? 'import' : 'check'} ${table?.name ?? 'the file'}`}
            />
          </Stack>
        </TitledCard>
        {outcome !== undefined && table !== undefined && (
          <OutcomeCard
            outcome={outcome}
            isDone={sending.isSuccess}
            fileName={table.name}
            headings={headings}
            isBusy={isBusy}
            onImport={() => sending.mutate({table, clears})}
          />
        )}
        <TitledCard title="Format of the table">{children}</TitledCard>
      </div>
    </Page>
  );
}

/** The table that was chosen, and how far its check and its import have come. */
function useTableImport({check, send}: Pick<ImportTablePageProps, 'check' | 'send'>) {
  const [table, setTable] = useState<Table>();
  const [clears, setClears] = useState(false);
  const [part, setPart] = useState(0);
  // Not kept as queries: the same file may have been edited and is checked again.
  const checking = useMutation({mutationFn: (one: TableOptions) => check(one, setPart)});
  const sending = useMutation({
    mutationFn: (one: TableOptions) => send(one, setPart),
    // Also after a lost answer: the server may have imported all of it.
    onSettled: refresh,
  });
  const start = (one: TableOptions) => {
    // The result of the last file is no result of this one.
    sending.reset();
    setPart(0);
    setTable(one.table);
    setClears(one.clears);
    checking.mutate(one);
  };
  // After the import its preview would only confuse.
  const checked = checking.isSuccess && !sending.isSuccess ? checking.data : undefined;
  return {
    table,
    clears,
    setClears,
    part,
    start,
    sending,
    isBusy: checking.isPending || sending.isPending,
    outcome: sending.data ?? checked,
    error: sending.error ?? checking.error,
  };
}

type OutcomeCardProps = {
  readonly outcome: Outcome;
  readonly isDone: boolean;
  readonly fileName: string;
  readonly headings: Headings;
  readonly isBusy: boolean;
  readonly onImport: () => void;
};

function OutcomeCard({outcome, isDone, fileName, headings, isBusy, onImport}: OutcomeCardProps) {
  const {report, changed, bulkGuid} = outcome;
  const problems = report.problems.length;
  const entities = countText(changed, 'entity', 'entities');
  return (
    <TitledCard title={isDone ? 'Result' : 'Preview'}>
      <Stack gap="sm">
        <Alert
          // Nothing to do is neither good nor bad.
          color={changed === 0 ? 'gray' : problems > 0 ? 'orange' : 'green'}
          role="status"
          variant="outline"
        >
          {isDone ? `${entities} changed.` : `${entities} will be changed.`}
          {problems > 0 && ` ${countText(problems, 'row', 'rows')} skipped.`}
        </Alert>
        {problems > 0 && <ProblemTable report={report} fileName={fileName} headings={headings} />}
        {!isDone && problems > 0 && (
          <Text size="sm" c="dimmed">
            Fix these rows and choose the file again, or import the valid rows now.
          </Text>
        )}
        <Group>
          {!isDone && (
            <Button onClick={onImport} disabled={changed === 0 || isBusy} loading={isBusy}>
              {`Change ${entities}`}
            </Button>
          )}
          {/* Not all imports can be undone. */}
          {isDone && bulkGuid !== undefined && (
            <Button
              variant="default"
              leftSection={<Undo2 size={14} />}
              renderRoot={props => (
                <Link to="/bulkChanges/$guid" params={{guid: bulkGuid}} {...props} />
              )}
            >
              View or undo the import
            </Button>
          )}
        </Group>
      </Stack>
    </TitledCard>
  );
}

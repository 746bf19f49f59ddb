import {Alert, Button, Group, Stack, Text} from '@mantine/core';
import {TitledCard} from '../../../entity/titled-card.tsx';
import {ProblemTable} from '../../../table-import/problem-table.tsx';
import type {Check} from './send-table.ts';

type CheckCardProps = {
  readonly check: Check;
  readonly fileName: string;
  readonly isBusy: boolean;
  readonly onImport: () => void;
};

/** What an import would do: how much would come, and which lines need mending. */
export function CheckCard({
  check: {report, terms, updated, newGlossaries},
  fileName,
  isBusy,
  onImport,
}: CheckCardProps) {
  const hasProblems = report.problems.length > 0;
  // Rows that change nothing are fine as well, so of updates it is not known which are partly
  // wrong.
  const partly = updated === undefined ? Math.max(0, terms - report.fine) : 0;
  const left = updated === undefined ? report.problems.length - partly : 0;
  const isNothing = terms === 0 && (updated ?? 0) === 0;
  return (
    <TitledCard title="What would be imported">
      <Stack gap="sm">
        <Alert color={isNothing ? 'red' : hasProblems ? 'orange' : 'green'} role="status">
          {isNothing
            ? updated === undefined || hasProblems
              ? 'No rows can be imported. Fix the file and try again.'
              : 'Existing terms already have these values.'
            : terms > 0 && `${termsOf(terms)} can be imported`}
          {terms > 0 && partly > 0 && `, ${partly.toLocaleString()} of them only in part`}
          {terms > 0 && '.'}
          {/* Three sentences at most: what comes, what changes, what does not. */}
          {updated !== undefined && updated > 0 && ` ${termsOf(updated)} will be updated.`}
          {updated !== undefined &&
            hasProblems &&
            ` Invalid values in ${rowsOf(report.problems.length)} are left out.`}
          {left > 0 &&
            ` ${left === 1 ? '1 row is' : `${left.toLocaleString()} rows are`} left out.`}
          {newGlossaries.length > 0 && (
            <>
              {' '}
              {newGlossaries.length === 1 ? 'New glossary: ' : 'New glossaries: '}
              <bdi>{newGlossaries.join(', ')}</bdi>.
            </>
          )}
        </Alert>
        {hasProblems && (
          <>
            <ProblemTable report={report} fileName={fileName} headings={['Glossary', 'Term']} />
            <Text size="sm" c="dimmed">
              Fix these rows and choose the file again, or import the valid rows now.
            </Text>
          </>
        )}
        <Group>
          <Button onClick={onImport} disabled={isNothing || isBusy} loading={isBusy}>
            Import {termsOf(terms + (updated ?? 0))}
          </Button>
        </Group>
      </Stack>
    </TitledCard>
  );
}

function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString()} rows`;
}

/** A count of terms as people say it. */
export function termsOf(count: number): string {
  return count === 1 ? '1 term' : `${count.toLocaleString()} terms`;
}

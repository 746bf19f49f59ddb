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
  check: {report, terms, newGlossaries},
  fileName,
  isBusy,
  onImport,
}: CheckCardProps) {
  const hasProblems = report.problems.length > 0;
  const partly = Math.max(0, terms - report.fine);
  const left = report.problems.length - partly;
  return (
    <TitledCard title="What would be imported">
      <Stack gap="sm">
        <Alert color={terms === 0 ? 'red' : hasProblems ? 'orange' : 'green'} role="status">
          {terms === 0
            ? 'No rows can be imported. Fix the file and try again.'
            : `${termsOf(terms)} can be imported`}
          {terms > 0 && partly > 0 && `, ${partly.toLocaleString()} of them only in part`}
          {terms > 0 && '.'}
          {left > 0 &&
            ` ${left === 1 ? '1 line is' : `${left.toLocaleString()} lines are`} left out.`}
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
          <Button onClick={onImport} disabled={terms === 0 || isBusy} loading={isBusy}>
            Import {termsOf(terms)}
          </Button>
        </Group>
      </Stack>
    </TitledCard>
  );
}

/** A count of terms as people say it. */
export function termsOf(count: number): string {
  return count === 1 ? '1 term' : `${count.toLocaleString()} terms`;
}

import {Button, Group, Stack, Text} from '@mantine/core';
import {Problem, toast, useConfirm, When} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {Undo2} from 'lucide-react';
import {useState} from 'react';
import {refresh} from '../../../entity/refresh.ts';
import {TitledCard} from '../../../entity/titled-card.tsx';
import {ItemLink} from '../way.tsx';
import {termsOf} from './check-card.tsx';
import {ProblemTable} from '../../../table-import/problem-table.tsx';
import type {Report} from '../../../table-import/report.ts';
import type {Brought} from './send-table.ts';
import {undoImport} from './undo-import.ts';

type ImportedCardProps = {
  readonly brought: Brought;
  /** Of an import that was just done. */
  readonly report?: Report;
  readonly onUndone: () => void;
};

/** What an import has brought, and the way to take it out again. */
export function ImportedCard({brought, report, onUndone}: ImportedCardProps) {
  const confirm = useConfirm();
  const [step, setStep] = useState('');
  const {fileName, time, count, glossaries, bulkGuid} = brought;
  const undo = useMutation({
    mutationFn: () => undoImport(brought, setStep),
    // Part of it may be undone when the rest has failed.
    onSettled: refresh,
    onSuccess: kept => {
      toast({
        kind: 'done',
        title: `The import of ${fileName} is undone`,
        ...(kept === 0
          ? {}
          : {text: `${termsOf(kept)} changed since the import and kept their texts.`}),
      });
      onUndone();
    },
  });
  // Terms that were imported go for good, so what goes is said before.
  const ask = async () => {
    const isSure = await confirm({
      title: `Undo the import of ${fileName}?`,
      text: <WhatGoes brought={brought} />,
      action: 'Undo the import',
      isDangerous: true,
    });
    if (isSure) undo.mutate();
  };
  return (
    <TitledCard title={report === undefined ? 'Your last import' : 'Imported'}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          <bdi>{fileName}</bdi> added {termsOf(count)}
          {glossaries.length > 0 && (
            <>
              {' '}
              and {glossaries.length === 1 ? 'the glossary ' : 'the glossaries '}
              {glossaries.map(({guid, name}, n) => (
                <span key={guid}>
                  {n > 0 && ', '}
                  <ItemLink guid={guid} kind="glossary" label={name} />
                </span>
              ))}
            </>
          )}
          , <When ms={time} isRelative />.
          {bulkGuid !== undefined && ' Texts of existing terms were updated.'}
        </Text>
        {report !== undefined && report.problems.length > 0 && (
          <ProblemTable report={report} fileName={fileName} headings={['Glossary', 'Term']} />
        )}
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<Undo2 size={14} />}
            loading={undo.isPending}
            onClick={() => void ask()}
          >
            Undo this import
          </Button>
          {undo.isPending && (
            <Text size="sm" role="status">
              {step}…
            </Text>
          )}
        </Group>
        <Problem error={undo.error} title="Import only partly undone" />
      </Stack>
    </TitledCard>
  );
}

/** What there is no way back for, before somebody says yes. */
function WhatGoes({brought}: Pick<ImportedCardProps, 'brought'>) {
  const {count, glossaries, bulkGuid, relationshipGuids} = brought;
  return (
    <>
      {termsOf(count)} will be deleted permanently, including later edits and assignments.
      {glossaries.length > 0 && (
        <>
          {' '}
          {glossaries.length === 1 ? 'So will the glossary' : 'So will the glossaries'}{' '}
          <bdi>{glossaries.map(one => one.name).join(', ')}</bdi> with everything added there later.
        </>
      )}
      {bulkGuid !== undefined && ' Existing terms get their texts back.'}
      {relationshipGuids !== undefined && ' Relationships added between them are removed.'}
    </>
  );
}

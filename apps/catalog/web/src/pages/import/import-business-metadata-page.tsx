import {Button, Code, Text} from '@mantine/core';
import {DocsLink, saveFile, toast} from '@gazetteer/ui';
import {FileDown} from 'lucide-react';
import {client, uploadClient} from '../../api/client.ts';
import classes from '../../table-import/import.module.css';
import {readReport} from '../../table-import/report.ts';
import {formOf, type ProgressListener} from '../../table-import/table-file.ts';
import {ImportTablePage, type Outcome, type TableOptions} from './import-table-page.tsx';

/** Sets business metadata from a table in the form of the Atlas API, one attribute in each row. */
export function ImportBusinessMetadataPage() {
  return (
    <ImportTablePage
      title="Import business metadata"
      what="business metadata"
      headings={['Entity', 'Attribute']}
      check={check}
      send={send}
      canClear={false}
    >
      <Text size="sm" mb="sm">
        One attribute of one entity in each row, in this order of the columns. The import can’t be
        undone; <a href="#!/import/assets">Import assets</a> can.
      </Text>
      <dl className={classes['columns']}>
        <dt>EntityType</dt>
        <dd>
          Type of the entity, such as <Code>hive_table</Code>
        </dd>
        <dt>EntityUniqueAttributeValue</dt>
        <dd>Its qualified name</dd>
        <dt>BusinessAttributeName</dt>
        <dd>
          <Code>group.attribute</Code>
        </dd>
        <dt>BusinessAttributeValue</dt>
        <dd>
          The value; several as <Code>one|two</Code>
        </dd>
        <dt>EntityUniqueAttributeName</dt>
        <dd>
          Optional: the unique attribute, if it is not <Code>qualifiedName</Code>
        </dd>
      </dl>
      <Button
        size="xs"
        variant="default"
        mt="sm"
        leftSection={<FileDown size={14} />}
        onClick={() => void download()}
      >
        Download template
      </Button>
      <Text size="sm" mt="sm">
        <DocsLink to="bulk-changes#tables">
          Tables of assets, columns and business metadata
        </DocsLink>
      </Text>
    </ImportTablePage>
  );
}

async function download(): Promise<void> {
  try {
    const blob = await client.call('GET /v2/entity/businessmetadata/import/template');
    // The template of the API ends without a line end, behind which a row could be appended.
    saveFile('business-metadata.csv', new Blob([blob, '\n'], {type: 'text/csv;charset=utf-8'}));
  } catch (error) {
    toast({kind: 'problem', title: 'Couldn’t load the template', error});
  }
}

async function check({table}: TableOptions, tell: ProgressListener): Promise<Outcome> {
  const {response, changes} = await uploadClient(tell).dryRun(
    'POST /v2/entity/businessmetadata/import',
    {body: formOf(table)},
  );
  return {
    report: readReport(response as Parameters<typeof readReport>[0]),
    // What would change is known from the rehearsal; the answer tells of rows.
    changed: changes['entities']?.['updated']?.count ?? 0,
  };
}

async function send({table}: TableOptions, tell: ProgressListener): Promise<Outcome> {
  const answer = await uploadClient(tell).call('POST /v2/entity/businessmetadata/import', {
    body: formOf(table),
  });
  return {report: readReport(answer), changed: answer.successImportInfoList.length};
}

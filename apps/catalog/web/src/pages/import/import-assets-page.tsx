import {Code, Text} from '@mantine/core';
import {DocsLink} from '@gazetteer/ui';
import {uploadClient} from '../../api/client.ts';
import classes from '../../table-import/import.module.css';
import {readReport} from '../../table-import/report.ts';
import {formOf, type ProgressListener} from '../../table-import/table-file.ts';
import {ImportTablePage, type Outcome, type TableOptions} from './import-table-page.tsx';

/** Updates assets, columns and other entities from a table. */
export function ImportAssetsPage() {
  return (
    <ImportTablePage
      title="Import assets"
      what="assets"
      headings={['Asset', 'Type']}
      check={check}
      send={send}
      canClear
    >
      <Text size="sm" mb="sm">
        One asset or column in each row, below a row with the names of the columns. To start from a
        table of what you find, search and select <b>Download</b>, then <b>Table to edit</b>.
      </Text>
      <dl className={classes['columns']}>
        <dt>guid, or typeName and qualifiedName</dt>
        <dd>The asset. Rows about assets that don’t exist are skipped.</dd>
        <dt>description, owner, …</dt>
        <dd>Attributes with a single text, number, date or choice</dd>
        <dt>classifications, labels</dt>
        <dd>
          Several as <Code>one|two</Code>. Those that the cell leaves out are removed.
        </dd>
        <dt>terms</dt>
        <dd>
          <Code>term@glossary|term@glossary</Code>
        </dd>
        <dt>Group.attribute</dt>
        <dd>
          Business metadata, such as <Code>AssetTrust.tier</Code>
        </dd>
      </dl>
      <Text size="sm" mt="sm">
        <DocsLink to="bulk-changes#tables">All columns and rules</DocsLink>
      </Text>
    </ImportTablePage>
  );
}

/** By the same endpoint as the import: what is previewed is what would happen. */
async function check({table, clears}: TableOptions, tell: ProgressListener): Promise<Outcome> {
  const {response} = await uploadClient(tell).dryRun('POST /v2/assets/import', {
    body: formOf(table),
    query: {clears},
  });
  // A rehearsal is undone, so there is nothing that could be undone.
  const {bulkGuid: _none, ...told} = outcomeOf(response as Answer);
  return told;
}

async function send({table, clears}: TableOptions, tell: ProgressListener): Promise<Outcome> {
  return outcomeOf(
    await uploadClient(tell).call('POST /v2/assets/import', {
      body: formOf(table),
      query: {clears},
    }),
  );
}

type Answer = Parameters<typeof readReport>[0] & {
  readonly changed: number;
  readonly bulkGuid?: string | undefined;
};

function outcomeOf(answer: Answer): Outcome {
  return {report: readReport(answer), changed: answer.changed, bulkGuid: answer.bulkGuid};
}

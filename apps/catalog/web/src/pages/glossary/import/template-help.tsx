import {Button, Code, Text} from '@mantine/core';
import {DocsLink, saveFile, toast} from '@gazetteer/ui';
import {FileDown} from 'lucide-react';
import {client} from '../../../api/client.ts';
import {TitledCard} from '../../../entity/titled-card.tsx';
import classes from '../../../table-import/import.module.css';

/** How a table of terms is written, and one to begin with. */
export function TemplateHelp() {
  // By the client and not by a link: it waits for a login where one is needed.
  const download = async () => {
    try {
      const blob = await client.call('GET /v2/glossary/import/template');
      saveFile('terms.csv', new Blob([blob, '\n'], {type: 'text/csv;charset=utf-8'}));
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t load the template', error});
    }
  };
  return (
    <TitledCard title="Format of the table">
      <Text size="sm" mb="sm">
        One term per row, below a header row. Columns can be in any order, and all but the first two
        are optional.
      </Text>
      <dl className={classes['columns']}>
        <dt>GlossaryName, TermName</dt>
        <dd>
          Missing glossaries are created. Existing terms change only if you turn on Update existing
          terms. No @ and no full stop in names.
        </dd>
        <dt>ShortDescription, LongDescription, Abbreviation, Usage</dt>
        <dd>Texts.</dd>
        <dt>Examples</dt>
        <dd>
          Several as <Code>one|two</Code>
        </dd>
        <dt>AdditionalAttributes</dt>
        <dd>
          <Code>name:value|name:value</Code>
        </dd>
        <dt>Synonyms, Antonyms, SeeAlso, IsA, Classifies, and the like</dt>
        <dd>
          Terms of this file or of the catalog as <Code>glossary:term|glossary:term</Code>
        </dd>
      </dl>
      <Text size="sm" c="dimmed" my="sm">
        A backslash in front of <Code>|</Code> or <Code>:</Code> makes the sign a part of a text.
      </Text>
      <Button
        size="xs"
        variant="default"
        leftSection={<FileDown size={14} />}
        onClick={() => void download()}
      >
        Download the template
      </Button>
      <Text size="sm" mt="sm">
        <DocsLink to="glossary#tables-of-terms">All columns and rules</DocsLink>
      </Text>
    </TitledCard>
  );
}

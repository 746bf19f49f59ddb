import {Alert, Badge, Button, Group, Text} from '@mantine/core';
import {toast, useConfirm} from '@gazetteer/ui';
import {useQuery, useQueryClient} from '@tanstack/react-query';
import {BookOpenText, BookPlus, CircleCheck, CircleX, TriangleAlert} from 'lucide-react';
import {ask} from '../api/request.ts';
import {checksText, failingText} from './checks-text.ts';
import {assetAddress, catalogQuery, knownTableQuery, type KnownAsset} from './known-tables.ts';

type Named = {readonly engine: string; readonly database: string; readonly table: string};

/**
 * What the catalog says of a table, with a way there; or the offer to add it. Nothing while it is
 * asked and where there is no catalog: the table is there without it.
 */
export function CatalogFacts(table: Named) {
  const {data: catalog} = useQuery(catalogQuery);
  const {data: known} = useQuery({
    ...knownTableQuery(table.engine, table.database, table.table),
    enabled: catalog?.isThere === true,
  });
  if (known === undefined || known === null) return null;
  const {asset} = known;
  return (
    <section aria-label="In the catalog">
      {asset === undefined ? (
        <Group gap="xs" mb="sm">
          <Text size="sm" c="dimmed">
            Not in the catalog yet.
          </Text>
          <AddButton {...table} />
        </Group>
      ) : (
        <>
          <Deprecation asset={asset} />
          <Marks asset={asset} url={catalog?.url} />
        </>
      )}
    </section>
  );
}

function Deprecation({asset: {deprecation}}: {readonly asset: KnownAsset}) {
  if (deprecation === undefined) return null;
  const {reason, successor} = deprecation;
  return (
    <Alert
      variant="default"
      icon={<TriangleAlert size={18} color="var(--mantine-color-orange-8)" />}
      title="Deprecated"
      mb="sm"
    >
      {reason !== '' && (
        <Text size="sm" dir="auto">
          {reason}
        </Text>
      )}
      {successor !== undefined && (
        <Text size="sm">
          Use <bdi>{successor}</bdi> instead.
        </Text>
      )}
    </Alert>
  );
}

function Marks({asset, url}: {readonly asset: KnownAsset; readonly url: string | undefined}) {
  const {guid, classifications, terms, certification, owners, announcement} = asset;
  return (
    <>
      {announcement !== undefined && (
        <Text size="sm" mb="xs" dir="auto">
          {announcement}
        </Text>
      )}
      {asset.description !== undefined && (
        <Text size="sm" mb="xs" dir="auto" lineClamp={4}>
          {asset.description}
        </Text>
      )}
      <Group gap={6} mb="sm">
        {certification === 'Certified' && (
          <Badge variant="outline" color="var(--mantine-color-text)" tt="none">
            Certified
          </Badge>
        )}
        <ChecksBadge asset={asset} />
        {classifications.map(one => (
          <Badge key={one} variant="outline" color="var(--mantine-color-text)" tt="none">
            {one}
          </Badge>
        ))}
        {terms.map(one => (
          <Badge key={one} variant="default" tt="none">
            {one}
          </Badge>
        ))}
        {owners.length > 0 && (
          <Text size="sm" c="dimmed">
            Owned by <bdi>{owners.join(', ')}</bdi>
          </Text>
        )}
        {url !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<BookOpenText size={14} />}
            component="a"
            href={assetAddress(url, guid)}
          >
            Open in catalog
          </Button>
        )}
      </Group>
    </>
  );
}

function ChecksBadge({asset}: {readonly asset: KnownAsset}) {
  const text = checksText(asset);
  if (text === undefined) return null;
  const isFailing = failingText(asset) !== undefined;
  return (
    <Badge
      variant={isFailing ? 'filled' : 'outline'}
      tt="none"
      // Of at least 4.5 to 1 on white letters.
      color={isFailing ? '#b43c00' : 'var(--mantine-color-text)'}
      leftSection={
        isFailing ? <CircleX size={12} aria-hidden /> : <CircleCheck size={12} aria-hidden />
      }
    >
      {text}
    </Badge>
  );
}

/** Tells first what would be created. */
function AddButton(table: Named) {
  const confirm = useConfirm();
  const queries = useQueryClient();
  const add = async () => {
    try {
      // A rehearsal of the very request, so that what is told is what is done.
      const body = {...table, isRehearsal: true};
      const {created, qualifiedName} = await ask('POST /api/v1/catalog/register', {body});
      const isWanted = await confirm({
        title: 'Add to the catalog',
        text: `This creates ${created} ${created === 1 ? 'entity' : 'entities'}: the table ${qualifiedName}, its columns and its database. All users who may read it can find it in the catalog.`,
        action: 'Add',
      });
      if (!isWanted) return;
      await ask('POST /api/v1/catalog/register', {body: {...table, isRehearsal: false}});
      toast({kind: 'done', title: 'Added to the catalog'});
      await queries.invalidateQueries({queryKey: ['catalog', 'table']});
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t add the table', error});
    }
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<BookPlus size={14} />}
      onClick={() => void add()}
    >
      Add to the catalog
    </Button>
  );
}

import {Button, Group, Tabs} from '@mantine/core';
import {Page, TabList} from '@gazetteer/ui';
import {useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {useNavigate, useSearch} from '@tanstack/react-router';
import {BookOpen, BookText, Database, FolderTree, Tag, Waypoints} from 'lucide-react';
import {useState} from 'react';
import {May} from '../../api/may.tsx';
import type {Entity, Term} from '../../api/wire.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {CopyLink} from '../../entity/copy-link.tsx';
import {ClassifyDialog} from '../../entity/classify-dialog.tsx';
import {FollowButton} from '../../follow/follow-button.tsx';
import {ClassificationsTab} from '../entity/classifications-tab.tsx';
import {DraftDialog} from './draft-dialog.tsx';
import {EntitiesTab} from './entities-tab.tsx';
import {FactsCard} from './facts-card.tsx';
import classes from './glossary.module.css';
import {ItemActions} from './item-actions.tsx';
import {TermPlaceDialog} from './place-dialog.tsx';
import {categoriesQuery, termQuery, termType} from './queries.ts';
import {relationCount} from './relations.ts';
import {RelationsTab} from './relations-tab.tsx';
import {RemoveDialog} from './remove-dialog.tsx';
import {TermGlossaryDialog} from './term-glossary-dialog.tsx';
import {pathTo} from './tree/tree-rows.ts';
import {ItemLink, Way} from './way.tsx';
import {useShowGlossary} from './use-show-glossary.ts';

type Open = 'edit' | 'move' | 'glossary' | 'classify' | 'remove';

/**
 * One term: what it means, and below what it belongs to: entities, other terms, classifications.
 */
export function TermView({guid}: {guid: string}) {
  const term = useSuspenseQuery(termQuery(guid)).data;
  const {name = guid, anchor, classifications = []} = term;
  const glossaryGuid = anchor?.glossaryGuid ?? '';
  const [open, setOpen] = useState<Open>();
  // Tabs and dialogs of entities work with it as they are.
  const entity = entityOf(term, guid);
  const relatedCount = relationCount(term);
  return (
    <Page
      title={name}
      lead={<BookText size={26} strokeWidth={1.75} aria-hidden />}
      note={
        <Way
          steps={[
            {guid: glossaryGuid, kind: 'glossary', label: anchor?.displayText ?? glossaryGuid},
          ]}
        />
      }
      actions={
        <ItemActions
          onEdit={() => setOpen('edit')}
          more={[
            {
              label: 'Move to categories',
              Icon: FolderTree,
              onClick: () => setOpen('move'),
              needs: 'entity-update',
            },
            {
              label: 'Move to another glossary',
              Icon: BookOpen,
              onClick: () => setOpen('glossary'),
              needs: 'entity-update',
            },
          ]}
          onRemove={() => setOpen('remove')}
        >
          <May to="entity-add-classification">
            <Button
              size="xs"
              variant="default"
              leftSection={<Tag size={14} />}
              onClick={() => setOpen('classify')}
            >
              Classify
            </Button>
          </May>
          <FollowButton target={{guid}} name={name} />
          <CopyLink />
        </ItemActions>
      }
    >
      <div className={classes['cards']}>
        {/* Nothing but an empty line would stand there otherwise. */}
        {(classifications.length > 0 || (term.categories ?? []).length > 0) && (
          <Group gap="xs">
            {(term.categories ?? []).length > 0 && (
              <Categories term={term} glossaryGuid={glossaryGuid} />
            )}
            {classifications.map(one => (
              <ClassificationBadge key={one.typeName} name={one.typeName} />
            ))}
          </Group>
        )}
        <FactsCard kind="term" item={term} />
        <TermTabs term={term} entity={entity} relatedCount={relatedCount} />
      </div>
      <TermDialogs
        term={term}
        entity={entity}
        relatedCount={relatedCount}
        open={open}
        onClose={() => setOpen(undefined)}
      />
    </Page>
  );
}

type TermPart = {readonly term: Term; readonly entity: Entity; readonly relatedCount: number};

function TermTabs({term, entity, relatedCount}: TermPart) {
  const {assignedCount = 0, classifications = []} = term;
  const {tabActive} = useSearch({from: '/glossary'});
  const navigate = useNavigate();
  const tabs = [
    {id: 'entities', label: 'Entities', count: assignedCount, Icon: Database},
    {id: 'relatedTerm', label: 'Related terms', count: relatedCount, Icon: Waypoints},
    {id: 'classification', label: 'Classifications', count: classifications.length, Icon: Tag},
  ];
  // An address may name a tab that terms do not have.
  const active = tabs.find(tab => tab.id === tabActive)?.id ?? 'entities';
  return (
    <Tabs
      value={active}
      keepMounted={false}
      onChange={id =>
        id !== null &&
        void navigate({
          to: '.',
          // The page of one table means nothing in another one.
          search: old => ({...old, tabActive: id, pageOffset: undefined}),
          replace: true,
        })
      }
    >
      <TabList active={active}>
        {tabs.map(({id, label, count, Icon}) => (
          <Tabs.Tab key={id} value={id} leftSection={<Icon size={16} />}>
            {label}
            {count > 0 && ` (${count.toLocaleString()})`}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value="entities" pt="md">
        <EntitiesTab term={term} />
      </Tabs.Panel>
      <Tabs.Panel value="relatedTerm" pt="md">
        <RelationsTab term={term} />
      </Tabs.Panel>
      <Tabs.Panel value="classification" pt="md">
        <ClassificationsTab entity={entity} />
      </Tabs.Panel>
    </Tabs>
  );
}

type TermDialogsProps = TermPart & {readonly open: Open | undefined; readonly onClose: () => void};

function TermDialogs({term, entity, relatedCount, open, onClose: close}: TermDialogsProps) {
  const {guid = '', name = guid, anchor, assignedCount = 0} = term;
  const glossaryGuid = anchor?.glossaryGuid ?? '';
  const showGlossary = useShowGlossary();
  return (
    <>
      <DraftDialog isOpen={open === 'edit'} onClose={close} kind="term" existing={term} />
      <TermPlaceDialog
        isOpen={open === 'move'}
        onClose={close}
        glossaryGuid={glossaryGuid}
        terms={[term]}
      />
      <TermGlossaryDialog isOpen={open === 'glossary'} onClose={close} term={term} />
      <ClassifyDialog isOpen={open === 'classify'} onClose={close} targets={[entity]} />
      <RemoveDialog
        isOpen={open === 'remove'}
        onClose={close}
        kind="term"
        items={[{guid, name}]}
        // The count is known from the term itself, so nothing is looked up.
        assigned={assignedCount === 0 ? [] : [{guid, name, count: assignedCount}]}
        consequences={
          relatedCount === 0
            ? 'No other term is related to it.'
            : `${relatedCount === 1 ? 'Its relationship to another term is removed' : `Its ${relatedCount.toLocaleString()} relations to other terms end`}; those terms stay.`
        }
        // Its glossary is the nearest thing that is still there.
        onDone={() => showGlossary(glossaryGuid)}
      />
    </>
  );
}

/**
 * A term is an entity of its own, and classified like any other. Only what these parts read: the
 * term's own answer has it all.
 */
function entityOf({name, qualifiedName, classifications = []}: Term, guid: string): Entity {
  return {
    guid,
    typeName: termType,
    status: 'ACTIVE',
    attributes: {name, qualifiedName},
    classifications,
  };
}

function Categories({term, glossaryGuid}: {term: Term; glossaryGuid: string}) {
  // A category's own answer has no path; all of a glossary are often in the cache, for the tree.
  const all = useQuery(categoriesQuery(glossaryGuid)).data ?? [];
  return (
    <Group gap={6}>
      <span>In</span>
      {(term.categories ?? []).map(({categoryGuid, displayText = categoryGuid}) => {
        const path = pathTo(all, categoryGuid).map(one => one.displayText);
        return (
          <ItemLink
            key={categoryGuid}
            guid={categoryGuid}
            kind="category"
            // Until they are read the name alone is shown.
            label={path.length === 0 ? displayText : path.join(' › ')}
          />
        );
      })}
    </Group>
  );
}

import {Badge, Group, Tabs, Text} from '@mantine/core';
import {CopyButton, LoadingState, Name, Page, TabList} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {getRouteApi, Link, useNavigate} from '@tanstack/react-router';
import {Suspense} from 'react';
import {assetQuery} from '../../api/queries.ts';
import {useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {groupKind} from '../../domain/queries.ts';
import {CopyLink} from '../../entity/copy-link.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {FollowButton} from '../../follow/follow-button.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {searchLink} from '../search/search-link.ts';
import {AssetPath} from './asset-path.tsx';
import {EntityActions} from './entity-actions.tsx';
import {EntitySummary} from './entity-summary.tsx';
import {GroupActions} from './group-actions.tsx';
import {AnnouncementNotice, DeprecationNotice} from './notices.tsx';
import {OpenInEditor} from './open-in-editor.tsx';
import {tabs} from './tabs.ts';

const route = getRouteApi('/detailPage/$guid');

/** Tabs that links know by other names: the JSON is found with the attributes. */
const elsewhere: Readonly<Record<string, string>> = {json: 'properties'};

/** One entity: what it is above, and a tab for each kind of thing that is known about it. */
export function EntityPage() {
  const {guid} = route.useParams();
  const {tabActive} = route.useSearch();
  const navigate = useNavigate();
  const types = useTypes();
  // Without relations, which tabs ask for part by part.
  const entity = useSuspenseQuery(assetQuery(guid)).data;
  // By the type: a glossary term has no columns, and a column no lineage of its own where its type
  // has none.
  const wanted = elsewhere[tabActive ?? ''] ?? tabActive;
  const shown = tabs.filter(
    ({id, isForLinks, isShown}) =>
      isShown(entity.typeName, types) && (isForLinks !== true || id === wanted),
  );
  const active = shown.find(tab => tab.id === wanted) ?? shown[0];
  const group = groupKind(types, entity.typeName);
  return (
    <Page
      above={<AssetPath entity={entity} />}
      title={nameOf(entity)}
      lead={<TypeIcon typeName={entity.typeName} size={26} />}
      actions={
        <>
          {group !== undefined && <GroupActions kind={group} entity={entity} />}
          <OpenInEditor entity={entity} />
          <FollowButton target={{guid}} name={nameOf(entity)} />
          <EntityActions entity={entity} isGroup={group !== undefined} />
          <CopyLink />
        </>
      }
      note={<WhatItIs entity={entity} />}
    >
      <DeprecationNotice entity={entity} />
      <AnnouncementNotice entity={entity} />
      <EntitySummary entity={entity} />
      <Tabs
        value={active?.id ?? null}
        onChange={id =>
          id !== null &&
          void navigate({
            to: '/detailPage/$guid',
            params: {guid},
            search: {tabActive: id},
            replace: true,
          })
        }
        keepMounted={false}
      >
        <TabList active={active?.id ?? ''}>
          {shown.map(({id, label, Icon}) => (
            <Tabs.Tab key={id} value={id} leftSection={<Icon size={16} />}>
              {label}
            </Tabs.Tab>
          ))}
        </TabList>
        {shown.map(({id, Content}) => (
          <Tabs.Panel key={id} value={id} pt="md">
            <Suspense fallback={<LoadingState />}>
              {/* What is being written about one asset is not about the next. */}
              <Content key={guid} entity={entity} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

/** Its type, by which others like it are found, its name for programs, and its state. */
function WhatItIs({entity: {typeName, attributes, status, isIncomplete}}: {entity: Entity}) {
  const qualifiedName = attributes['qualifiedName'];
  return (
    <Group gap="xs">
      <Link to="/search/searchResult" search={searchLink({type: typeName})}>
        <TypeLabel name={typeName} />
      </Link>
      <Text span size="xs" c="dimmed" ff="monospace">
        {typeName}
      </Text>
      {typeof qualifiedName === 'string' && (
        <Group gap={2} wrap="nowrap">
          <Name text={qualifiedName} />
          <CopyButton text={qualifiedName} label="Copy the qualified name" />
        </Group>
      )}
      {status === 'DELETED' && <Badge color="red.8">deleted</Badge>}
      {isIncomplete === true && <Badge color="orange.9">incomplete</Badge>}
    </Group>
  );
}

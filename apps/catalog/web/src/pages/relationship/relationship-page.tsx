import {Badge, Button, Group, Text} from '@mantine/core';
import {Page, toast, useConfirm, When} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {getRouteApi, Link} from '@tanstack/react-router';
import {ArrowLeftRight, Pencil, Share2, Trash2} from 'lucide-react';
import {useState} from 'react';
import {AssetLink} from '../../entity/asset-link.tsx';
import {May} from '../../api/may.tsx';
import {client} from '../../api/client.ts';
import {useTypes} from '../../api/type-index.ts';
import type {EntityHeader} from '../../api/wire.ts';
import {nameOf} from '../../entity/name-of.ts';
import {Fact, Facts} from '../../entity/facts.tsx';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {TypeIcon} from '../../entity/type-icon.tsx';
import {TypeLabel} from '../../entity/type-label.tsx';
import {undoable} from '../../entity/undoable.ts';
import {ValueView} from '../../entity/value-view.tsx';
import {PassingCard} from './passing-card.tsx';
import {RelationshipDialog} from './relationship-dialog.tsx';
import {type End, type Relationship, relationshipQuery} from './relationship-query.ts';
import classes from './relationship.module.css';

const route = getRouteApi('/relationshipDetailPage/$guid');

/** One relationship: its ends, its attributes, and the classifications that pass over it. */
export function RelationshipPage() {
  const {guid} = route.useParams();
  // One answer for all parts of the page.
  const {relationship, ends} = useSuspenseQuery(relationshipQuery(guid)).data;
  const def = useTypes().relationships.get(relationship.typeName);
  // The ends come with the answer; one that may not be read is shown by its guid.
  const headerOf = ({guid = ''}: End) => ends[guid];
  return (
    <Page
      title={relationship.typeName}
      lead={<Share2 size={26} aria-hidden />}
      // A deleted one is history.
      actions={relationship.status === 'ACTIVE' && <Actions relationship={relationship} />}
      note={
        <Group gap="xs">
          <Link to="/types/$name" params={{name: relationship.typeName}}>
            relationship type
          </Link>
          {relationship.status === 'DELETED' && <Badge color="red.8">deleted</Badge>}
        </Group>
      }
    >
      <div className={classes['ends']}>
        <EndCard
          title="End 1"
          calls={def?.endDef1.name}
          end={relationship.end1}
          header={headerOf(relationship.end1)}
        />
        <ArrowLeftRight size={24} aria-hidden className={classes['arrow']} />
        <EndCard
          title="End 2"
          calls={def?.endDef2.name}
          end={relationship.end2}
          header={headerOf(relationship.end2)}
        />
      </div>
      <div className={classes['parts']}>
        <AttributesCard relationship={relationship} />
        <PassingCard relationship={relationship} ends={ends} />
        <SystemCard relationship={relationship} />
      </div>
    </Page>
  );
}

/** An entity, and by which attribute it knows the other one. */
function EndCard({
  title,
  calls,
  end: {guid = '', typeName},
  header,
}: {
  title: string;
  /** The attribute under which this end has the other one. */
  calls: string | undefined;
  end: End;
  header: EntityHeader | undefined;
}) {
  return (
    <TitledCard title={title}>
      <Group gap="sm" wrap="nowrap">
        {/* An end that may not be read still has a type, which the relationship tells. */}
        <TypeIcon typeName={header?.typeName ?? typeName ?? ''} size={22} />
        <div>
          <AssetLink guid={guid} name={header === undefined ? guid : nameOf(header)} />
          {header?.status === 'DELETED' && (
            <Badge size="xs" color="red.8" ms={6}>
              deleted
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            <TypeLabel name={header?.typeName ?? typeName ?? ''} />
            {calls !== undefined && (
              <>
                , attribute <code>{calls}</code>
              </>
            )}
          </Text>
        </div>
      </Group>
    </TitledCard>
  );
}

/** What may be done with it, as far as its reader may. */
function Actions({relationship}: {relationship: Relationship}) {
  const [isOpen, setOpen] = useState(false);
  const confirm = useConfirm();
  const end = async () => {
    const text =
      'Both entities are kept. Classifications that propagated over this relationship alone are removed.';
    // Said before: nobody expects classifications to go with it.
    const question = {
      title: 'Delete this relationship?',
      text,
      action: 'Delete',
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    try {
      const path = {guid: relationship.guid};
      const {undo: action} = await undoable(() =>
        client.call('DELETE /v2/relationship/guid/{guid}', {path}),
      );
      toast({kind: 'done', title: 'Relationship deleted', action});
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t delete the relationship', error});
    }
    // Also after a failure: it may be deleted already.
    await refresh();
  };
  return (
    <>
      <May to="update-relationship">
        <Button
          size="xs"
          variant="default"
          leftSection={<Pencil size={14} />}
          onClick={() => setOpen(true)}
        >
          Edit
        </Button>
      </May>
      <May to="remove-relationship">
        <Button
          size="xs"
          variant="default"
          leftSection={<Trash2 size={14} />}
          onClick={() => void end()}
        >
          Delete
        </Button>
      </May>
      <RelationshipDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        relationship={relationship}
      />
    </>
  );
}

/** What the relationship says of itself, beside its ends. */
function AttributesCard({relationship}: {relationship: Relationship}) {
  // All of the type, also those without a value: they could have one.
  const defs = useTypes().relationships.get(relationship.typeName)?.attributeDefs ?? [];
  return (
    <TitledCard title="Attributes">
      {defs.length === 0 ? (
        <Text size="sm" c="dimmed">
          This relationship type has no attributes.
        </Text>
      ) : (
        <Facts look="ruled">
          {defs.map(({name, displayName, typeName}) => {
            const value = relationship.attributes?.[name];
            return (
              <Fact key={name} name={displayName ?? name}>
                {/* Dates are numbers here; the type knows that they are dates. */}
                {typeName === 'date' ? (
                  <When ms={Number(value ?? 0)} />
                ) : (
                  <ValueView value={value} />
                )}
              </Fact>
            );
          })}
        </Facts>
      )}
    </TitledCard>
  );
}

/** What the server notes of each relationship. */
function SystemCard({relationship}: {relationship: Relationship}) {
  const {guid, status, createTime, createdBy, updateTime, updatedBy} = relationship;
  return (
    <TitledCard title="System metadata">
      <Facts look="ruled">
        <Fact name="GUID">
          <code>{guid}</code>
        </Fact>
        <Fact name="Status">{status.toLowerCase()}</Fact>
        <Fact name="Created">
          <When ms={createTime} /> by <bdi>{createdBy}</bdi>
        </Fact>
        <Fact name="Updated">
          <When ms={updateTime} /> by <bdi>{updatedBy}</bdi>
        </Fact>
      </Facts>
    </TitledCard>
  );
}

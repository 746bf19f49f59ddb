import {ActionIcon, Badge, Button, Card, Group, Loader, Stack, Text, Tooltip} from '@mantine/core';
import type {Schemas} from '@gazetteer/client';
import {EmptyState, Problem, toast, useConfirm} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {Link} from '@tanstack/react-router';
import {Pencil, Tag, Trash2} from 'lucide-react';
import {useState} from 'react';
import {May} from '../../api/may.tsx';
import {client} from '../../api/client.ts';
import {useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {ClassificationBadge} from '../../entity/classification-badge.tsx';
import {ClassifyDialog} from '../../entity/classify-dialog.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {PropagationPicture} from '../../entity/propagation-picture.tsx';
import {Fact, Facts} from '../../entity/facts.tsx';
import {refresh} from '../../entity/refresh.ts';
import {undoable} from '../../entity/undoable.ts';
import {TypedValue} from '../../entity/value-view.tsx';
import {whyQuery} from '../../entity/why-query.ts';
import classes from './entity.module.css';
import type {TabProps} from './tab-props.ts';

type Classification = Schemas['Classification'];

/** Classifications with their attributes; for propagated ones, from where and over what. */
export function ClassificationsTab({entity}: TabProps) {
  /** Without an existing one the dialog adds another. */
  const [open, setOpen] = useState<{existing?: Classification}>();
  const all = entity.classifications ?? [];
  return (
    <>
      {all.length === 0 && (
        <EmptyState title="Not classified" icon={<Tag size={40} strokeWidth={1.5} />}>
          {entity.status === 'ACTIVE' && (
            <May to="entity-add-classification">
              <Button variant="default" onClick={() => setOpen({})}>
                Add classification
              </Button>
            </May>
          )}
        </EmptyState>
      )}
      <div className={classes['columns']}>
        {/* By place: an entity may have the same one from several others. */}
        {all.map((one, n) => (
          <ClassificationCard
            key={n}
            entity={entity}
            classification={one}
            onChange={() => setOpen({existing: one})}
          />
        ))}
      </div>
      <ClassifyDialog
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
        targets={[entity]}
        existing={open?.existing}
      />
    </>
  );
}

/** Its values and periods. One that came from elsewhere is changed where it is attached. */
function ClassificationCard({
  entity,
  classification,
  onChange,
}: {
  entity: Entity;
  classification: Classification;
  onChange: () => void;
}) {
  const {typeName, attributes, propagate, validityPeriods = [], entityGuid} = classification;
  // Where it is attached says the server with each one; what came from elsewhere is changed there.
  const isPropagated = entityGuid !== undefined && entityGuid !== entity.guid;
  // The type knows which of them are dates.
  const values = Object.entries(attributes ?? {});
  const defs = useTypes().attributesOf(typeName);
  return (
    <Card withBorder padding="sm" component="section" aria-label={typeName}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="xs">
            <ClassificationBadge name={typeName} isPropagated={isPropagated} />
            {!isPropagated && propagate !== false && (
              <Tooltip label="Propagates to downstream entities">
                <Badge size="sm" variant="default" tt="none">
                  propagates
                </Badge>
              </Tooltip>
            )}
          </Group>
          {!isPropagated && entity.status === 'ACTIVE' && (
            <CardActions entity={entity} name={typeName} onChange={onChange} />
          )}
        </Group>
        {values.length > 0 && (
          <Facts look="ruled">
            {values.map(([name, value]) => (
              <Fact key={name} name={name}>
                <TypedValue value={value} def={defs.find(def => def.name === name)} />
              </Fact>
            ))}
          </Facts>
        )}
        {validityPeriods.map(({startTime, endTime, timeZone}, n) => (
          <Text key={n} size="sm">
            Holds {startTime !== undefined && <>from {startTime} </>}
            {endTime !== undefined && <>until {endTime} </>}({timeZone ?? 'UTC'})
          </Text>
        ))}
        {isPropagated && <Why entity={entity} name={typeName} source={entityGuid} />}
      </Stack>
    </Card>
  );
}

/** Each of both is shown only to those who may do it. */
function CardActions({
  entity,
  name,
  onChange,
}: {
  entity: Entity;
  name: string;
  onChange: () => void;
}) {
  const confirm = useConfirm();
  const remove = async () => {
    const isWanted = await confirm({
      title: `Remove ${name}?`,
      // Said before, as the others are not in sight.
      text: `It will be removed from ${nameOf(entity)} and all entities it propagated to from here.`,
      action: 'Remove',
      isDangerous: true,
    });
    if (!isWanted) return;
    try {
      const path = {guid: entity.guid, name};
      const {undo} = await undoable(() =>
        client.call('DELETE /v2/entity/guid/{guid}/classification/{name}', {path}),
      );
      await refresh();
      toast({kind: 'done', title: `${name} removed`, action: undo});
    } catch (error) {
      toast({kind: 'problem', title: `Couldn’t remove ${name}`, error});
    }
  };
  return (
    <Group gap={2} wrap="nowrap">
      <May to="entity-update-classification">
        <ActionIcon variant="subtle" color="gray" aria-label={`Change ${name}`} onClick={onChange}>
          <Pencil size={16} />
        </ActionIcon>
      </May>
      <May to="entity-remove-classification">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove ${name}`}
          onClick={() => void remove()}
        >
          <Trash2 size={16} />
        </ActionIcon>
      </May>
    </Group>
  );
}

/** The path that a classification came along, loaded on demand. */
function Why({entity, name, source}: {entity: Entity; name: string; source: string}) {
  const [isOpen, setOpen] = useState(false);
  const types = useTypes();
  const why = useQuery({...whyQuery(entity.guid, name, source), enabled: isOpen});
  // The server walks all ways for it, and most need no reason.
  if (!isOpen) {
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => setOpen(true)}
        style={{alignSelf: 'start'}}
      >
        Show source
      </Button>
    );
  }
  if (why.isPending) return <Loader size="xs" />;
  if (why.isError) return <Problem error={why.error} />;
  // Only these have a graph that the way could be shown in.
  const hasLineage = ['DataSet', 'Process'].some(type => types.isA(entity.typeName, type));
  return (
    <>
      {why.data.sources.map(one => (
        <PropagationPicture key={one.entityGuid} name={name} source={one} />
      ))}
      {hasLineage && (
        <Text size="sm">
          <Link
            to="/detailPage/$guid"
            params={{guid: entity.guid}}
            search={{tabActive: 'lineage', tag: `${name}.${source}`}}
          >
            Show the path in the lineage
          </Link>
        </Text>
      )}
    </>
  );
}

import {ActionIcon, Badge, Button, Group, Text} from '@mantine/core';
import {EmptyState, toast, useConfirm} from '@gazetteer/ui';
import {Pencil, Plus, Waypoints, X} from 'lucide-react';
import {type ReactNode, useState} from 'react';
import {May} from '../../api/may.tsx';
import type {RelatedTerm, Term} from '../../api/wire.ts';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
import {undoable} from '../../entity/undoable.ts';
import {changeTerm} from './changes.ts';
import classes from './glossary.module.css';
import {type Related, type Relation, relatedBy, relationCount, relations} from './relations.ts';
import {RelationDialog} from './relation-dialog.tsx';
import {RelationPicture} from './relation-picture.tsx';
import {ItemLink} from './way.tsx';

/** What a term has to do with others, by kind, and as a picture. */
export function RelationsTab({term}: {term: Term}) {
  const [open, setOpen] = useState<'new' | Related>();
  const count = relationCount(term);
  const shown = relations.filter(({field}) => relatedBy(term, field).length > 0);
  return (
    <>
      <Group mb="sm">
        <May to="add-relationship">
          <Button
            size="xs"
            variant="default"
            leftSection={<Plus size={14} />}
            onClick={() => setOpen('new')}
          >
            Relate a term
          </Button>
        </May>
      </Group>
      {count === 0 ? (
        <EmptyState
          title="Not related to other terms"
          icon={<Waypoints size={40} strokeWidth={1.5} />}
        >
          <Text ta="center">
            Relate synonyms, broader and narrower terms, replacements, translations and valid
            values.
          </Text>
        </EmptyState>
      ) : (
        <div className={classes['cards']}>
          <div className={classes['columns']}>
            {shown.map(relation => (
              <RelationCard
                key={relation.field}
                relation={relation}
                term={term}
                onChange={setOpen}
              />
            ))}
          </div>
          {count <= maxDrawn && <RelationPicture term={term} />}
        </div>
      )}
      <RelationDialog
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
        term={term}
        existing={open === 'new' ? undefined : open}
      />
    </>
  );
}

/** With more of them a picture is no help. */
const maxDrawn = 60;

/**
 * Ends one of the relationships of a kind, after a question. A relation has no deletion of its own
 * in the API: the term is written without it, and the term is read just before, so that what others
 * changed meanwhile stays.
 */
function useRemoval({field, label}: Relation, term: Term): (other: RelatedTerm) => Promise<void> {
  const confirm = useConfirm();
  return async other => {
    const name = other.displayText ?? other.termGuid;
    const isSure = await confirm({
      // The other term is named: the same buttons stand on many lines.
      title: `Remove the relationship to ${name}?`,
      text: `Both terms are kept. ${name} is removed from “${label}”, with the description of the relationship.`,
      action: 'Remove',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      const {undo} = await undoable(() =>
        changeTerm(term.guid ?? '', now => ({
          ...now,
          [field]: relatedBy(now, field).filter(one => one.termGuid !== other.termGuid),
        })),
      );
      toast({kind: 'done', title: `Relationship to ${name} removed`, action: undo});
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t remove the relationship', error});
    } finally {
      await refresh();
    }
  };
}

type RelationCardProps = {
  readonly relation: Relation;
  readonly term: Term;
  readonly onChange: (related: Related) => void;
};

/** A card for each kind: what a relation means is said once above the terms that have it. */
function RelationCard({relation, term, onChange}: RelationCardProps) {
  const {field, label, help} = relation;
  const end = useRemoval(relation, term);
  const related = relatedBy(term, field);
  return (
    <TitledCard title={label} count={related.length}>
      <Text size="xs" c="dimmed" mb={6}>
        {related.length === 1 ? 'This' : 'These'} {help}
      </Text>
      <ul className={classes['relation']} aria-label={label}>
        {related.map(other => (
          <RelatedItem
            key={other.termGuid}
            other={other}
            onEdit={() => onChange({field, other})}
            onRemove={() => void end(other)}
          />
        ))}
      </ul>
    </TitledCard>
  );
}

type RelatedItemProps = {
  readonly other: RelatedTerm;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

function RelatedItem({other, onEdit, onRemove}: RelatedItemProps) {
  const name = other.displayText ?? other.termGuid;
  return (
    <li>
      <div>
        <Group gap={6}>
          <ItemLink guid={other.termGuid} kind="term" label={name} />
          {other.status !== undefined && (
            <Badge size="xs" variant="default" tt="none">
              {other.status.toLowerCase()}
            </Badge>
          )}
        </Group>
        <RelationTexts other={other} />
      </div>
      <Group gap={2} wrap="nowrap">
        {/* Both name the other term, since screen readers list buttons without their line. */}
        <RelationButton
          to="update-relationship"
          label={`Change the relationship to ${name}`}
          onClick={onEdit}
        >
          <Pencil size={14} />
        </RelationButton>
        <RelationButton
          to="remove-relationship"
          label={`Remove the relationship to ${name}`}
          onClick={onRemove}
        >
          <X size={14} />
        </RelationButton>
      </Group>
    </li>
  );
}

/** Only for those who may: the buttons of others are not there. */
type RelationButtonProps = {
  readonly to: string;
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

function RelationButton({to, label, onClick, children}: RelationButtonProps) {
  return (
    <May to={to}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </May>
  );
}

/** The description is a text of its own; the rest are short facts that fit one line. */
function RelationTexts({other: {description, expression, steward, source}}: {other: RelatedTerm}) {
  const facts = [
    ['expression', expression],
    ['steward', steward],
    ['source', source],
  ].filter((one): one is [string, string] => one[1] !== undefined);
  return (
    <>
      {description !== undefined && <div dir="auto">{description}</div>}
      {facts.length > 0 && (
        <Text size="xs" c="dimmed">
          {facts.map(([name, text], n) => (
            <span key={name}>
              {n > 0 && ' · '}
              {name} <bdi>{text}</bdi>
            </span>
          ))}
        </Text>
      )}
    </>
  );
}

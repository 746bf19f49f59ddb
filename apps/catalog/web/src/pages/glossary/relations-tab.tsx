import {ActionIcon, Badge, Button, Group, Text} from '@mantine/core';
import {EmptyState, messageOf, toast, useConfirm} from '@gazetteer/ui';
import {Pencil, Plus, Waypoints, X} from 'lucide-react';
import {useState} from 'react';
import type {RelatedTerm, Term} from '../../api/wire.ts';
import {refresh} from '../../entity/refresh.ts';
import {TitledCard} from '../../entity/titled-card.tsx';
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
        <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={() => setOpen('new')}>
          Relate a term
        </Button>
      </Group>
      {count === 0 ? (
        <EmptyState title="Not related to other terms" icon={<Waypoints size={40} strokeWidth={1.5} />}>
          <Text ta="center">
            Synonyms, wider and narrower terms, replacements, translations and valid values are relations.
          </Text>
        </EmptyState>
      ) : (
        <div className={classes['cards']}>
          <div className={classes['columns']}>
            {shown.map(relation => (
              <RelationCard key={relation.field} relation={relation} term={term} onChange={setOpen} />
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

function RelationCard({
  relation: {field, label, help},
  term,
  onChange,
}: {
  relation: Relation;
  term: Term;
  onChange: (related: Related) => void;
}) {
  const confirm = useConfirm();
  const end = async (other: RelatedTerm) => {
    const name = other.displayText ?? other.termGuid;
    const isSure = await confirm({
      title: `Remove the relationship to ${name}?`,
      text: `${term.name} and ${name} stay; that ${name} is among “${label}” goes, with what is said about it.`,
      action: 'End it',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await changeTerm(term.guid ?? '', now => ({
        ...now,
        [field]: relatedBy(now, field).filter(one => one.termGuid !== other.termGuid),
      }));
      toast({kind: 'done', title: `The relation to ${name} has ended`});
    } catch (error) {
      toast({kind: 'problem', title: 'The relation was not ended', text: messageOf(error)});
    } finally {
      await refresh();
    }
  };
  const related = relatedBy(term, field);
  return (
    <TitledCard title={label} count={related.length}>
      <Text size="xs" c="dimmed" mb={6}>
        {related.length === 1 ? 'This' : 'These'} {help}
      </Text>
      <ul className={classes['relation']} aria-label={label}>
        {related.map(other => {
          const name = other.displayText ?? other.termGuid;
          return (
            <li key={other.termGuid}>
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
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Change the relation to ${name}`}
                  onClick={() => onChange({field, other})}
                >
                  <Pencil size={14} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Remove the relationship to ${name}`}
                  onClick={() => void end(other)}
                >
                  <X size={14} />
                </ActionIcon>
              </Group>
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}

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

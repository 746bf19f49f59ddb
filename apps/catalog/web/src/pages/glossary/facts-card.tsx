import {Text} from '@mantine/core';
import {CopyButton} from '@gazetteer/ui';
import type {Category, Glossary, Term} from '../../api/wire.ts';
import {Fact, Facts} from '../../entity/facts.tsx';
import {TitledCard} from '../../entity/titled-card.tsx';
import {textFields} from './changes.ts';
import classes from './glossary.module.css';
import type {Kind} from './glossary-link.ts';

/** What people have written about a glossary, a category or a term. */
export function FactsCard({kind, item}: {kind: Kind; item: Glossary | Category | Term}) {
  const {additionalAttributes = {}, examples = []} = item as Term;
  // Those that somebody has filled in.
  const texts = textFields[kind].flatMap(({name, label}) => {
    const text = (item as Readonly<Record<string, unknown>>)[name];
    return typeof text === 'string' && text !== '' ? [{label, text}] : [];
  });
  const more = Object.entries(additionalAttributes);
  const isEmpty = texts.length + examples.length + more.length === 0;
  return (
    <TitledCard title="About">
      {isEmpty && (
        <Text size="sm" c="dimmed" mb="xs">
          No description yet.
        </Text>
      )}
      <Facts>
        {texts.map(({label, text}) => (
          <Fact key={label} name={label}>
            <div dir="auto" className={classes['long']}>
              {text}
            </div>
          </Fact>
        ))}
        {examples.length > 0 && (
          <Fact name="Examples">
            <ul className={classes['examples']}>
              {examples.map((example, n) => (
                <li key={n}>
                  <bdi>{example}</bdi>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {more.map(([name, value]) => (
          <Fact key={`more ${name}`} name={name}>
            <div dir="auto" className={classes['long']}>
              {value}
            </div>
          </Fact>
        ))}
        <Fact name="Qualified name">
          <bdi>{item.qualifiedName}</bdi>{' '}
          <CopyButton text={item.qualifiedName ?? ''} label="Copy the qualified name" />
        </Fact>
        <Fact name="GUID">
          <code>{item.guid}</code>
        </Fact>
      </Facts>
    </TitledCard>
  );
}

import {Link} from '@tanstack/react-router';
import {useMemo} from 'react';
import type {Term} from '../../api/wire.ts';
import {CardPicture} from '../../graph/card-picture.tsx';
import {flowOf} from '../../graph/flow.ts';
import {relatedBy, relations} from './relations.ts';

/**
 * A term in the middle of those that it is related to: wider and newer ones before it, the others
 * behind.
 */
export function RelationPicture({term}: {term: Term}) {
  const {guid = '', name = guid} = term;
  const {cards, flows} = useMemo(() => {
    const others = relations.flatMap(({field, label, side}) =>
      relatedBy(term, field).map(({termGuid, displayText = termGuid}) => ({
        // One that is related in two ways is there twice. The guid is read from behind the blank.
        card: {id: `${field} ${termGuid}`, label: displayText, note: label},
        side,
      })),
    );
    return {
      cards: [{id: guid, label: name}, ...others.map(one => one.card)],
      flows: others.map(({card, side}) =>
        side === 'before' ? flowOf(card.id, guid) : flowOf(guid, card.id),
      ),
    };
  }, [term, guid, name]);
  return (
    <CardPicture
      cards={cards}
      flows={flows}
      base={guid}
      current={guid}
      label={`Relationships of ${name}`}
      cardHeight={44}
      maxHeight="min(26rem, 60vh)"
      link={(id, own) => (
        <Link
          key={id}
          to="/glossary/$guid"
          params={{guid: id.split(' ').at(-1) ?? id}}
          search={{gtype: 'term', tabActive: 'relatedTerm'}}
          {...own}
        />
      )}
    />
  );
}

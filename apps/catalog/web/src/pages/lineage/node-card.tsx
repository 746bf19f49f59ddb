import type {Node, NodeProps} from '@xyflow/react';
import {certified, deprecated, failing, passing} from '@gazetteer/model/asset';
import {
  BadgeCheck,
  CircleCheck,
  CircleX,
  Hand,
  Layers,
  Minus,
  Plus,
  TriangleAlert,
} from 'lucide-react';
import {memo, useEffect, useRef} from 'react';
import {TypeIcon} from '../../entity/type-icon.tsx';
import type {Side} from '../../graph/flow.ts';
import {useLineageActions} from './lineage-actions.ts';
import classes from './lineage.module.css';
import {type Card, total} from './scene.ts';

/** Flat and of values that are easily compared, so that only cards that change are drawn. */
export type CardData = {
  readonly card: Card;
  readonly colour: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly isBase: boolean;
  readonly isSelected: boolean;
  /** The one that the Tab key leads to. */
  readonly isActive: boolean;
  /** It gets the focus as soon as it is there. */
  readonly isCalled: boolean;
  readonly isHit: boolean;
  readonly state: 'plain' | 'lit' | 'dim';
  readonly traced: ReadonlySet<string>;
};

export type CardNode = Node<CardData, 'card'>;

/**
 * One entity of the graph. The first button is what the arrow keys walk; the others are for the
 * pointer, and keys do the same.
 */
export const NodeCard = memo(function NodeCard({data}: NodeProps<CardNode>) {
  const {card, isBase, isSelected, isActive, isCalled, isHit, state} = data;
  const {select} = useLineageActions();
  const main = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The stage moves there itself; the browser would jump.
    if (isCalled) main.current?.focus({preventScroll: true});
  }, [isCalled]);
  return (
    <div
      className={classes['card']}
      style={{'--accent': data.colour} as object}
      data-kind={card.kind}
      data-base={isBase || undefined}
      data-deleted={card.isDeleted || undefined}
      data-selected={isSelected || undefined}
      data-hit={isHit || undefined}
      data-state={state}
    >
      <button
        ref={main}
        type="button"
        className={classes['main']}
        data-card={card.guid}
        // One stop of the Tab key for the whole graph; arrows walk inside.
        tabIndex={isActive ? 0 : -1}
        aria-pressed={isSelected}
        // All that is drawn around the name as words, in one label.
        aria-label={spoken(data)}
        title={card.name}
        // The same click takes back.
        onClick={() => select(isSelected ? undefined : card.guid)}
      >
        {card.kind !== 'junction' && (
          <>
            {card.kind === 'stack' ? (
              <Layers size={18} aria-hidden />
            ) : (
              <TypeIcon typeName={card.typeName} size={card.kind === 'process' ? 15 : 18} />
            )}
            <span className={classes['texts']}>
              <span className={classes['name']} dir="auto">
                {card.name}
              </span>{' '}
              {(card.kind === 'data' || card.kind === 'stack') && (
                <span className={classes['caption']}>{card.caption}</span>
              )}
            </span>
            <Certification of={card.certification} />
            <Checks of={card.checks} />
            {card.isByHand === true && (
              <span className={classes['byHand']} title="Added by hand">
                <Hand size={14} aria-hidden />
              </span>
            )}
            {card.isDeleted && ' '}
            {card.isDeleted && <span className={classes['deleted']}>deleted</span>}
          </>
        )}
      </button>
      {card.classifications.length > 0 && <Tags names={card.classifications} />}
      {card.rows.length > 0 && <Rows card={card} traced={data.traced} />}
      <SideButton data={data} side="in" />
      <SideButton data={data} side="out" />
    </div>
  );
});

/** Spoken with the card. */
function Certification({of}: {of: string | undefined}) {
  if (of !== certified && of !== deprecated) return null;
  const Icon = of === certified ? BadgeCheck : TriangleAlert;
  return (
    <span className={classes['certification']} data-certification={of} title={of}>
      <Icon size={14} aria-hidden />
    </span>
  );
}

/** Spoken with the card. */
function Checks({of}: {of: string | undefined}) {
  if (of !== passing && of !== failing) return null;
  const Icon = of === passing ? CircleCheck : CircleX;
  return (
    <span
      className={classes['certification']}
      data-certification={of === failing ? deprecated : certified}
      title={`Checks: ${of.toLowerCase()}`}
    >
      <Icon size={14} aria-hidden />
    </span>
  );
}

function spoken({card, inputs, outputs, isBase}: CardData): string {
  if (card.stack !== undefined)
    return `${card.name} ${card.caption}, ${card.stack.side === 'in' ? 'upstream' : 'downstream'} of ${card.stack.owner.name}`;
  const more = (side: Side) => {
    const count = total(card, side);
    return count > 0 ? ` and ${count} more` : '';
  };
  const deleted = card.isDeleted ? ['deleted'] : [];
  // What is read on the card comes first and in its order, for people who say what they see.
  const seen = card.kind === 'data' ? [card.caption, ...deleted] : [...deleted, card.caption];
  return [
    [card.name, ...seen].join(' '),
    isBase ? 'the root' : '',
    card.certification?.toLowerCase() ?? '',
    card.checks === undefined ? '' : `checks ${card.checks.toLowerCase()}`,
    card.classifications.length > 0 ? `classified ${card.classifications.join(', ')}` : '',
    `${inputs}${more('in')} upstream`,
    `${outputs}${more('out')} downstream`,
  ]
    .filter(text => text !== '')
    .join(', ');
}

/** A card has room for two; the title has all. */
const maxTags = 2;

function Tags({names}: {names: readonly string[]}) {
  return (
    // The label says them.
    <div className={classes['tags']} aria-hidden title={names.join(', ')}>
      {names.slice(0, maxTags).map(name => (
        <span key={name} className={classes['tag']} dir="auto">
          {name}
        </span>
      ))}
      {names.length > maxTags && <span className={classes['tag']}>+{names.length - maxTags}</span>}
    </div>
  );
}

function Rows({card, traced}: {card: Card; traced: ReadonlySet<string>}) {
  const {trace} = useLineageActions();
  return (
    <ul className={classes['rows']} aria-label={`Columns of ${card.name}`}>
      {card.rows.map(({guid, name}) => {
        // Another press shows the whole again.
        const isOnly = traced.size === 1 && traced.has(guid);
        return (
          <li key={guid}>
            <button
              type="button"
              className={classes['row']}
              title={isOnly ? `Show all columns beside ${name}` : `Trace ${name}`}
              aria-pressed={isOnly}
              dir="auto"
              onClick={() => trace(isOnly ? undefined : guid)}
            >
              {name}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Loads what is not there yet, brings back what was put away, or puts it away. */
function SideButton({data, side}: {data: CardData; side: Side}) {
  const {card, isSelected} = data;
  const {more, fold} = useLineageActions();
  // Its relations are not known: it came with columns, or it is a stack.
  if (card.node === undefined) return null;
  const where = side === 'in' ? 'upstream' : 'downstream';
  const isFolded = card.node.folded[side];
  const count = side === 'in' ? data.inputs : data.outputs;
  // Where some are drawn, the rest is a stack beside them.
  const missing = count === 0 ? total(card, side) : 0;
  if (isFolded)
    return (
      <button
        type="button"
        className={classes['side']}
        data-side={side}
        // Only the selected card's are stops, else a graph would have hundreds.
        tabIndex={isSelected ? 0 : -1}
        aria-label={`Expand ${where} of ${card.name}`}
        title={`Expand ${where}`}
        onClick={() => fold(card, side, false)}
      >
        <Plus size={13} aria-hidden />
      </button>
    );
  if (missing > 0)
    return (
      <button
        type="button"
        className={classes['side']}
        data-side={side}
        tabIndex={isSelected ? 0 : -1}
        aria-label={`${missing} more ${where} of ${card.name}`}
        title={`${missing.toLocaleString()} more ${where}`}
        onClick={() => more(card, side)}
      >
        +{short(missing)}
      </button>
    );
  // Folding is rare; the button comes with the selection.
  if (!isSelected || count === 0) return null;
  return (
    <button
      type="button"
      className={classes['side']}
      data-side={side}
      aria-label={`Collapse ${where} of ${card.name}`}
      title={`Collapse ${where}`}
      onClick={() => fold(card, side, true)}
    >
      <Minus size={13} aria-hidden />
    </button>
  );
}

function short(count: number): string {
  return count < 1000 ? String(count) : `${Math.floor(count / 1000)}k`;
}

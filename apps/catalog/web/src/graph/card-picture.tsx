import {type CSSProperties, type ReactNode, useEffect, useMemo, useRef} from 'react';
import {arrow, curve} from './curve.ts';
import classes from './card-picture.module.css';
import type {Flow} from './flow.ts';
import {layOut} from './layout/layout.ts';

export type PictureCard = {readonly id: string; readonly label: string; readonly note?: string};

/**
 * What a card's link is drawn with. All that makes it look like a card; the caller says where it
 * leads.
 */
export type CardLink = {
  readonly className: string | undefined;
  readonly style: CSSProperties;
  readonly title: string;
  readonly 'aria-current': 'true' | undefined;
  readonly children: ReactNode;
};

type CardPictureProps = {
  readonly cards: readonly PictureCard[];
  readonly flows: readonly Flow[];
  /** The card to begin with, which is in sight at first. */
  readonly base: string;
  /** Marked. */
  readonly current?: string | undefined;
  readonly label: string;
  readonly link: (id: string, own: CardLink) => ReactNode;
  readonly cardHeight?: number;
  readonly maxHeight?: string;
};

const cardWidth = 190;
const margin = 12;

/** Cards with arrows between them, from left to right; each card is a link. */
export function CardPicture(props: CardPictureProps) {
  const {cards, flows, base, current, label, link, cardHeight = 34, maxHeight} = props;
  const picture = useMemo(
    () => pictureOf(cards, flows, base, cardHeight),
    [cards, flows, base, cardHeight],
  );
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = scroller.current;
    const place = picture.places.find(one => one.id === base);
    if (box === null || place === undefined) return;
    // To the middle: what comes before and behind is seen alike.
    box.scrollTo(place.x - box.clientWidth / 2 + cardWidth / 2, place.y - box.clientHeight / 2);
  }, [picture, base]);
  const byId = new Map(cards.map(card => [card.id, card]));
  return (
    <div
      ref={scroller}
      className={classes['picture']}
      role="group"
      aria-label={label}
      dir="ltr"
      style={maxHeight === undefined ? undefined : {maxHeight}}
    >
      <div className={classes['canvas']} style={{width: picture.width, height: picture.height}}>
        <svg width={picture.width} height={picture.height} className={classes['lines']} aria-hidden>
          <path className={classes['line']} d={picture.lines} />
          <path className={classes['head']} d={picture.heads} />
        </svg>
        {picture.places.map(({id, x, y}) => {
          const {label: name = id, note} = byId.get(id) ?? {};
          return link(id, {
            className: classes['card'],
            style: {left: x, top: y, width: cardWidth, height: cardHeight},
            title: name,
            'aria-current': id === current ? 'true' : undefined,
            children: (
              <>
                <bdi>{name}</bdi>
                {note !== undefined && <small>{note}</small>}
              </>
            ),
          });
        })}
      </div>
    </div>
  );
}

function pictureOf(
  cards: readonly PictureCard[],
  flows: readonly Flow[],
  base: string,
  height: number,
) {
  const {places, routes} = layOut(
    cards.map(({id}) => ({id, width: cardWidth, height})),
    flows,
    base,
  );
  const all = [...places.values()];
  const left = Math.min(...all.map(place => place.x)) - margin;
  const top = Math.min(...all.map(place => place.y)) - margin;
  const points = [...routes.values()].map(route =>
    route.map(([x, y]) => [x - left, y - top] as const),
  );
  return {
    places: all.map(({id, x, y}) => ({id, x: x - left, y: y - top})),
    lines: points.map(curve).join(''),
    heads: points.map(arrow).join(''),
    width: Math.max(...all.map(place => place.x + place.width)) + margin - left,
    height: Math.max(...all.map(place => place.y + place.height)) + margin - top,
  };
}

// The impact as text, for files and messages. It is in English and with English numbers whatever
// the browser's language is: who receives it may have another one.
import type {Schemas} from '@gazetteer/client';
import {typeLabel} from '../../entity/display-name.ts';
import {nameOf} from '../../entity/name-of.ts';

type Impact = Pick<Schemas['LineageImpact'], 'assets' | 'guidEntityMap'>;
type Header = Schemas['EntityHeader'];
export type ImpactAsset = Impact['assets'][number];

/** Assets of one owner that a message names. A message is to be read; the file has them all. */
const maxNamed = 20;

/**
 * The names on the way from the start to an asset, both included. A guid stands for what may not be
 * read.
 */
export function pathNames({path}: ImpactAsset, headers: Impact['guidEntityMap']): string[] {
  return path.map(guid => (headers[guid] === undefined ? guid : nameOf(headers[guid])));
}

/** A table of them, its head first. */
export function impactRows({assets, guidEntityMap}: Impact): readonly unknown[][] {
  return [
    ['Hops', 'Name', 'Qualified name', 'Type', 'Owner', 'Classifications', 'Path', 'GUID'],
    ...assets.map(asset => {
      const {entity, degree} = asset;
      const {qualifiedName = '', owner = ''} = entity.attributes as {
        qualifiedName?: string;
        owner?: string;
      };
      const classifications = (entity.classificationNames ?? []).join(', ');
      const path = pathNames(asset, guidEntityMap).join(' > ');
      return [
        degree,
        nameOf(entity),
        qualifiedName,
        entity.typeName,
        owner ?? '',
        classifications,
        path,
        entity.guid,
      ];
    }),
  ];
}

/**
 * What to tell the owners of assets before `start` changes: a text for mail or chat, the owner of
 * most assets first.
 */
export function ownerMessage(start: Header, assets: readonly ImpactAsset[], link: string): string {
  // As the attribute says it: several names in one text are one owner here.
  const byOwner = Map.groupBy(
    assets,
    ({entity}) => String(entity.attributes['owner'] ?? '') || 'Without an owner',
  );
  const lists = [...byOwner]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([owner, owned]) => {
      const names = owned
        .slice(0, maxNamed)
        .map(({entity}) => `- ${nameOf(entity)} (${typeLabel(entity.typeName)})`);
      const rest = owned.length - names.length;
      return [
        `${owner}: ${countOf(owned.length)}`,
        ...names,
        ...(rest > 0 ? [`- and ${rest} more`] : []),
      ].join('\n');
    });
  const what = `${nameOf(start)} (${typeLabel(start.typeName)})`;
  const verb = assets.length === 1 ? 'depends' : 'depend';
  const intro = `A change to ${what} is planned. ${countOf(assets.length)} ${verb} on it. Please check yours.`;
  return [intro, ...lists, link].join('\n\n');
}

function countOf(count: number): string {
  return count === 1 ? '1 asset' : `${count.toLocaleString('en-US')} assets`;
}

import {flag, integer, list, mapOf, named, oneOf, text} from '@gazetteer/kernel/shape';
import {statementTime, whole} from '../http/shapes.ts';
import {audiences} from './snapshot.ts';

const members = {
  uuid: text('Its id; its page is /snapshots/{uuid}'),
  document: text('Id of the dashboard'),
  owner: text('Who took it'),
  isOwner: flag('Whether that is the caller'),
  name: text('Its name'),
  description: text('What it shows'),
  audience: oneOf(audiences, 'Only its owner, or all users who can open the dashboard'),
  hasPreview: flag('Whether name, description and picture are shown without a login'),
  bytes: integer('What it takes of the space of its owner'),
  takenAt: statementTime('When it was taken'),
};

export const snapshotHead = named('SnapshotHead', 'What a dashboard showed at a time', () =>
  whole(members),
);

export const openedSnapshot = named('Snapshot', 'What a dashboard showed, with its tiles', () =>
  whole({
    ...members,
    variables: mapOf(text(), 'Values of the filters, by name'),
    tiles: list(
      named('SnapshotTile', 'A part of a dashboard, with what it showed', () =>
        whole(
          {
            tile: text('Of all but a text: id of the tile of the dashboard'),
            kind: oneOf(['chart', 'table', 'number', 'text'], 'As the tile of the dashboard'),
            title: text('Its title'),
            x: integer('Column of the grid where it begins, from 0'),
            w: integer('How many of the 12 columns it takes'),
            at: statementTime('When its result was there'),
            text: text('Of a text: what it says, in Markdown; else why it shows nothing'),
            value: text('Its value'),
            head: list(text(), 'Names of the columns of its table'),
            rows: list(list(text()), 'Rows of its table, cells as texts'),
            image: text('Its drawing, as SVG'),
          },
          ['tile', 'at', 'value', 'image'],
        ),
      ),
      'The tiles, in reading order',
    ),
  }),
);

export const snapshotLink = named('SnapshotLink', 'Shows a snapshot without a login', () =>
  whole({
    uuid: text('Its id'),
    path: text('Its address, below that of the editor'),
    expiresAt: statementTime('When it expires'),
    createdAt: statementTime('When it was created'),
  }),
);

export const ownSnapshot = named('OwnSnapshot', 'A snapshot of the caller, with its links', () =>
  whole({
    ...members,
    links: list(snapshotLink, 'Links that show it without a login, the last first'),
  }),
);

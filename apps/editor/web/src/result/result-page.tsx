import {Button, Code, Text} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState, Page, When} from '@gazetteer/ui';
import {queryOptions, useQuery} from '@tanstack/react-query';
import {Eye, MessageSquare, Share2, SquareTerminal} from 'lucide-react';
import {type ReactNode, useState} from 'react';
import {resultQuery} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {Answer} from '../api/wire.ts';
import {type CommentDraft, CommentsView} from '../documents/comments-view.tsx';
import {Viewers} from '../documents/viewers.tsx';
import {sheets} from '../editor/sheets.ts';
import {go, usePlace} from '../place.ts';
import {shapeOf} from '../run/statement-shape.ts';
import classes from './result-page.module.css';
import {ResultView} from './result-view.tsx';
import {readSharedView} from './shared-view.ts';

const shareQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['share', uuid],
    queryFn: ({signal}) => ask('GET /api/v1/shares/{uuid}', {path: {uuid}}, {signal}),
    staleTime: 60_000,
  });

/**
 * A result that somebody shares, to be looked at. What the server refuses is an error of the page;
 * a result that has expired is none: it tells how to get the rows again.
 */
export function ResultPage() {
  const uuid = usePlace().params.get('share') ?? '';
  const {data: share, error, refetch} = useQuery({...shareQuery(uuid), enabled: uuid !== ''});
  if (uuid === '')
    return (
      <Page title="Shared result">
        <EmptyState title="Invalid link" icon={<Share2 size={40} strokeWidth={1.5} />}>
          Links to results are created with Share above the rows.
        </EmptyState>
      </Page>
    );
  // What is shown stays where a later read fails, and so does a comment that is being written.
  if (share === undefined)
    return error === null ? (
      <LoadingState what="Loading the result" />
    ) : (
      <Page title="Shared result">
        <ErrorState error={error} retry={() => void refetch()} />
      </Page>
    );
  return <SharedResult key={uuid} share={share} />;
}

type Share = Answer<'GET /api/v1/shares/{uuid}'>;
/** What is shown beside the rows. */
type Panel = 'comments' | 'viewers';

function SharedResult({share}: {share: Share}) {
  const {uuid, owner, isOwner, title, createdAt, engine, database, statement, keptMs} = share;
  const rows = useQuery(resultQuery(uuid));
  const [shared] = useState(() => readSharedView(share.view));
  // What somebody draws of another one's result is not kept.
  const [charts, setCharts] = useState(shared.charts);
  const [panel, setPanel] = useState<Panel>();
  // It stays while the panel is closed, or shows something else.
  const draft = useState('');
  // In a sheet of their own it runs as whoever looks at it, with what they may read.
  const run = () => {
    sheets.open({title: title === '' ? 'Shared' : title, engine, database, text: statement});
    go('/app/editor/');
  };
  return (
    <Page
      title={title === '' ? 'Shared result' : title}
      isFull
      note={
        <>
          {isOwner ? (
            'Shared by you'
          ) : (
            <>
              Shared by <bdi>{owner}</bdi>
            </>
          )}{' '}
          <When ms={createdAt} isRelative />. It is kept for {spanText(keptMs)} after the last view.
        </>
      }
      actions={
        <>
          <PanelButtons panel={panel} onPanel={setPanel} share={share} />
          <Button
            size="xs"
            variant="default"
            leftSection={<SquareTerminal size={14} />}
            onClick={run}
          >
            Open statement in editor
          </Button>
        </>
      }
    >
      <details className={classes['statementtext']}>
        <summary>The statement</summary>
        <Code block>{statement}</Code>
      </details>
      <div className={classes['sharedbody']}>
        {rows.error !== null ? (
          <EmptyState title="The result has expired" icon={<Share2 size={40} strokeWidth={1.5} />}>
            <Text ta="center">{rows.error.message}</Text>
            <Text ta="center">
              Results are kept for {spanText(keptMs)} after the last view. You can open the
              statement in a tab of your own and run it again.
            </Text>
          </EmptyState>
        ) : (
          <section className={classes['sharedrows']} aria-label="Result">
            <ResultView
              uuid={uuid}
              title={title === '' ? 'result' : title}
              dialect={engine}
              shape={shapeOf(statement)}
              cutAt={undefined}
              shared={shared}
              charts={charts}
              onCharts={setCharts}
            />
          </section>
        )}
        {panel !== undefined && <SidePanel panel={panel} uuid={uuid} draft={draft} />}
      </div>
    </Page>
  );
}

type PanelButtonsProps = {
  readonly panel: Panel | undefined;
  readonly onPanel: (panel: Panel | undefined) => void;
  readonly share: Share;
};

/** Who opened it is for its owner alone. */
function PanelButtons({panel, onPanel, share: {isOwner, commentCount}}: PanelButtonsProps) {
  const button = (kind: Panel, icon: ReactNode, text: string) => (
    <Button
      size="xs"
      variant="default"
      leftSection={icon}
      aria-expanded={panel === kind}
      onClick={() => onPanel(panel === kind ? undefined : kind)}
    >
      {text}
    </Button>
  );
  return (
    <>
      {button(
        'comments',
        <MessageSquare size={14} />,
        commentCount === 0 ? 'Comments' : `Comments (${commentCount})`,
      )}
      {isOwner && button('viewers', <Eye size={14} />, 'Viewers')}
    </>
  );
}

type SidePanelProps = {
  readonly panel: Panel;
  readonly uuid: string;
  readonly draft: CommentDraft;
};

function SidePanel({panel, uuid, draft}: SidePanelProps) {
  const title = panel === 'comments' ? 'Comments' : 'Viewers';
  return (
    <aside aria-label={title} className={classes['sharedpanel']}>
      <h2>{title}</h2>
      {panel === 'comments' ? (
        <CommentsView of="shares" uuid={uuid} draft={draft} />
      ) : (
        <Viewers of="shares" uuid={uuid} />
      )}
    </aside>
  );
}

/**
 * Whole units are exact enough for how long something is kept: below two hours minutes, below two
 * days hours.
 */
function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

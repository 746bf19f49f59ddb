import {CloseButton, SegmentedControl, TextInput} from '@mantine/core';
import {useDebouncedCallback} from '@mantine/hooks';
import {LoadingState, Resizer, useStored} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {Outlet, useLocation, useNavigate, useParams, useSearch} from '@tanstack/react-router';
import {Filter} from 'lucide-react';
import {Suspense, useEffect, useState} from 'react';
import classes from './glossary.module.css';
import {kindOf, type View} from './glossary-link.ts';
import {kindQuery} from './queries.ts';
import {GlossaryTree} from './tree/glossary-tree.tsx';

/**
 * The tree of all glossaries, and beside it what somebody has chosen in it. In a narrow window one
 * at a time.
 */
export function GlossaryPage() {
  const {pathname} = useLocation();
  const [width, setWidth] = useStored('glossary.width', 300);
  return (
    <div className={classes['layout']} data-part={pathname === '/glossary' ? 'tree' : 'detail'}>
      <section
        className={classes['side']}
        aria-label="Tree of glossaries"
        style={{'--tree-width': `${width}px`} as object}
      >
        <Suspense fallback={<LoadingState what="Loading glossaries" />}>
          <TreePane />
        </Suspense>
        <Resizer label="Width of the tree" value={width} min={200} max={640} onChange={setWidth} />
      </section>
      <div className={classes['detail']}>
        <Suspense fallback={<LoadingState />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}

/** Between the last letter and a search of the server. */
const waitMs = 250;

function TreePane() {
  const {guid} = useParams({strict: false});
  const {gtype, viewType, find = ''} = useSearch({from: '/glossary'});
  const navigate = useNavigate();
  const [stored, setStored] = useStored<View>('glossary.view', 'term');
  const view: View = viewType === 'category' ? 'category' : viewType === 'term' ? 'term' : stored;
  const given = kindOf(gtype);
  // Only for links that do not say it.
  const asked = useQuery({
    ...kindQuery(guid ?? ''),
    enabled: guid !== undefined && given === undefined,
  }).data;
  const kind = given ?? asked ?? undefined;
  const [text, setText] = useState(find);
  // A link, or Back, has changed it.
  useEffect(() => setText(find), [find]);
  const go = (change: {viewType?: View; find?: string | undefined}) =>
    void navigate({to: '.', search: old => ({...old, ...change}), replace: true});
  const filter = useDebouncedCallback(
    (next: string) => go({find: next.trim() === '' ? undefined : next.trim()}),
    waitMs,
  );
  const type = (next: string) => {
    setText(next);
    filter(next);
  };
  return (
    <>
      <div className={classes['tools']}>
        <TextInput
          size="xs"
          placeholder="Find in glossaries"
          aria-label="Find in glossaries"
          leftSection={<Filter size={12} aria-hidden />}
          rightSection={
            text === '' ? undefined : (
              <CloseButton size="xs" aria-label="Clear the filter" onClick={() => type('')} />
            )
          }
          value={text}
          onChange={event => type(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Below glossaries"
          value={view}
          onChange={next => {
            setStored(next as View);
            go({viewType: next as View});
          }}
          data={[
            {value: 'term', label: 'Terms'},
            {value: 'category', label: 'Categories'},
          ]}
        />
      </div>
      <GlossaryTree
        view={view}
        find={find}
        current={guid === undefined || kind === undefined ? undefined : {guid, kind}}
        link={{viewType: view, find}}
      />
    </>
  );
}

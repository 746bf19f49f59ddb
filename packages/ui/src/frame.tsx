import {ActionIcon, Tooltip} from '@mantine/core';
import {useMediaQuery} from '@mantine/hooks';
import {Menu as MenuIcon, PanelLeft} from 'lucide-react';
import {lazy, type ReactNode, Suspense, useEffect, useRef, useState} from 'react';
import classes from './frame.module.css';
import {Resizer} from './resizer.tsx';
import {useStored} from './use-stored.ts';

// Only in narrow windows.
const SideDrawer = lazy(async () => ({default: (await import('./side-drawer.tsx')).SideDrawer}));

export type FrameProps = {
  /** The home link: the logo, and the name in a `span`, which narrow windows leave out. */
  readonly brand: ReactNode;
  /** The middle of the header: the search box. */
  readonly search?: ReactNode;
  /** The end of the header: menus. */
  readonly tools: ReactNode;
  /** A list of links to the pages, under the brand; that of the page has `data-current`. */
  readonly navigation: ReactNode;
  /** Below the navigation; keeps its state from page to page. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
  /** Changes with the page: scroll position and open drawer belong to one. */
  readonly place: string;
};

/** In `rem`, so that large letters get the drawer as well. */
const narrow = '(max-width: 56rem)';

/** Header, side bar and the page. In a narrow window the side bar is a drawer. */
export function Frame({brand, search, tools, navigation, side, children, place}: FrameProps) {
  // Known before the first drawing: a side bar that vanishes would move everything.
  const isNarrow =
    useMediaQuery(narrow, window.matchMedia(narrow).matches, {getInitialValueInEffect: false}) ??
    false;
  // Kept in the browser, as the width is.
  const [isHidden, setHidden] = useStored('side-hidden', false);
  const [width, setWidth] = useStored('side-width', 288);
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);

  useEffect(() => {
    setOpen(false);
    main.current?.scrollTo(0, 0);
  }, [place]);

  const content = (
    <>
      <nav aria-label="Pages" className={classes['pages']}>
        {navigation}
      </nav>
      {side}
    </>
  );
  return (
    <div
      className={classes['frame']}
      style={{'--side-width': `${width}px`} as object}
      // By style, so that the page is not drawn anew.
      data-side={isHidden || isNarrow ? 'hidden' : 'shown'}
    >
      {/* The first stop of the Tab key. */}
      <a href="#main" className={classes['skip']} onClick={event => focusMain(event, main.current)}>
        Skip to the page
      </a>
      <header className={classes['header']}>
        <Tooltip label={isNarrow ? 'Menu' : isHidden ? 'Show side bar' : 'Hide side bar'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={isNarrow ? 'Menu' : 'Side bar'}
            aria-expanded={isNarrow ? isOpen : !isHidden}
            onClick={() => (isNarrow ? setOpen(true) : setHidden(!isHidden))}
          >
            {isNarrow ? <MenuIcon size={20} /> : <PanelLeft size={20} />}
          </ActionIcon>
        </Tooltip>
        <div className={classes['brand']}>{brand}</div>
        <div className={classes['search']}>{search}</div>
        <div className={classes['tools']}>{tools}</div>
      </header>
      {isNarrow ? (
        <Suspense>
          {isOpen && <SideDrawer onClose={() => setOpen(false)}>{content}</SideDrawer>}
        </Suspense>
      ) : (
        !isHidden && (
          <aside className={classes['side']} aria-label="Side bar">
            <div className={classes['scroll']}>{content}</div>
            <Resizer
              label="Width of the side bar"
              value={width}
              min={200}
              max={560}
              onChange={setWidth}
            />
          </aside>
        )
      )}
      <main id="main" ref={main} className={classes['main']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** The part of the address behind # belongs to the router, so the link may not go there. */
function focusMain(event: {preventDefault: () => void}, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}

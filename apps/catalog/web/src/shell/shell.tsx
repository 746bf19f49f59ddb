import {Frame, LoadingState, OtherHalf} from '@gazetteer/ui';
import {Link, Outlet, useLocation} from '@tanstack/react-router';
import {Suspense} from 'react';
import {ColorSchemeMenu} from '@gazetteer/ui';
import {session} from '../api/client.ts';
import {otherHalfUrl} from '../api/queries.ts';
import {ConnectionNote} from './connection-note.tsx';
import {HelpMenu} from './help-menu.tsx';
import {Logo} from '@gazetteer/ui';
import {Navigation} from './navigation.tsx';
import {NotificationsLink} from './notifications-link.tsx';
import {useNoteVisits} from './recent.ts';
import {SearchBox} from './search-box.tsx';
import {SideBar} from '../side-bar/side-bar.tsx';
import {CatalogUserMenu} from './user-menu.tsx';

/** Pages that are not about assets, or have trees of their own. */
const withoutTrees = ['/glossary', '/types', '/newType', '/statistics', '/administrator'];

/** What stays while pages change. */
export function Shell() {
  const {pathname} = useLocation();
  useNoteVisits();
  return (
    <Frame
      // A new page begins at its top.
      place={pathname}
      brand={
        <Link to="/" aria-label="Gazetteer">
          <Logo />
          <span>Gazetteer</span>
        </Link>
      }
      search={<SearchBox />}
      tools={
        <>
          <NotificationsLink />
          <ColorSchemeMenu />
          <HelpMenu />
          <CatalogUserMenu />
        </>
      }
      navigation={
        <>
          <Navigation />
          <OtherHalf session={session} url={otherHalfUrl} />
        </>
      }
      side={withoutTrees.some(start => pathname.startsWith(start)) ? undefined : <SideBar />}
    >
      {/* Inside the frame, which stays while a page is loaded. */}
      <Suspense fallback={<LoadingState />}>
        <Outlet />
      </Suspense>
      <ConnectionNote />
    </Frame>
  );
}

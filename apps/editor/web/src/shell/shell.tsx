import {ColorSchemeMenu, Frame, isOtherHalfThere, Logo, OtherHalf} from '@gazetteer/ui';
import {lazy, type ReactNode, Suspense} from 'react';
import {session} from '../api/session.ts';
import {Assist} from '../assist/assist.tsx';
import {usePlace} from '../place.ts';
import {HelpMenu} from './help-menu.tsx';
import {Navigation} from './navigation.tsx';
import {PageLink} from './page-link.tsx';
import {EditorUserMenu} from './user-menu.tsx';

const SearchEverything = lazy(async () => ({
  default: (await import('../finder/search-everything.tsx')).SearchEverything,
}));

/** What stays while pages change. */
export function Shell({children}: {children: ReactNode}) {
  const {path} = usePlace();
  return (
    <Frame
      place={path}
      brand={
        <PageLink to="/app/editor/" aria-label="Gazetteer Editor">
          <Logo />
          <span>Gazetteer Editor</span>
        </PageLink>
      }
      search={<Suspense>{isOtherHalfThere && <SearchEverything />}</Suspense>}
      tools={
        <>
          <ColorSchemeMenu />
          <HelpMenu />
          <EditorUserMenu />
        </>
      }
      navigation={
        <>
          <Navigation />
          <OtherHalf session={session} url="/account/other" />
        </>
      }
      side={<Assist />}
    >
      {children}
    </Frame>
  );
}

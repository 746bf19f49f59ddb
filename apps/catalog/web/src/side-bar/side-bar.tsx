import {Loader} from '@mantine/core';
import {useStored} from '@gazetteer/ui';
import {lazy, Suspense} from 'react';
import {ClassificationSection} from './classification-section.tsx';
import {EntitySection} from './entity-section.tsx';
import {BusinessMetadataSection} from './business-metadata-section.tsx';
import {SavedSearchSection} from './saved-search-section.tsx';
import {Section} from './section.tsx';

// Closed at first, and with a tree of its own.
const GlossarySection = lazy(async () => ({
  default: (await import('./glossary-section.tsx')).GlossarySection,
}));

const sections = [
  {id: 'saved', title: 'Saved searches', Content: SavedSearchSection},
  {id: 'entities', title: 'Entities', Content: EntitySection},
  {id: 'classifications', title: 'Classifications', Content: ClassificationSection},
  {id: 'glossary', title: 'Glossary', Content: GlossarySection},
  {id: 'business-metadata', title: 'Business metadata', Content: BusinessMetadataSection},
] as const;

/** What can be searched by, as trees; which ones are open is remembered. */
export function SideBar() {
  const [open, setOpen] = useStored<readonly string[]>('side-sections', [
    'entities',
    'classifications',
  ]);
  return (
    <>
      {sections.map(({id, title, Content}) => {
        const isOpen = open.includes(id);
        return (
          <Section
            key={id}
            title={title}
            isOpen={isOpen}
            onToggle={() => setOpen(isOpen ? open.filter(one => one !== id) : [...open, id])}
          >
            <Suspense fallback={<Loader size="xs" m="xs" />}>
              <Content />
            </Suspense>
          </Section>
        );
      })}
    </>
  );
}

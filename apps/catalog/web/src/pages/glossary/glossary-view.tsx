import {Page} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {BookOpen, FileDown} from 'lucide-react';
import {useState} from 'react';
import {DraftDialog} from './draft-dialog.tsx';
import {ExportDialog} from './export-dialog.tsx';
import {FactsCard} from './facts-card.tsx';
import classes from './glossary.module.css';
import {ItemActions, type Makeable, NewItemDialogs} from './item-actions.tsx';
import {glossaryQuery} from './queries.ts';
import {RemoveDialog} from './remove-dialog.tsx';
import {TermsCard} from './terms-card.tsx';
import {Way} from './way.tsx';

type Open = Makeable | 'edit' | 'export' | 'remove';

/** One glossary: what it is about, and its terms. */
export function GlossaryView({guid}: {guid: string}) {
  const glossary = useSuspenseQuery(glossaryQuery(guid)).data;
  const [open, setOpen] = useState<Open>();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const {name = guid, termCount = 0, categoryCount = 0} = glossary;
  return (
    <Page
      title={name}
      lead={<BookOpen size={26} strokeWidth={1.75} aria-hidden />}
      note={<Way steps={[]} />}
      actions={
        <ItemActions
          onNew={setOpen}
          onEdit={() => setOpen('edit')}
          more={[{label: 'Export', Icon: FileDown, onClick: () => setOpen('export')}]}
          onRemove={() => setOpen('remove')}
        />
      }
    >
      <div className={classes['cards']}>
        <FactsCard kind="glossary" item={glossary} />
        <TermsCard glossaryGuid={guid} count={termCount} onNew={() => setOpen('term')} />
      </div>
      <DraftDialog isOpen={open === 'edit'} onClose={close} kind="glossary" existing={glossary} />
      <NewItemDialogs open={open} onClose={close} place={{glossaryGuid: guid}} />
      <ExportDialog isOpen={open === 'export'} onClose={close} glossary={{guid, name}} />
      <RemoveDialog
        isOpen={open === 'remove'}
        onClose={close}
        kind="glossary"
        items={[{guid, name}]}
        consequences={glossaryConsequences(termCount, categoryCount)}
        onDone={() => navigate({to: '/glossary'})}
      />
    </Page>
  );
}

/** From its counts, which the page has; the deletion itself counts again. */
function glossaryConsequences(terms: number, categories: number): string {
  if (terms + categories === 0) return 'There is nothing in it.';
  const parts = [
    ...(terms > 0 ? [terms === 1 ? '1 term' : `${terms.toLocaleString()} terms`] : []),
    ...(categories > 0
      ? [categories === 1 ? '1 category' : `${categories.toLocaleString()} categories`]
      : []),
  ];
  return `Also deletes ${parts.join(' and ')}, and their relationships to other terms.`;
}

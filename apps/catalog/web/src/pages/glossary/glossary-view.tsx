import {Button, Menu} from '@mantine/core';
import {Page} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {useNavigate} from '@tanstack/react-router';
import {BookOpen, ChevronDown, FileDown, FolderPlus, Pencil, Plus, Trash2} from 'lucide-react';
import {useState} from 'react';
import {DraftDialog} from './draft-dialog.tsx';
import {ExportDialog} from './export-dialog.tsx';
import {FactsCard} from './facts-card.tsx';
import classes from './glossary.module.css';
import {glossaryQuery} from './queries.ts';
import {RemoveDialog} from './remove-dialog.tsx';
import {TermsCard} from './terms-card.tsx';
import {Way} from './way.tsx';

type Open = 'edit' | 'term' | 'category' | 'export' | 'remove';

/** One glossary: what it is about, and its terms. */
export function GlossaryView({guid}: {guid: string}) {
  const glossary = useSuspenseQuery(glossaryQuery(guid)).data;
  const [open, setOpen] = useState<Open>();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const {name = guid, termCount = 0, categoryCount = 0} = glossary;
  const follow = (kind: 'term' | 'category') => (made: string) =>
    void navigate({to: '/glossary/$guid', params: {guid: made}, search: {gtype: kind}});
  return (
    <Page
      title={name}
      lead={<BookOpen size={26} strokeWidth={1.75} aria-hidden />}
      note={<Way steps={[]} />}
      actions={
        <>
          <Button size="xs" leftSection={<Plus size={14} />} onClick={() => setOpen('term')}>
            New term
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<FolderPlus size={14} />}
            onClick={() => setOpen('category')}
          >
            New category
          </Button>
          <Button size="xs" variant="default" leftSection={<Pencil size={14} />} onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="xs" variant="default" rightSection={<ChevronDown size={14} />}>
                More
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<FileDown size={14} />} onClick={() => setOpen('export')}>
                Export
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<Trash2 size={14} />} onClick={() => setOpen('remove')}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <div className={classes['cards']}>
        <FactsCard kind="glossary" item={glossary} />
        <TermsCard glossaryGuid={guid} count={termCount} onNew={() => setOpen('term')} />
      </div>
      <DraftDialog isOpen={open === 'edit'} onClose={close} kind="glossary" existing={glossary} />
      <DraftDialog
        isOpen={open === 'term'}
        onClose={close}
        kind="term"
        place={{glossaryGuid: guid}}
        onDone={follow('term')}
      />
      <DraftDialog
        isOpen={open === 'category'}
        onClose={close}
        kind="category"
        place={{glossaryGuid: guid}}
        onDone={follow('category')}
      />
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

function glossaryConsequences(terms: number, categories: number): string {
  if (terms + categories === 0) return 'There is nothing in it.';
  const parts = [
    ...(terms > 0 ? [terms === 1 ? '1 term' : `${terms.toLocaleString()} terms`] : []),
    ...(categories > 0 ? [categories === 1 ? '1 category' : `${categories.toLocaleString()} categories`] : []),
  ];
  return `All in it goes with it: ${parts.join(' and ')}, and what relates them to other terms.`;
}

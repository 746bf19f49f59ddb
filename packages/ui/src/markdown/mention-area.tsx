import {Combobox, Text, useCombobox} from '@mantine/core';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {type Mention, type Mentioning, mentioningAt, withMention} from './mention.ts';

type OwnProps = {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly onBlur: () => void;
};

type MentionAreaProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What `@` offers; undefined: it is a character like any other. */
  readonly find: ((text: string) => Promise<readonly Mention[]>) | undefined;
  /** The text area, with these. */
  readonly children: (own: OwnProps) => ReactElement;
};

/** Waits for the end of fast typing. */
const delayMs = 150;

/** A text area in which `@` and the beginning of a name offer what is called so. */
export function MentionArea({value, onChange, find, children}: MentionAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const [at, setAt] = useState<Mentioning>();
  const found = useFound(find, at?.text);
  const list = useCombobox();
  const {selectFirstOption} = list;
  const isOpen = at !== undefined && found.length > 0;
  // The text with the link is there only after it is drawn.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);
  useEffect(() => {
    // So that Enter takes it at once.
    if (isOpen) selectFirstOption();
  }, [isOpen, found, selectFirstOption]);
  const choose = (address: string) => {
    const mention = found.find(one => one.address === address);
    if (at === undefined || mention === undefined) return;
    const next = withMention(value, at, mention);
    caret.current = next.caret;
    setAt(undefined);
    onChange(next.value);
  };
  return (
    <Combobox
      store={{...list, dropdownOpened: isOpen}}
      onOptionSubmit={choose}
      position="bottom-start"
      // A card would cut it off.
      portalProps={{target: 'main'}}
    >
      <Combobox.DropdownTarget>
        {children({
          ref: area,
          onChange: event => {
            const {value: text, selectionStart} = event.currentTarget;
            setAt(find === undefined ? undefined : mentioningAt(text, selectionStart));
            onChange(text);
          },
          onKeyDown: event => {
            if (!isOpen || !isTaken(event.key, list)) return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Escape') setAt(undefined);
          },
          onBlur: () => setAt(undefined),
        })}
      </Combobox.DropdownTarget>
      {/* A click in the list is not to take the focus off the text. */}
      <Combobox.Dropdown onMouseDown={event => event.preventDefault()}>
        <Combobox.Options aria-label="Assets">
          {found.map(({name, note, address}) => (
            <Combobox.Option key={address} value={address}>
              <bdi>{name}</bdi>
              <Text size="xs" c="inherit" truncate>
                {note}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Keys that are for the list while it is open. */
function isTaken(key: string, list: ReturnType<typeof useCombobox>): boolean {
  if (key === 'ArrowDown') list.selectNextOption();
  else if (key === 'ArrowUp') list.selectPreviousOption();
  else if (key === 'Enter' || key === 'Tab') list.clickSelectedOption();
  else return key === 'Escape';
  return true;
}

const nothing: readonly Mention[] = [];

/**
 * What is called so; nothing while nobody asks. A failed request finds nothing: it is only help.
 */
function useFound(find: MentionAreaProps['find'], text: string | undefined): readonly Mention[] {
  const [found, setFound] = useState<{text: string; mentions: readonly Mention[]}>();
  useEffect(() => {
    if (find === undefined || text === undefined || text === '') return undefined;
    let isLate = false;
    const tell = (mentions: readonly Mention[]) => {
      if (!isLate) setFound({text, mentions});
    };
    const timer = setTimeout(() => void find(text).then(tell, () => tell(nothing)), delayMs);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [find, text]);
  return text !== undefined && found?.text === text ? found.mentions : nothing;
}

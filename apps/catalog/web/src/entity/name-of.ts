import type {Attributes} from '../api/wire.ts';

type Named = {
  readonly guid: string;
  readonly displayText?: string;
  readonly attributes?: Attributes;
};

/** What an entity is called. Headers carry "" for what is not set. */
export function nameOf({guid, displayText, attributes = {}}: Named): string {
  // The name that people gave comes before one that a tool made of it.
  const texts = [
    attributes['name'],
    attributes['displayName'],
    displayText,
    attributes['qualifiedName'],
  ];
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? guid;
}

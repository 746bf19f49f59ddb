import {filledTemplate, type MessageTemplate} from '@gazetteer/model';
import type {Change} from '../notification/read-changes.ts';
import {changeLines, countText, type ChangeLine} from './change-text.ts';

/** What is said at once. */
export type Message = {
  readonly title: string;
  readonly lines: readonly ChangeLine[];
  /** Below the lines; empty for nothing. */
  readonly end: string;
};

/** As an incoming webhook of Slack takes it. Nothing in it mentions anybody or is a link by itself. */
export function slackBody({title, lines, end}: Message): string {
  const texts = lines.map(({before, name, after, link}) => {
    const shown = slackText(name);
    const named =
      link === undefined || name === ''
        ? shown
        : `<${slackText(link)}|${shown.replaceAll('|', '¦')}>`;
    return `• ${slackText(before)}${named}${slackText(after)}`;
  });
  const text = [`*${slackText(title)}*`, ...texts, ...(end === '' ? [] : [end])].join('\n');
  return JSON.stringify({text, unfurl_links: false, unfurl_media: false});
}

function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** As a workflow or an incoming webhook of Teams takes it: a card whose texts are no Markdown. */
export function teamsBody({title, lines, end}: Message): string {
  const paragraph = (inlines: object[]) => ({type: 'RichTextBlock', inlines});
  const run = (text: string, more: object = {}) => ({type: 'TextRun', text, ...more});
  const body = [
    paragraph([run(title, {weight: 'bolder', size: 'medium'})]),
    ...lines.map(({before, name, after, link}) => {
      const open = link === undefined ? {} : {selectAction: {type: 'Action.OpenUrl', url: link}};
      const runs = [run(before), run(name, open), run(after)];
      return paragraph(runs.filter(({text}) => text !== ''));
    }),
    ...(end === '' ? [] : [paragraph([run(end, {isSubtle: true})])]),
  ];
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: {width: 'Full'},
    body,
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return JSON.stringify({type: 'message', attachments: [{contentType, contentUrl: null, content}]});
}

/** As the text of a mail. */
export function mailText({lines, end}: Message): string {
  const texts = lines.map(
    ({before, name, after, link}) =>
      `- ${before}${name}${after}${link === undefined || name === '' ? '' : `\n  ${link}`}`,
  );
  return [...texts, ...(end === '' ? [] : ['', end])].join('\n');
}

export function messageOf(
  name: string,
  changes: readonly Change[],
  address: string,
  template: MessageTemplate = {},
): Message {
  const {lines, more} = changeLines(changes, address, template.line);
  const count = countText(changes.length).toLowerCase();
  return {
    title: filledTemplate(template.title ?? '{{subscription}}: {{count}}', {
      subscription: name,
      count,
    }),
    lines,
    end: more === 0 ? '' : `and ${countText(more).toLowerCase()} more`,
  };
}

/** What changes nothing for whoever gets it. */
export function testOf(name: string): Message {
  return {
    title: `${name}: test message`,
    lines: [],
    end: 'Changes of the catalog will be sent here.',
  };
}

/** By which a receiver can tell what it has had before. */
export function deliveryOf(changes: readonly Change[]): string {
  return `${changes[0]?.id ?? ''} ${changes.at(-1)?.id ?? ''}`;
}

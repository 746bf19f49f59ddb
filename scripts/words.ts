// What `docs/voice.md` says of words, held: texts of pages and of the documentation are searched
// for the expressions that it replaces.
import {glob, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {parseSync, Visitor} from 'vite';

/** An expression, and what to write instead. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/, too\b/, 'as well, also'],
  [/\bfor good\b/, 'permanently'],
  [/\bfor ever\b/, 'indefinitely'],
  [/\banew\b/, 'again'],
  [/\bwhoever\b/, 'the user who'],
  [/\b(?:some|every|no)body\b/, 'all users, no user, another user'],
  [/\b(?:goes|go|went|gone|came|come|comes) along\b/, 'propagates'],
  [/\bunder way\b/, 'in progress'],
  [/\b(?:given|give|gives) (?:up|back)\b/, 'canceled, released'],
  [/\bput (?:away|aside|back)\b/, 'collapsed, set aside, restored'],
  [/\bthrown? away\b/, 'deleted'],
  [/\b(?:take|takes|taken) (?:away|off)\b/, 'remove'],
  [/\bbr(?:ing|ings|ought) in\b/, 'import'],
  [/\bmend(?:s|ed)?\b/, 'fix'],
  [/\bpass(?:es|ed)? over\b/, 'skip'],
  [/\b(?:sub|super)-types?\b/, 'subtype, supertype'],
  [/\bdid not work\b/, 'couldn’t'],
  [/\bsheets?\b/, 'tab, query'],
  [/\bcolou?rs?\b(?<=colou.*)/, 'color'],
  [/\bcatalogues?\b/, 'catalog'],
  [/\bcancell(?:ed|ing)\b/, 'canceled'],
  [/\bwhat (?:holds|carries)\b/, 'containers, classified entities'],
  [/\bis told\b|\bare told\b/, 'is reported, is notified'],
  [/\bonce more\b/, 'again'],
  [/\bmay not\b/, 'can’t'],
];

/** In pages alone, where short forms are usual. */
const replacedInPages: readonly (readonly [RegExp, string])[] = [
  [/\bcannot\b/, 'can’t, or Couldn’t and what was tried'],
  [/\bcould not\b/, 'couldn’t'],
  [/\basking\b/, 'loading'],
  [/\bis (?:there|gone)\b/, 'added, deleted'],
  [/\bstands?\b/, 'is'],
  [/\bgoes\b/, 'what happens to it'],
  [/\brights\b/, 'permissions'],
  [/\bpictures?\b/, 'graph, diagram, image'],
  [/\bnothing found\b/, 'no results'],
];

type Text = {readonly file: string; readonly line: number; readonly text: string};

/** Lines that use an expression of the list, and how many files were looked at. */
export async function checkWords(
  root: string,
): Promise<{readonly wrong: readonly string[]; readonly files: number}> {
  const wrong: string[] = [];
  let files = 0;
  for await (const file of glob(
    ['apps/*/web/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}', 'docs/*.md', 'README.md'],
    {cwd: root},
  )) {
    if (/\.test\.tsx?$|docs\/(?:voice|architecture|web|gotchas)\.md$/.test(file)) continue;
    files++;
    const source = await readFile(join(root, file), 'utf8');
    const texts = file.endsWith('.md') ? proseOf(file, source) : textsOf(file, source);
    for (const {line, text} of texts) {
      const list = file.endsWith('.md') ? replaced : [...replaced, ...replacedInPages];
      for (const [expression, better] of list) {
        const found = new RegExp(expression, 'i').exec(text);
        if (found !== null) wrong.push(`${file}:${line}: "${found[0]}": write ${better}`);
      }
    }
  }
  return {wrong: wrong.sort(), files};
}

/** Without code, in blocks and in lines. */
function proseOf(file: string, source: string): readonly Text[] {
  let isCode = false;
  return source.split('\n').flatMap((text, index) => {
    if (/^\s*```/.test(text)) isCode = !isCode;
    return isCode ? [] : [{file, line: index + 1, text: text.replaceAll(/`[^`]*`/g, '')}];
  });
}

/** What a page may show: texts of several words, or of one with a capital. */
function textsOf(file: string, source: string): readonly Text[] {
  const texts: Text[] = [];
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const add = (text: string, offset: number) => {
    if (/\w \w|^[A-Z][a-z]/.test(text))
      texts.push({file, line: lineOf(offset), text: text.replaceAll(/\s+/g, ' ')});
  };
  const visitor = new Visitor({
    JSXText: ({value, start}) => add(value, start),
    Literal: ({value, start}) => {
      if (typeof value === 'string') add(value, start);
    },
    TemplateElement: ({value, start}) => add(value.cooked ?? '', start),
  });
  visitor.visit(parseSync(file, source).program);
  return texts;
}

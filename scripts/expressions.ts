// What no linter's rule that runs here can say of regular expressions: whether there are texts with
// which one takes longer than with others of their length. Such a text, in a request or a file that
// somebody uploads, would take the time of everybody. Not looked at is where a match begins: one
// that is looked for at each place of a text may take the square of its length, so texts are
// bounded.
import {glob, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {RegExpParser, visitRegExpAST, type AST} from '@eslint-community/regexpp';
import {getFirstConsumedChar, toCache, type ReadonlyFlags} from 'regexp-ast-analysis';
import {analyse} from 'scslre';
import {parseSync, Visitor} from 'vite';

/** What stands against the rule, a line each, and how many files were looked at. */
export async function checkExpressions(
  root: string,
): Promise<{readonly wrong: readonly string[]; readonly files: number}> {
  const wrong: string[] = [];
  let files = 0;
  for await (const file of glob(['{apps,packages}/**/*.{ts,tsx}', 'scripts/*.ts'], {
    cwd: root,
    exclude: name => /node_modules|dist$|\.test\.tsx?$/.test(name),
  })) {
    files++;
    const source = await readFile(join(root, file), 'utf8');
    const visitor = new Visitor({
      Literal: node => {
        if (!('regex' in node)) return;
        const line = source.slice(0, node.start).split('\n').length;
        const {pattern, flags} = node.regex;
        for (const why of slowParts(pattern, flags))
          wrong.push(`${file}:${line}: ${why} in /${pattern}/${flags}`);
      },
    });
    visitor.visit(parseSync(file, source).program);
  }
  return {wrong: wrong.sort(), files};
}

/**
 * Parts that can share one text among them in many ways, which are all tried where nothing fits.
 */
export function slowParts(pattern: string, flags: string): readonly string[] {
  const parser = new RegExpParser();
  const ast = {
    pattern: parser.parsePattern(pattern, 0, pattern.length, {
      unicode: flags.includes('u'),
      unicodeSets: flags.includes('v'),
    }),
    flags: parser.parseFlags(flags),
  };
  const {reports} = analyse(ast, {reportTypes: {Move: false, Self: true, Trade: true}});
  const repeated = reports.map(report =>
    report.type === 'Trade'
      ? `${report.startQuant.raw} and ${report.endQuant.raw} take from each other`
      : `${'quant' in report ? report.quant.raw : ''} repeats what repeats`,
  );
  return [...new Set([...repeated, ...likeAlternatives(ast)])];
}

/** Those of something repeated that begin with the same character. */
function likeAlternatives({
  pattern,
  flags,
}: {
  readonly pattern: AST.Pattern;
  readonly flags: ReadonlyFlags;
}): readonly string[] {
  const cache = toCache(flags);
  const found: string[] = [];
  visitRegExpAST(pattern, {
    onQuantifierEnter: ({element, max, raw}) => {
      if (max < 2 || !('alternatives' in element) || element.alternatives.length < 2) return;
      const starts = element.alternatives.map(one => getFirstConsumedChar(one, 'ltr', cache).char);
      const isLike = starts.some((one, n) =>
        starts.slice(n + 1).some(other => !one.isDisjointWith(other)),
      );
      if (isLike) found.push(`alternatives of ${raw} begin alike`);
    },
  });
  return found;
}

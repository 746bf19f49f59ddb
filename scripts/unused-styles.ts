import {parse, type Root} from 'postcss';
import type {Plugin} from 'vite';

/** Classes of the component library, whose names are hashes. */
const libraryClass = /\.(m_[\da-f]{6,8})\b/g;
/**
 * Takes rules of the component library out of the styles when no script names their classes: the
 * library comes in one style sheet with everything that it has, three times of what pages of ours
 * use.
 */
export function unusedStyles(): Plugin {
  return {
    name: 'unused-styles',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        const files = Object.values(bundle);
        const scripts = files
          .flatMap(file => (file.type === 'chunk' ? [file.code] : []))
          .join('\n');
        for (const file of files) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          const root = parse(Buffer.from(file.source).toString());
          takeOutRules(root, scripts);
          file.source = root.toString();
        }
      },
    },
  };
}

function takeOutRules(root: Root, scripts: string): void {
  const used = new Set([...scripts.matchAll(/\bm_[\da-f]{6,8}\b/g)].map(([name]) => name));
  root.walkRules(rule => {
    const wanted = rule.selectors.filter(selector =>
      // A class inside of :not() may well be one that nothing has.
      [...selector.replaceAll(/:not\([^()]*\)/g, '').matchAll(libraryClass)].every(
        ([, name = '']) => used.has(name),
      ),
    );
    if (wanted.length === 0) rule.remove();
    else if (wanted.length < rule.selectors.length) rule.selectors = wanted;
  });
  root.walkAtRules('media', rule => void (rule.nodes?.length === 0 && rule.remove()));
}

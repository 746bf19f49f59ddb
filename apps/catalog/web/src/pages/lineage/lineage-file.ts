import {csvBlob} from '@gazetteer/ui';
import {drawingOf, pngOf} from './drawing.ts';
import {csvOf, lineageRows} from './lineage-table.tsx';
import type {Scene} from './scene.ts';

export type FileFormat = 'svg' | 'png' | 'csv';

/**
 * The lineage as a file, in the colours that `panel` has on the page. `serviceOf` tells a type's
 * service.
 */
export async function lineageFile(
  format: FileFormat,
  scene: Scene,
  panel: HTMLElement | null,
  serviceOf: (typeName: string) => string,
): Promise<Blob> {
  if (format === 'csv') return csvBlob(csvOf(lineageRows(scene)));
  // The colours of the scheme that is on; the graph has some of its own.
  const style = getComputedStyle(panel ?? document.body);
  const of = (variable: string) => resolved(style, variable);
  const svg = drawingOf(scene, {of, background: of('--gz-card')}, serviceOf);
  return format === 'svg' ? new Blob([svg], {type: 'image/svg+xml'}) : await pngOf(svg);
}

/** The value of a variable as the browser has computed it, without further variables in it. */
function resolved(style: CSSStyleDeclaration, variable: string): string {
  return style.getPropertyValue(variable).trim();
}

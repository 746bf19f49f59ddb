// A page as one file that needs nothing else and runs nothing.
import type {Picture} from '../chart/canvas.tsx';

/** What a text or a table consists of; anything else is left out, and what is in it stays. */
const kept = new Set(
  'a bdi blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr li ol p pre span strong sub sup table tbody td th thead time tr ul'.split(
    ' ',
  ),
);
/** These and what is in them. */
const dropped = new Set([
  'button',
  'form',
  'input',
  'select',
  'script',
  'style',
  'svg',
  'textarea',
]);

const commonLook = `
body { margin: 2rem auto; padding: 0 1rem; color: #1d252d; font: 14px/1.45 system-ui, sans-serif; }
img { width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 12px; }
th, td { padding: 2px 8px; border-bottom: 1px solid #d5dce4; text-align: start; }
.note { color: #5b6672; }
`;

/** With its name, its looks beside those of all such pages, and a policy by which nothing is loaded or run. */
export function emptyPage(name: string, look: string): Document {
  const page = document.implementation.createHTMLDocument(name);
  page.documentElement.lang = 'en';
  const policy = page.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  page.head.prepend(charset, policy);
  const style = page.createElement('style');
  style.textContent = commonLook + look;
  page.head.append(style);
  return page;
}

export function textOfPage(page: Document): string {
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

/** As an image, in which nothing of it runs. */
export async function imageOf(
  page: Document,
  title: string,
  picture: Picture,
): Promise<HTMLElement> {
  const image = page.createElement('img');
  image.alt = title;
  image.src = await addressOf(await picture.svg());
  return image;
}

async function addressOf(blob: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('The chart can’t be read.')));
    reader.readAsDataURL(blob);
  });
}

/** What is in an element, without its looks and without what is only for this page. */
export function copiesOf(page: Document, from: Element): Node[] {
  return [...from.childNodes].flatMap(node => {
    if (node.nodeType === Node.TEXT_NODE) return [page.createTextNode(node.textContent ?? '')];
    if (!(node instanceof Element)) return [];
    const name = node.tagName.toLowerCase();
    if (dropped.has(name)) return [];
    const inside = copiesOf(page, node);
    if (!kept.has(name)) return inside;
    const made = page.createElement(name);
    made.append(...inside);
    const href = node.getAttribute('href');
    if (made instanceof HTMLAnchorElement || name === 'a') {
      if (href !== null && /^(?:https?|mailto):/i.test(href)) made.setAttribute('href', href);
      made.setAttribute('rel', 'noreferrer');
    }
    return [made];
  });
}

export function element(page: Document, name: string, text: string): HTMLElement {
  const made = page.createElement(name);
  made.textContent = text;
  return made;
}

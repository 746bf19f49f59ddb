import {escapeHtml} from './html.ts';

export type PlainPage = {
  readonly title: string;
  readonly heading: string;
  /** Below the heading, as HTML. */
  readonly intro: string;
  /** The rest, as HTML. */
  readonly content: string;
  /** Where the files of `packages/ui` are found. */
  readonly assets: string;
  /** A module of the page's own. */
  readonly script?: string;
};

/** A page that needs no build, so that it comes whatever state the built ones are in. */
export function plainHtml({title, heading, intro, content, assets, script}: PlainPage): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:," />
    <script src="${assets}/color-scheme.js"></script>
    <link rel="stylesheet" href="${assets}/theme.css" />
    <link rel="stylesheet" href="${assets}/login.css" />
    ${script === undefined ? '' : `<script type="module" src="${script}"></script>`}
  </head>
  <body>
    <main>
      <header>
        <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
          <circle cx="24" cy="24" r="20" />
          <path d="M4 24h40M24 4c7 6 10 12.5 10 20s-3 14-10 20c-7-6-10-12.5-10-20S17 10 24 4M8 13h32M8 35h32" />
        </svg>
        <h1>${escapeHtml(heading)}</h1>
        <p>${intro}</p>
      </header>
      ${content}
    </main>
  </body>
</html>
`;
}

export type LoginForm = {
  /** What the person logs in to. */
  readonly app: {readonly title: string; readonly name: string};
  readonly action: string;
  readonly names: {readonly user: string; readonly password: string};
  readonly assets: string;
  /** Of the page before, as text. */
  readonly problem?: string | undefined;
  /** Where to go afterwards, sent with the form. */
  readonly next?: string;
  /** Sends the form by itself; the form then has a button that shows the password. */
  readonly script?: string;
  /** HTML behind the form. */
  readonly provider: string;
};

/** The page that asks for a name and a password. */
export function loginHtml({
  app,
  action,
  names,
  assets,
  problem,
  next,
  script,
  provider,
}: LoginForm): string {
  const password = `<input id="password" name="${names.password}" type="password" autocomplete="current-password" required aria-describedby="problem" />`;
  const reveal =
    '<button id="reveal" type="button" aria-pressed="false" aria-controls="password">Show</button>';
  const note =
    '<noscript><p class="note">This page needs JavaScript. API clients log in with basic authentication.</p></noscript>';
  return plainHtml({
    title: `Log in · ${app.title}`,
    heading: 'Gazetteer',
    intro: `Log in to the ${app.name}`,
    assets,
    ...(script === undefined ? {} : {script}),
    content: `<form id="login" method="post" action="${action}"${script === undefined ? '' : ' novalidate'}>
        <p id="problem" role="alert"${problem === undefined ? ' hidden' : ''}>${escapeHtml(problem ?? '')}</p>
        <label for="user">User name</label>
        <input id="user" name="${names.user}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus aria-describedby="problem" />
        <label for="password">Password</label>
        ${script === undefined ? password : `<span class="field">${password}${reveal}</span>`}
        ${next === undefined ? '' : `<input type="hidden" name="next" value="${escapeHtml(next)}" />`}
        <button id="submit" type="submit">Log in</button>
      </form>
      ${provider}
      ${script === undefined ? '' : note}`,
  });
}

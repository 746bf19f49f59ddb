import {askApi} from './search-api.js';
import {element} from './search-view.js';

const waitMs = 120;

/** Lists words that begin like the last one in `input`; arrow keys choose, Enter takes, Escape closes. */
export function suggestWhileTyping(input, list, submit) {
  let timer;
  let request = new AbortController();
  let active = -1;

  const close = () => {
    clearTimeout(timer);
    request.abort();
    active = -1;
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const take = text => {
    input.value = text;
    close();
    submit();
  };
  const activate = index => {
    const options = [...list.children];
    active = (index + options.length + 1) % (options.length + 1);
    // The place behind the last one is "none": what was typed.
    if (active === options.length) active = -1;
    options.forEach((option, n) => option.setAttribute('aria-selected', String(n === active)));
    if (active < 0) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', options[active].id);
      options[active].scrollIntoView({block: 'nearest'});
    }
  };
  const ask = async () => {
    request = new AbortController();
    const text = input.value.trim();
    try {
      const answer = await askApi(
        `/v2/search/suggestions?${new URLSearchParams({prefixString: text})}`,
        request.signal,
      );
      const words = answer.suggestions.filter(word => word !== text).slice(0, 8);
      const isWanted = document.activeElement === input && input.value.trim() === text && words.length > 0;
      if (!isWanted) return close();
      list.replaceChildren(
        ...words.map((word, n) =>
          element(
            'li',
            {
              id: `suggestion-${n}`,
              role: 'option',
              'aria-selected': 'false',
              pointerdown: event => event.preventDefault(),
              click: () => take(word),
            },
            word,
          ),
        ),
      );
      active = -1;
      list.hidden = false;
      input.setAttribute('aria-expanded', 'true');
    } catch {
      // Suggestions are an offer: a search shows what is wrong.
      close();
    }
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    request.abort();
    if (input.value.trim().length < 2) close();
    else timer = setTimeout(ask, waitMs);
  });
  input.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !list.hidden) {
      event.preventDefault();
      activate(event.key === 'ArrowDown' ? active + 1 : active < 0 ? list.children.length - 1 : active - 1);
    } else if (event.key === 'Enter') {
      const chosen = list.children[active];
      if (chosen === undefined) return close();
      event.preventDefault();
      take(chosen.textContent);
    }
  });
  input.addEventListener('blur', close);
}

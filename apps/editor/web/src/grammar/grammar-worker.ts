import {expectedAt, misplacedIn} from './grammar.ts';
import type {FromGrammar, ToGrammar} from './grammar-messages.ts';
import {type Grammar, grammarOf} from './grammar-of.ts';

// A worker of its own, for one dialect: a grammar that takes too long for a statement is ended from
// outside, and nothing else waits for it. The library keeps what it has found out by the name of
// a class, and such names are equal once they are short: a second dialect would get the first's.

let grammar: Grammar | undefined;
/** The first reading of a grammar takes up to a second; it is over before somebody waits for it. */
const warming = 'SELECT a, b.c FROM d b JOIN e ON b.f = e.f WHERE a > 1 GROUP BY a ORDER BY 1';

const tell = (message: FromGrammar) => postMessage(message);

addEventListener('message', ({data}: MessageEvent<ToGrammar>) => void answer(data));

async function answer(message: ToGrammar): Promise<void> {
  if (message.do === 'warm') {
    grammar = await grammarOf(message.dialect);
    if (grammar !== undefined) {
      expectedAt(grammar, warming, warming.indexOf(' WHERE'));
      misplacedIn(grammar, warming);
    }
    tell({});
  } else if (grammar === undefined) tell({});
  else if (message.do === 'expect')
    tell({expected: expectedAt(grammar, message.statement, message.caret)});
  else tell({misplaced: misplacedIn(grammar, message.statement)});
}

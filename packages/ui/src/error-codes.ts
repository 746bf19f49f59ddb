/** What went wrong in words of ours, and what somebody can do about it. */
export type Explanation = {readonly title: string; readonly hint: string};

const again = 'Reload the page, then try again.';
const wait = 'Wait a moment, then try again.';
const otherName = 'Choose another name.';
const askForAccess = 'It may have been deleted, or you don’t have permission to view it.';
const inQuery = 'Correct the query, then search again.';
const inFile = 'Correct the file, then choose it again.';

const nameTaken = (what: string) => ({title: `A ${what} with this name exists`, hint: otherName});
const invalidName = (title: string, hint: string) => ({title, hint});
const typeInUse = {title: 'The type is in use', hint: 'Delete what uses it first.'};
const changedMeanwhile = (title: string) => ({title, hint: again});

/**
 * What happened and what to do, for the refusals that people meet in pages, by the code of the
 * answer. What isn’t here is explained by its status.
 */
export type ErrorCodes = Readonly<Record<string, Explanation>>;

export const catalogErrorCodes: ErrorCodes = {
  'ATLAS-400-00-002': {title: 'A type can’t be its own supertype', hint: 'Remove this supertype.'},
  'ATLAS-400-00-00C': {
    title: 'New attributes of a type in use can’t be required',
    hint: 'Make the attribute optional.',
  },
  'ATLAS-400-00-00D': {
    title: 'Attributes of a type can’t be removed',
    hint: 'Keep the attribute, or create another type.',
  },
  'ATLAS-400-00-00E': {
    title: 'Supertypes can’t be removed',
    hint: 'Keep the supertype, or create another type.',
  },
  'ATLAS-400-00-019': invalidName(
    'The name isn’t valid',
    'Begin it with a letter; use letters, digits, spaces and _.',
  ),
  'ATLAS-400-00-01B': changedMeanwhile('The asset has this classification already'),
  'ATLAS-400-00-022': {title: 'A referenced asset doesn’t exist', hint: 'Choose it again.'},
  'ATLAS-400-00-024': {title: 'System types can’t be changed', hint: 'Create a type of your own.'},
  'ATLAS-400-00-028': {title: 'A value isn’t valid', hint: 'Correct it, then try again.'},
  'ATLAS-400-00-02B': {title: 'A required attribute is empty', hint: 'Fill it in, then try again.'},
  'ATLAS-400-00-046': {
    title: 'This classification doesn’t exist',
    hint: 'Reload the page and choose another one.',
  },
  'ATLAS-400-00-055': {
    title: 'This classification isn’t for assets of this type',
    hint: 'Choose another classification, or add the type to it.',
  },
  'ATLAS-400-00-058': {title: 'The search is too long', hint: 'Use fewer words.'},
  'ATLAS-400-00-059': {title: 'The DSL query isn’t valid', hint: inQuery},
  'ATLAS-400-00-05B': {title: 'The DSL query names an unknown type', hint: inQuery},
  'ATLAS-400-00-05C': {title: 'The DSL query names an unknown classification', hint: inQuery},
  'ATLAS-400-00-05D': {title: 'The DSL query names an unknown attribute', hint: inQuery},
  'ATLAS-400-00-063': {title: 'The DSL query names an unknown attribute', hint: inQuery},
  'ATLAS-400-00-06B': {
    title: 'Propagated classifications can’t be edited here',
    hint: 'Edit it on the asset that it is propagated from.',
  },
  'ATLAS-400-00-06C': {
    title: 'Propagated classifications can’t be removed here',
    hint: 'Remove it from the asset that it is propagated from, or block it on a relationship.',
  },
  'ATLAS-400-00-06D': changedMeanwhile('The asset doesn’t have this classification'),
  'ATLAS-400-00-06E': {title: 'This term doesn’t exist', hint: 'Reload the page and choose again.'},
  'ATLAS-400-00-07E': {title: 'A term can’t be related to itself', hint: 'Choose another term.'},
  'ATLAS-400-00-07F': {
    title: 'The category is in another glossary',
    hint: 'Choose a category of the same glossary.',
  },
  'ATLAS-400-00-083': invalidName('The name isn’t valid', 'Leave out @ . < and >.'),
  'ATLAS-400-00-084': {
    title: 'The term is assigned to assets',
    hint: 'Remove it from these assets first.',
  },
  'ATLAS-400-00-089': {
    title: 'Propagated classifications can’t be removed here',
    hint: 'Remove it from the asset that it is propagated from, or block it on a relationship.',
  },
  'ATLAS-400-00-08C': invalidName(
    'The name of a custom attribute is too long',
    'Use 50 characters at most.',
  ),
  'ATLAS-400-00-08D': invalidName(
    'The name of a custom attribute isn’t valid',
    'Use letters, digits, _ and -.',
  ),
  'ATLAS-400-00-08E': {title: 'A value is too long', hint: 'Shorten it, then try again.'},
  'ATLAS-400-00-08F': {title: 'A label is too long', hint: 'Shorten it, then try again.'},
  'ATLAS-400-00-090': invalidName('A label isn’t valid', 'Use letters, digits, _ and -.'),
  'ATLAS-400-00-095': {
    title: 'This business metadata isn’t for assets of this type',
    hint: 'Choose another group, or add the type to it.',
  },
  'ATLAS-400-00-098': {title: 'The file has another format', hint: 'Choose a CSV or XLSX file.'},
  'ATLAS-400-00-099': {title: 'The file has errors', hint: inFile},
  'ATLAS-400-00-09A': invalidName(
    'The name of an attribute isn’t valid',
    'Begin it with a letter; use letters, digits and _.',
  ),
  'ATLAS-400-00-09B': {title: 'The file is empty', hint: 'Choose a file that has rows.'},
  'ATLAS-400-00-09C': {title: 'The file can’t be read', hint: inFile},
  'ATLAS-400-00-09D': {
    title: 'A supertype has an attribute with this name',
    hint: otherName,
  },
  'ATLAS-404-00-00A': {title: 'A referenced asset doesn’t exist', hint: askForAccess},
  'ATLAS-404-00-00F': changedMeanwhile('The relationship is deleted already'),
  'ATLAS-404-00-011': {
    title: 'Assets of this type have no lineage',
    hint: 'Choose a data set or a process.',
  },
  'ATLAS-404-00-012': {title: 'The asset is deleted', hint: 'Restore it, then try again.'},
  'ATLAS-406-00-001': {title: 'The classification is being propagated', hint: wait},
  'ATLAS-409-00-001': nameTaken('type'),
  'ATLAS-409-00-002': typeInUse,
  'ATLAS-409-00-003': {
    title: 'Another asset has the same unique name',
    hint: otherName,
  },
  'ATLAS-409-00-004': changedMeanwhile('This relationship exists already'),
  'ATLAS-409-00-005': typeInUse,
  'ATLAS-409-00-006': nameTaken('saved search'),
  'ATLAS-409-00-007': nameTaken('glossary'),
  'ATLAS-409-00-009': nameTaken('term'),
  'ATLAS-409-00-00A': nameTaken('category'),
  'ATLAS-409-00-011': {title: 'The glossary wasn’t imported', hint: inFile},
  'ATLAS-409-00-016': changedMeanwhile('The import has finished already'),
  'ATLAS-500-00-005': {title: 'Another change of types is in progress', hint: wait},
  'ATLAS-500-00-006': {title: 'Another import or export is in progress', hint: wait},
  'GAZETTEER-413-00-003': {
    title: 'The lineage is too large',
    hint: 'Show fewer hops, or one direction.',
  },
  'GAZETTEER-429-00-002': {
    title: 'You have too many files in progress',
    hint: 'Wait until one of them is finished.',
  },
  'GAZETTEER-409-00-002': {
    title: 'You have too many saved searches',
    hint: 'Delete some, then save again.',
  },
  'GAZETTEER-503-00-004': {
    title: 'The database isn’t available, nothing was changed',
    hint: wait,
  },
  'GAZETTEER-503-00-005': {
    title: 'The connection to the database broke during the change',
    hint: 'Reload the page to see whether it was saved. If not, try again.',
  },
};

/** With `status` before it, the number in answers of the editor. */
export const editorErrorCodes: ErrorCodes = {
  'status -1': {title: 'The request isn’t valid', hint: 'See the message below.'},
  'status -2': {title: 'The session has ended', hint: 'Run the query again.'},
  'status -3': {title: 'The result has expired', hint: 'Run the query again.'},
  'status -4': {title: 'The SQL server didn’t answer in time', hint: wait},
  'status 1': {
    title: 'The server couldn’t do this',
    hint: 'See its message below, then try again.',
  },
  'status 5': {title: 'The SQL server doesn’t support this', hint: 'Choose another engine.'},
  'status 401': {
    title: 'The SQL server refused the login',
    hint: 'Connect to it again with your user name and password.',
  },
};

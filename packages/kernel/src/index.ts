export {
  addressOf,
  body,
  bodyIfAny,
  bodyText,
  bodyTextIfAny,
  form,
  type Address,
  type At,
  type Body,
  type Definition,
  type FormBody,
  type Input,
  type Method,
} from './address.ts';
export {parseGiven, type Given} from './given.ts';
export {JsonText} from './json-text.ts';
export {
  also,
  makers,
  named,
  type AnyOperation,
  type ArgsOf,
  type Further,
  type Operation,
  type Callable,
  type Thread,
} from './operation.ts';
export {valuesOf, type Parameter, type Parameters, type ValuesOf} from './parameters.ts';

export {dryRunOf, textOf, timeoutOf, type Values} from './values.ts';

export {acceptor, type GssContext, initiate} from './gss-context.ts';
export {GssError, KerberosMissing, loadGssLibrary} from './gss-library.ts';

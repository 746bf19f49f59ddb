import {lazy, Suspense} from 'react';
import type {OtherPagesProps} from './other-pages.tsx';
import {isOtherHalfThere} from './use-other-half.ts';

const OtherPages = lazy(async () => ({default: (await import('./other-pages.tsx')).OtherPages}));

/** The pages of the other half of the product, where there is one. */
export function OtherHalf(props: OtherPagesProps) {
  return <Suspense>{isOtherHalfThere && <OtherPages {...props} />}</Suspense>;
}

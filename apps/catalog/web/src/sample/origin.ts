/** Marks what the sample has brought, so that nothing of anybody else's goes when it is removed. */
export const origin = 'sample-data';

/** How an address begins that carries its data; see share-link.ts. */
export const CARRIED = 'carried:';

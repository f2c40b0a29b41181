// The module's types under one name, so that the rest of the site says `lib/scorer-types`.
export type * from 'bfclx';

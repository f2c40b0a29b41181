const ARCHIVE = /\.(?:zip|tgz|tar(?:\.gz)?)$/i;

/** The path of a member, as if the archive were a folder. */
export const inside = (archive: string, member: string): string =>
  `${archive.replace(ARCHIVE, '')}/${member}`;

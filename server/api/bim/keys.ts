/** Storage key of a file of an edition of a model: `0.frag`, `0.glb`, and, while it is made, `0.rows`. */
export const bimKey = (fileId: string, edition: number, file: string): string =>
  `bim/${fileId}/${edition}/${file}`;

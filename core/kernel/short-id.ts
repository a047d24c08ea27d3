/**
 * The end of an id, to tell things apart where it is shown. Ids that the server makes begin with the time: the objects of
 * one import have the beginning in common.
 */
export function shortId(id: string): string {
  return id.slice(-8);
}

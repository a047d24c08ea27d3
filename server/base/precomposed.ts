/** JSON composed by the database, sent as it is: text, or its bytes. */
export class Precomposed<T extends string | Buffer = string | Buffer> {
  constructor(readonly json: T) {}
}

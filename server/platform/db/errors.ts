/** A failed statement; `code` is its SQLSTATE, the same on both engines. */
export class DatabaseError extends Error {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly detail: string | undefined;

  constructor(message: string, fields: DatabaseFault, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DatabaseError';
    this.code = fields.code;
    this.constraint = fields.constraint;
    this.table = fields.table;
    this.detail = fields.detail;
  }
}

export interface DatabaseFault {
  code: string;
  constraint?: string;
  table?: string;
  detail?: string;
}

export const UNIQUE_VIOLATION = '23505';
export const FOREIGN_KEY_VIOLATION = '23503';
export const SERIALIZATION_FAILURE = '40001';
export const DEADLOCK = '40P01';
/** The statement timeout was exceeded. */
export const QUERY_CANCELED = '57014';
/** The engine ended during the statement; an open transaction is lost. */
export const CONNECTION_LOST = '57P01';
/** The disk is full. */
export const DISK_FULL = '53100';
/** An earlier statement of the transaction failed. */
export const TRANSACTION_ABORTED = '25P02';

/** A value contains NUL or an unpaired surrogate, which no database text can. */
export const NO_TEXT: readonly string[] = ['22021', '22P05'];

export function isDatabaseError(thrown: unknown, code: string): thrown is DatabaseError {
  return thrown instanceof DatabaseError && thrown.code === code;
}

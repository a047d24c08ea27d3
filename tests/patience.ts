/** How long a test waits for an expected result, milliseconds: long, for busy machines. */
export const PATIENCE = 60_000;

/** How long a test waits for what it wants to see, milliseconds: on a busy machine it comes late. */
export const PATIENCE = 60_000;

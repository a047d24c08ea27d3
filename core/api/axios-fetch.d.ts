/** axios has no types for the files of its parts. */
declare module 'axios/unsafe/adapters/fetch.js' {
  import type { AxiosAdapter } from 'axios';
  /** Returns the adapter over the browser's fetch. */
  export function getFetch(): AxiosAdapter;
}

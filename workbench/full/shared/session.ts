/** What full plugins can import of core/session. */
export { SESSION } from '#core/session';

/** What full plugins can import of core/access. */
export { allows } from '#core/access';

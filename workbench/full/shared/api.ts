/** What full plugins can import of core/api. */
export { API, LIVE, followJob, isFinished } from '#core/api';

/** What full plugins can import of core/events. */
export { EVENT_BUS } from '#core/events';

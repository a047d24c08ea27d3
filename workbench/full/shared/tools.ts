/** What full plugins can import of core/tools. */
export { BaseToolSession, DragByClicks, TOOLS } from '#core/tools';

/** What full plugins can import of core/project. */
export { PROJECTS } from '#core/project';

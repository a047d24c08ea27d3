/** What the tools run, loaded when one of them first starts. */
export { MoveSession } from './move-session.ts';
export { VertexSession } from './vertex-session.ts';

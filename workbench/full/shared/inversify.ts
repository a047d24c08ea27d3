/** What full plugins can import of inversify: what the workbench itself has of it. */
export { Container, ContainerModule } from 'inversify';

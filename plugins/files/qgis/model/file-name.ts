/** A title as the name of a file: without characters that a file system refuses. */
export function fileNameOf(title: string): string {
  const plain = title.replace(/[\p{Control}<>:"/\\|?*]+/gu, '-').replace(/^[.\s-]+|[.\s-]+$/g, '');
  return plain.slice(0, 100) || 'groma';
}

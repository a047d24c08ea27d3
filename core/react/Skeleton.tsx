import './Skeleton.css';

/**
 * Placeholder for content that is loading: `lines` of text, or one block. Hidden from screen readers; the parent is
 * `aria-busy`.
 */
export function Skeleton({ lines, height }: { lines?: number; height?: number }) {
  return (
    <span className="g-skeleton" aria-hidden="true">
      {Array.from({ length: lines ?? 1 }, (_, i) => (
        <span
          key={i}
          className="g-skeleton-line"
          style={{
            blockSize: height ?? 12,
            inlineSize: lines === undefined ? '100%' : `${[92, 70, 84, 60][i % 4]}%`,
          }}
        />
      ))}
    </span>
  );
}

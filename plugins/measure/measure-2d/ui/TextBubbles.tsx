import type { TextBubble, TextBubblesProps } from '../api.ts';
import { BubbleFrame } from './BubbleFrame.tsx';
import { KeepButton } from './KeepButton.tsx';
import { PlacedBubbles, type Shown } from './PlacedBubbles.tsx';

/** Text bubbles for measurements of other plugins. */
export default function TextBubbles({ view, bubbles }: TextBubblesProps) {
  return <PlacedBubbles view={view} bubbles={bubbles} show={OfLines} />;
}

function OfLines({ bubble, place, box }: Shown<TextBubble>) {
  const { id, text, stored = false, keeping } = bubble;
  return (
    <BubbleFrame
      text={text}
      place={place}
      box={box}
      drag={(offset) => bubble.drag(offset)}
      close={() => bubble.close()}
      folded={bubble.folded}
      fold={(folded) => bubble.fold(folded)}
      actions={keeping && <KeepButton id={id} stored={stored} keeping={keeping} />}
    >
      {text.lines.map((line) => (
        <p key={line} className="measure-second">
          {line}
        </p>
      ))}
      {text.notes.map((line) => (
        <p key={line} className="measure-basis">
          {line}
        </p>
      ))}
    </BubbleFrame>
  );
}

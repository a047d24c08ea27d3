import './ColourDot.css';

/** The colour of a value, beside its text. */
export function ColourDot({ colour }: { colour: string }) {
  return <span className="g-dot" style={{ background: colour }} aria-hidden="true" />;
}

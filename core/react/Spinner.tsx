import './Spinner.css';

/** Something is under way and will not take long; words beside it say what. */
export function Spinner() {
  return <span className="g-spinner" aria-hidden="true" />;
}

import './Spinner.css';

/** Shows a short task in progress; text next to it describes the task. */
export function Spinner() {
  return <span className="g-spinner" aria-hidden="true" />;
}

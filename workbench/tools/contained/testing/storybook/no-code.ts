/** A full plugin has no worker: its stories show its components. */
export default '';
